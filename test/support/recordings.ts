/** Recordings whose content a test knows: a sentence of a public-domain reading, on the channels and at the seconds that it says. */
import { readFile } from 'node:fs/promises';
import { ByteReader, sourceOf } from '@brickwork/audio/byte-reader';
import { wavHead } from '@brickwork/audio/engines/write-wav';
import { readSound } from '@brickwork/audio/read-sound';
import { Resampler, SAMPLE_RATE } from '@brickwork/audio/sound/resample';
import { expect } from 'vitest';
import type { TestService } from './test-service.ts';

let known: Float32Array | undefined;

/** Three seconds of speech. */
async function sentence(): Promise<Float32Array> {
  if (known !== undefined) return known;
  const bytes = await readFile(new URL('../../packages/audio/test/fixtures/austen.flac', import.meta.url));
  const parts: number[] = [];
  let resampler: Resampler | undefined;
  for await (const { sampleRate, channels } of readSound(new ByteReader(sourceOf(bytes)))) {
    resampler ??= new Resampler(sampleRate);
    parts.push(...resampler.push(channels[0] ?? new Float32Array()));
  }
  known = Float32Array.from(parts);
  return known;
}

/** A WAV file with the sentence at these seconds of each channel. */
export async function recordingOf(seconds: number, ...channels: readonly (readonly number[])[]): Promise<Buffer> {
  const speech = await sentence();
  const frames = seconds * SAMPLE_RATE;
  const head = wavHead(frames, channels.length);
  const bytes = Buffer.alloc(head.length + frames * channels.length * 2);
  bytes.set(head);
  for (const [channel, starts] of channels.entries())
    for (const start of starts)
      for (const [index, sample] of speech.entries()) {
        const frame = Math.round(start * SAMPLE_RATE) + index;
        if (frame < frames)
          bytes.writeInt16LE(Math.round(sample * 32_000), head.length + (frame * channels.length + channel) * 2);
      }
  return bytes;
}

const PART_BYTES = 8_388_608;

/** What a client does with recordings. */
export function recordingCalls(service: () => TestService, kitCode: () => string) {
  const ask = (method: string, path: string, body?: unknown, key = service().adminKey) =>
    service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const create = (body: object, key?: string) => ask('POST', '/v1/recordings', body, key);
  const upload = (id: string, bytes: Uint8Array, offset = 0, key = service().adminKey) =>
    service().call('PUT', `/v1/recordings/${id}/content?offset=${offset}`, {
      key,
      raw: new Uint8Array(bytes),
      headers: { 'content-type': 'audio/wav' },
    });
  return {
    ask,
    create,
    upload,
    async sent(bytes: Uint8Array, more: object = {}): Promise<string> {
      const { body, status } = await create({ kit_code: kitCode(), size_bytes: bytes.length, ...more });
      expect(status, JSON.stringify(body)).toBe(201);
      for (let at = 0; at < bytes.length; at += PART_BYTES)
        expect((await upload(body.recording_id, bytes.subarray(at, at + PART_BYTES), at)).status).toBe(200);
      return body.recording_id;
    },
    /** With what was said, where it is still stored. */
    async ended(id: string) {
      await expect
        .poll(async () => (await ask('GET', `/v1/recordings/${id}`)).body.status, { timeout: 40_000 })
        .not.toMatch(/uploading|running/);
      return (await ask('GET', `/v1/recordings/${id}?include=conversation`)).body;
    },
  };
}
