/** The sentence of `austen.flac` again and again, with pauses, as a WAV file. */
import { readFile } from 'node:fs/promises';
import { ByteReader, sourceOf } from '../../src/byte-reader.ts';
import { writeWav } from '../../src/engines/write-wav.ts';
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
