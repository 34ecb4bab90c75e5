/**
 * When somebody speaks on a channel: frames that are louder than the line's own noise, and not only the other channel heard through it. What is loud without
 * the pauses of speech is music, what is one steady tone is ringing; neither is transcribed.
 */
import { SAMPLE_RATE } from './resample.ts';

export type SoundKind = 'speech' | 'music' | 'ringing';

export interface Stretch {
  kind: SoundKind;
  /** Seconds from the beginning. */
  start: number;
  end: number;
}

export const FRAME = 160;
const FRAME_SECONDS = FRAME / SAMPLE_RATE;
/** Louder than the noise by so much, in decibels. */
const ABOVE_NOISE = 9;
/** However quiet the line is: below this nobody is understood. */
const LEAST_LEVEL = -56;
/** The other channel may be heard so much quieter on this one. */
const LEAK = 14;
/** Pauses between words that do not end a stretch. */
const PAUSE_FRAMES = 35;
const LEAST_FRAMES = 12;
/** Consonants at both ends are quieter than what is found. */
const PAD_FRAMES = 15;
/** From here on a stretch ends at the first frame that is not loud, and at the latest here. */
const LONG_FRAMES = 1_200;
const LONGEST_FRAMES = 2_600;

/** Levels of the last frames, for what a stretch is. */
interface Frame {
  level: number;
  /** See `restOf`. */
  rest: number;
}

export class SpeechFinder {
  #noise = -50;
  #frame = 0;
  #open: { from: number; loud: number; frames: Frame[] } | undefined;
  #quiet = 0;

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** One frame of this channel, with the level of the other one; a stretch when one has ended. */
  push(samples: Float32Array, otherLevel: number): Stretch | undefined {
    const level = levelOf(samples);
    const isLoud = level > Math.max(LEAST_LEVEL, this.#noise + ABOVE_NOISE) && level > otherLevel - LEAK;
    // Down quickly, up slowly: speech must not become the noise.
    this.#noise += (level - this.#noise) * (level < this.#noise ? 0.1 : isLoud ? 0.000_5 : 0.01);
    this.#noise = Math.max(-80, this.#noise);
    const frame = this.#frame;
    this.#frame += 1;
    if (this.#open === undefined) {
      if (!isLoud) return undefined;
      this.#open = { from: frame, loud: frame, frames: [] };
    }
    this.#open.frames.push({ level, rest: isLoud ? restOf(samples) : 1 });
    if (isLoud) {
      this.#open.loud = frame;
      this.#quiet = 0;
    } else this.#quiet += 1;
    const length = this.#open.frames.length;
    const isOver = this.#quiet > PAUSE_FRAMES || (length >= LONG_FRAMES && !isLoud) || length >= LONGEST_FRAMES;
    return isOver ? this.end() : undefined;
  }

  /** The stretch that is open at the end. */
  end(): Stretch | undefined {
    const open = this.#open;
    this.#open = undefined;
    this.#quiet = 0;
    if (open === undefined) return undefined;
    const frames = open.frames.slice(0, open.loud - open.from + 1);
    if (frames.length < LEAST_FRAMES) return undefined;
    return {
      kind: kindOf(frames),
      start: Math.max(0, open.from - PAD_FRAMES) * FRAME_SECONDS,
      end: (open.loud + 1 + PAD_FRAMES) * FRAME_SECONDS,
    };
  }
}

/** In decibels, of the band that telephones have, roughly: without what hums below it. */
export function levelOf(samples: Float32Array): number {
  let energy = 0;
  for (let index = 1; index < samples.length; index += 1) {
    const value = (samples[index] ?? 0) - 0.9 * (samples[index - 1] ?? 0);
    energy += value * value;
  }
  return 10 * Math.log10(energy / samples.length + 1e-10) + 6;
}

const TONE_MOST_REST = 0.02;
const RINGING_SHARE = 0.8;
const RINGING_FRAMES = 30;
const MUSIC_FRAMES = 300;
/** Frames that are quieter by half than the mean of their second: speech has a fifth of them and more. */
const DIP = 6;
const SPEECH_DIPS = 0.12;

/** Samples at 4 kHz: what ringing and busy tones are made of lies below 2 kHz. */
const EACH = 4;

/** What one or two sines through the frame leave unexplained: they satisfy x[n] + x[n-4] = a (x[n-1] + x[n-3]) + b x[n-2]. */
function restOf(samples: Float32Array): number {
  const slow = Float64Array.from({ length: Math.floor(samples.length / EACH) }, (_, at) => {
    let sum = 0;
    for (let part = 0; part < EACH; part += 1) sum += samples[at * EACH + part] ?? 0;
    return sum;
  });
  const products = [0, 0, 0, 0, 0, 0];
  for (let at = 4; at < slow.length; at += 1) {
    const outer = (slow[at] ?? 0) + (slow[at - 4] ?? 0);
    const inner = (slow[at - 1] ?? 0) + (slow[at - 3] ?? 0);
    const middle = slow[at - 2] ?? 0;
    const terms = [inner * inner, inner * middle, middle * middle, outer * inner, outer * middle, outer * outer];
    for (const [index, term] of terms.entries()) products[index] = (products[index] ?? 0) + term;
  }
  const [ii = 0, im = 0, mm = 0, oi = 0, om = 0, oo = 0] = products;
  const determinant = ii * mm - im * im;
  if (determinant <= 1e-12 * ii * mm || mm === 0) return 1;
  const a = (oi * mm - om * im) / determinant;
  const b = (om * ii - oi * im) / determinant;
  return (oo - a * oi - b * om) / mm;
}

function kindOf(frames: readonly Frame[]): SoundKind {
  const tonal = frames.filter(({ rest }) => rest < TONE_MOST_REST).length / frames.length;
  if (tonal > RINGING_SHARE && frames.length >= RINGING_FRAMES) return 'ringing';
  return frames.length >= MUSIC_FRAMES && dipsOf(frames) < SPEECH_DIPS ? 'music' : 'speech';
}

function dipsOf(frames: readonly Frame[]): number {
  const second = 1 / FRAME_SECONDS;
  let dips = 0;
  for (let from = 0; from < frames.length; from += second) {
    const part = frames.slice(from, from + second);
    const mean = 10 * Math.log10(part.reduce((sum, { level }) => sum + 10 ** (level / 10), 0) / part.length);
    dips += part.filter(({ level }) => level < mean - DIP).length;
  }
  return dips / frames.length;
}
