/** A call as a WAV file: turns one after the other, each side on its channel, as they would be recorded clean, by telephone, in noise, or talking over each other. */

import { toMuLaw } from '@brickwork/audio/sound/mu-law';
import { SAMPLE_RATE } from '@brickwork/audio/sound/resample';
import { seededRandom } from '../support/seeded-random.ts';
import { bandPass } from './band-pass.ts';

export const VARIANTS = ['clean', 'telephone', 'noise 20 dB', 'noise 10 dB', 'overlaps', 'one channel'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface SpokenTurn {
  side: 'agent' | 'customer';
  samples: Float32Array;
}

type Stereo = [agent: Float32Array, customer: Float32Array];

/** Seconds between turns. */
const PAUSE = [0.2, 0.9] as const;
/** Every third turn begins so long before the other one ends. */
const OVERLAP = 0.8;
const TELEPHONE_RATE = 8_000;
/** Of a side on the other one's channel: an echo of the line. */
const ECHO = 10 ** (-30 / 20);
/** What speech is brought to, so that noise is as loud in every call. */
const SPEECH_LEVEL = 0.08;
const LINE_NOISE = 0.0003;

/** The same call gives the same file. */
export function recordingOf(turns: readonly SpokenTurn[], variant: Variant, seed: number): Uint8Array {
  const { next: random } = seededRandom(seed);
  const call = laidOut(turns, variant === 'overlaps', random);
  for (const channel of call)
    for (const index of channel.keys()) channel[index] = (channel[index] ?? 0) + LINE_NOISE * gaussian(random);
  if (variant === 'telephone') return telephone(call);
  const decibels = /^noise (\d+) dB$/.exec(variant)?.[1];
  if (decibels !== undefined) for (const channel of call) addNoise(channel, Number(decibels), random);
  if (variant !== 'one channel') return wav(call, SAMPLE_RATE, 1);
  return wav([call[0].map((value, index) => value + (call[1][index] ?? 0))], SAMPLE_RATE, 1);
}

/** All that was said, without pauses between turns: what an hour of nothing but speech costs. */
export function withoutSilence(turns: readonly SpokenTurn[]): Uint8Array {
  const all = new Float32Array(turns.reduce((sum, { samples }) => sum + samples.length, 0));
  let at = 0;
  for (const { samples } of turns) {
    all.set(levelled(samples), at);
    at += samples.length;
  }
  return wav([all], SAMPLE_RATE, 1);
}

function laidOut(turns: readonly SpokenTurn[], overlaps: boolean, random: () => number): Stereo {
  let end = SAMPLE_RATE / 2;
  const placed = turns.map(({ side, samples }, index) => {
    const pause = (PAUSE[0] + (PAUSE[1] - PAUSE[0]) * random()) * SAMPLE_RATE;
    const changes = turns[index - 1]?.side !== side;
    const isEarly = overlaps && index % 3 === 2 && changes;
    const start = Math.round(isEarly ? Math.max(0, end - OVERLAP * SAMPLE_RATE) : end + pause);
    end = Math.max(end, start + samples.length);
    return { side, samples: levelled(samples), start };
  });
  const frames = Math.round(end) + SAMPLE_RATE / 2;
  const call: Stereo = [new Float32Array(frames), new Float32Array(frames)];
  for (const { side, samples, start } of placed) call[side === 'agent' ? 0 : 1].set(samples, start);
  return call;
}

function levelled(samples: Float32Array): Float32Array {
  const factor = SPEECH_LEVEL / Math.max(1e-6, levelOfSpeech(samples));
  return samples.map((value) => Math.max(-1, Math.min(1, value * factor)));
}

/** Without pauses. */
function levelOfSpeech(samples: Float32Array): number {
  const size = SAMPLE_RATE / 50;
  const energies: number[] = [];
  for (let from = 0; from + size <= samples.length; from += size)
    energies.push(samples.subarray(from, from + size).reduce((sum, value) => sum + value * value, 0) / size);
  const highest = Math.max(0, ...energies);
  const spoken = energies.filter((energy) => energy > highest / 1_000);
  return Math.sqrt(spoken.reduce((sum, energy) => sum + energy, 0) / Math.max(1, spoken.length));
}

/** Pink, as rooms and streets are, so many decibels below speech. */
function addNoise(channel: Float32Array, decibels: number, random: () => number): void {
  const rows = new Float64Array(16);
  const noise = channel.map((_, index) => {
    const row = Math.min(rows.length - 1, 31 - Math.clz32((index + 1) & -(index + 1)));
    rows[row] = gaussian(random);
    return rows.reduce((sum, value) => sum + value, 0);
  });
  const level = Math.sqrt(noise.reduce((sum, value) => sum + value * value, 0) / noise.length);
  const factor = (SPEECH_LEVEL * 10 ** (-decibels / 20)) / level;
  for (const index of channel.keys()) channel[index] = (channel[index] ?? 0) + factor * (noise[index] ?? 0);
}

/** 300 to 3,400 Hz, 8 kHz, μ-law, with an echo. */
function telephone([agent, customer]: Stereo): Uint8Array {
  const mixed = [agent, customer].map((own, index) => {
    const other = index === 0 ? customer : agent;
    const withEcho = own.map((value, at) => value + ECHO * (other[at] ?? 0));
    return bandPass(withEcho, [300, 3_400], SAMPLE_RATE, SAMPLE_RATE / TELEPHONE_RATE);
  });
  return wav(mixed, TELEPHONE_RATE, 7);
}

/** Format 1 is 16 bits a sample, 7 is μ-law. */
function wav(channels: readonly Float32Array[], rate: number, format: 1 | 7): Uint8Array {
  const width = format === 1 ? 2 : 1;
  const frames = channels[0]?.length ?? 0;
  const bytes = frames * channels.length * width;
  const file = new Uint8Array(44 + bytes);
  const view = new DataView(file.buffer);
  const text = (at: number, value: string) => file.set(Buffer.from(value, 'latin1'), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + bytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, format, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels.length * width, true);
  view.setUint16(32, channels.length * width, true);
  view.setUint16(34, width * 8, true);
  text(36, 'data');
  view.setUint32(40, bytes, true);
  let at = 44;
  for (let frame = 0; frame < frames; frame += 1)
    for (const channel of channels) {
      const value = Math.max(-1, Math.min(1, channel[frame] ?? 0));
      if (format === 1) view.setInt16(at, Math.round(value * 32_767), true);
      else file[at] = toMuLaw(value);
      at += width;
    }
  return file;
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
