/** Sound whose truth is known, because it was made. */
import { type ByteSource, sourceOf } from '../../src/byte-reader.ts';
import { WAV_HEAD_BYTES, wavHead } from '../../src/engines/write-wav.ts';
import { SAMPLE_RATE } from '../../src/sound/resample.ts';

export type Interval = readonly [start: number, end: number];

/** The same numbers each time. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE));
}

function paint(sound: Float32Array, [start, end]: Interval, valueAt: (seconds: number) => number): void {
  const to = Math.min(sound.length, Math.round(end * SAMPLE_RATE));
  for (let index = Math.round(start * SAMPLE_RATE); index < to; index += 1)
    sound[index] = (sound[index] ?? 0) + valueAt(index / SAMPLE_RATE - start);
}

/** Four syllables a second, each a vowel of a gliding voice after a hiss, and a breath after each six of them. */
export function addSpeech(sound: Float32Array, interval: Interval, { hertz = 120, level = 0.2, seed = 1 } = {}): void {
  const next = drawn(seed);
  const random = Float32Array.from({ length: 64 }, next);
  const of = (index: number) => random[index % 64] ?? 0;
  const length = interval[1] - interval[0];
  let phase = 0;
  let sounding = -1;
  let vowels: number[] = [];
  paint(sound, interval, (second) => {
    const syllable = Math.floor(second * 4);
    const within = second * 4 - syllable;
    const isBreath = syllable % 7 === 6 && second < length - 0.3;
    phase += (2 * Math.PI * hertz * (1 + 0.15 * of(syllable) + 0.1 * within)) / SAMPLE_RATE;
    if (isBreath) return 0;
    if (within < 0.2) return level * 0.25 * next() * Math.sin((Math.PI * within) / 0.2);
    if (syllable !== sounding)
      vowels = harmonics(hertz, [500 + 250 * of(syllable + 11), 1_500 + 500 * of(syllable + 23), 2_500]);
    sounding = syllable;
    return (
      level * sumOfSines(vowels, phase) * Math.sin(Math.PI * ((within - 0.2) / 0.8)) * (0.7 + 0.3 * of(syllable + 37))
    );
  });
}

/** How loud each harmonic of a voice is with these formants. */
function harmonics(hertz: number, formants: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(3_400 / hertz) - 1 }, (_, index) =>
    formants.reduce((sum, formant) => sum + 1 / (1 + (((index + 1) * hertz - formant) / 120) ** 2), 0.02),
  );
}

/** Of the phase and its multiples, each from the two before it: a sine takes longer than all else here. */
function sumOfSines(amplitudes: readonly number[], phase: number): number {
  const twice = 2 * Math.cos(phase);
  let sum = 0;
  let before = 0;
  let sine = Math.sin(phase);
  for (const amplitude of amplitudes) {
    sum += amplitude * sine;
    const next = twice * sine - before;
    before = sine;
    sine = next;
  }
  return sum;
}

const OVERTONES = [1, 0.5, 0.3, 0, 0.2];
const CHORDS = [
  [261.6, 329.6, 392],
  [220, 261.6, 329.6],
  [174.6, 220, 261.6],
  [196, 246.9, 293.7],
];

/** A chord for two seconds, then the next. */
export function addMusic(sound: Float32Array, interval: Interval, level = 0.08): void {
  paint(sound, interval, (second) => {
    const chord = CHORDS[Math.floor(second / 2) % CHORDS.length] ?? [];
    return chord.reduce((sum, hertz) => sum + level * sumOfSines(OVERTONES, 2 * Math.PI * hertz * second), 0);
  });
}

/** 440 and 480 Hz: two seconds, and four of silence. */
export function addRinging(sound: Float32Array, interval: Interval, level = 0.15): void {
  paint(sound, interval, (second) =>
    second % 6 < 2 ? level * (Math.sin(2 * Math.PI * 440 * second) + Math.sin(2 * Math.PI * 480 * second)) : 0,
  );
}

export function addNoise(sound: Float32Array, level: number, seed = 7): void {
  const next = drawn(seed);
  for (let index = 0; index < sound.length; index += 1) sound[index] = (sound[index] ?? 0) + level * next();
}

/** As streets and ventilators are: all that is below 100 Hz as loud as all that is above. */
export function addBrownNoise(sound: Float32Array, level: number, seed = 7): void {
  const next = drawn(seed);
  let value = 0;
  for (let index = 0; index < sound.length; index += 1) {
    value = 0.96 * value + next();
    sound[index] = (sound[index] ?? 0) + level * 0.3 * value;
  }
}

/** So much quieter than what sounds in the interval, in decibels. */
export function addNoiseBelow(sound: Float32Array, [start, end]: Interval, decibels: number, seed = 7): void {
  const part = sound.subarray(start * SAMPLE_RATE, end * SAMPLE_RATE);
  const power = part.reduce((sum, value) => sum + value * value, 0) / part.length;
  addNoise(sound, Math.sqrt(3 * power * 10 ** (-decibels / 10)), seed);
}

/** As a WAV file. */
export function recordingOf(...channels: readonly Float32Array[]): ByteSource {
  const frames = channels[0]?.length ?? 0;
  const bytes = new Uint8Array(WAV_HEAD_BYTES + frames * channels.length * 2);
  bytes.set(wavHead(frames, channels.length));
  const view = new DataView(bytes.buffer);
  for (const [channel, samples] of channels.entries())
    for (let frame = 0; frame < samples.length; frame += 1) {
      const value = Math.round(Math.max(-1, Math.min(1, samples[frame] ?? 0)) * 32_767);
      view.setInt16(WAV_HEAD_BYTES + (frame * channels.length + channel) * 2, value, true);
    }
  return sourceOf(bytes);
}
