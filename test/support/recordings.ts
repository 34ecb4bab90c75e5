/** Recordings whose content a test knows: a sentence of a public-domain reading, on the channels and at the seconds that it says. */
import { readFile } from 'node:fs/promises';
import { ByteReader, sourceOf } from '@brickwork/audio/byte-reader';
import { wavHead } from '@brickwork/audio/engines/write-wav';
import { readSound } from '@brickwork/audio/read-sound';
import { Resampler, SAMPLE_RATE } from '@brickwork/audio/sound/resample';

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
