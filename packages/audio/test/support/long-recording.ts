/** The sentence of `austen.flac` again and again, with pauses, as a WAV file. */
import { readFile } from 'node:fs/promises';
import { ByteReader, sourceOf } from '../../src/byte-reader.ts';
import { WAV_HEAD_BYTES, wavHead, writeWav } from '../../src/engines/write-wav.ts';
import { readSound } from '../../src/read-sound.ts';
import { Resampler, SAMPLE_RATE } from '../../src/sound/resample.ts';

export const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

/** At 16 kHz. */
export async function austen(): Promise<Float32Array> {
  const parts: number[] = [];
  let resampler: Resampler | undefined;
  for await (const { sampleRate, channels } of readSound(new ByteReader(sourceOf(await fixture('austen.flac'))))) {
    resampler ??= new Resampler(sampleRate);
    parts.push(...resampler.push(channels[0] ?? new Float32Array()));
  }
  return Float32Array.from(parts);
}

export async function longRecording(times: number): Promise<Uint8Array> {
  const sentence = await austen();
  const each = sentence.length + SAMPLE_RATE;
  const all = new Float32Array(times * each);
  for (let time = 0; time < times; time += 1) all.set(sentence, time * each);
  return writeWav(all);
}

/** The sentence on the first channel, and two seconds after its end on the second. */
export async function twoSides(): Promise<Uint8Array> {
  const sentence = await austen();
  const after = sentence.length + 2 * SAMPLE_RATE;
  const frames = after + sentence.length;
  const bytes = new Uint8Array(WAV_HEAD_BYTES + frames * 4);
  bytes.set(wavHead(frames, 2));
  const view = new DataView(bytes.buffer);
  for (const [at, sample] of sentence.entries()) {
    const value = Math.round(sample * 32_767);
    view.setInt16(WAV_HEAD_BYTES + at * 4, value, true);
    view.setInt16(WAV_HEAD_BYTES + (after + at) * 4 + 2, value, true);
  }
  return bytes;
}
