/**
 * When somebody speaks on a channel: frames that are louder than the line's own noise, and not only the other channel heard through it.
 * Loud sound without the pauses of speech is music, a steady tone is ringing; neither is transcribed.
 */
import { hasTone, WINDOW } from './has-tone.ts';
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
/** Louder than the noise by this much, in decibels. */
const ABOVE_NOISE = 7;
/** Even on a quiet line: below this, speech is not intelligible. */
const LEAST_LEVEL = -56;
/** The other channel may be audible on this one, this much quieter. */
const LEAK = 14;
/** Pauses between words that do not end a stretch. */
const PAUSE_FRAMES = 35;
const LEAST_FRAMES = 12;
/** The share of loud frames: noise is only occasional. */
const LEAST_LOUD_FRAMES = 8;
/** Consonants at both ends are quieter than what is found. */
const PAD_FRAMES = 15;
/** From here on, a stretch ends at the first frame that is not loud, at the latest here. */
const LONG_FRAMES = 1_200;
const LONGEST_FRAMES = 2_600;

interface Frame {
  level: number;
  /** See `restOf`. */
  rest: number;
  /** Known at the end of its tenth of a second. */
  isNoise: boolean;
  otherLevel: number;
}

/** Frames are judged this much later, when the surrounding noise is known. */
export const AHEAD_FRAMES = 100;

export class SpeechFinder {
  readonly #noise = new NoiseFloor();
  /** Not judged yet, and the last one that was. */
  #waiting: Frame[] = [];
  #before: Frame | undefined;
  #frame = 0;
  #open: { from: number; loud: number; loudFrames: number; frames: Frame[] } | undefined;
  #quiet = 0;

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** One frame of this channel, with the level of the other one; a stretch when one has ended. */
  push(samples: Float32Array, otherLevel: number): Stretch | undefined {
    const slow = slowed(samples);
    const rest = restOf(slow);
    const frame = { level: levelOf(samples), rest, isNoise: rest > NOISE_LEAST_REST, otherLevel };
    this.#noise.push(frame, slow);
    this.#waiting.push(frame);
    return this.#waiting.length > AHEAD_FRAMES ? this.#judge() : undefined;
  }

  /** Those that were open at the end, or not yet judged. */
  end(): Stretch[] {
    const stretches: (Stretch | undefined)[] = [];
    while (this.#waiting.length > 0) stretches.push(this.#judge());
    stretches.push(this.#close());
    return stretches.filter((stretch) => stretch !== undefined);
  }

  #judge(): Stretch | undefined {
    const judged = this.#waiting.shift();
    if (judged === undefined) return undefined;
    const around = meanLevel([this.#before ?? judged, judged, this.#waiting[0] ?? judged]);
    this.#before = judged;
    const isLoud =
      around > Math.max(LEAST_LEVEL, this.#noise.level + ABOVE_NOISE) && judged.level > judged.otherLevel - LEAK;
    const frame = this.#frame;
    this.#frame += 1;
    if (this.#open === undefined) {
      if (!isLoud) return undefined;
      this.#open = { from: frame, loud: frame, loudFrames: 0, frames: [] };
    }
    this.#open.frames.push(judged);
    if (isLoud) {
      this.#open.loud = frame;
      this.#open.loudFrames += 1;
      this.#quiet = 0;
    } else this.#quiet += 1;
    const length = this.#open.frames.length;
    const isOver = this.#quiet > PAUSE_FRAMES || (length >= LONG_FRAMES && !isLoud) || length >= LONGEST_FRAMES;
    return isOver ? this.#close() : undefined;
  }

  #close(): Stretch | undefined {
    const open = this.#open;
    this.#open = undefined;
    this.#quiet = 0;
    if (open === undefined || open.loudFrames < LEAST_LOUD_FRAMES) return undefined;
    const frames = open.frames.slice(0, open.loud - open.from + 1);
    const kind = kindOf(frames);
    if (frames.length < LEAST_FRAMES || kind === undefined) return undefined;
    return {
      kind,
      start: Math.max(0, open.from - PAD_FRAMES) * FRAME_SECONDS,
      end: (open.loud + 1 + PAD_FRAMES) * FRAME_SECONDS,
    };
  }
}

const START_NOISE = -50;
const LEAST_NOISE = -80;
/** A breath. */
const NOISE_FRAMES = 15;
const NOISE_PART = 100;
/** Longer than anybody speaks without a breath. */
const NOISE_PARTS = 10;

/** The noise of the line: the quietest that was heard of late, of what has no tone. Music, which may have no pause, is none of it. */
class NoiseFloor {
  level = START_NOISE;
  /** Without tone, one after the other. */
  #last: Frame[] = [];
  #parts: number[] = [];
  #count = 0;
  /** Of the tenth of a second that is not over yet. */
  #recent: Frame[] = [];
  readonly #window = new Float64Array(WINDOW);

  push(frame: Frame, slow: Float64Array): void {
    this.#window.set(slow, this.#recent.length * slow.length);
    this.#recent.push(frame);
    if (this.#recent.length * slow.length < WINDOW) return;
    const isNoise = !hasTone(this.#window);
    for (const one of this.#recent.splice(0)) {
      one.isNoise ||= isNoise;
      this.#learn(one);
    }
  }

  #learn(frame: Frame): void {
    if (this.#count % NOISE_PART === 0) this.#parts = [...this.#parts.slice(1 - NOISE_PARTS), Infinity];
    this.#count += 1;
    if (!frame.isNoise && frame.level > START_NOISE) {
      this.#last = [];
      return;
    }
    this.#last.push(frame);
    if (this.#last.length < NOISE_FRAMES) return;
    const part = this.#parts.length - 1;
    this.#parts[part] = Math.min(this.#parts[part] ?? Infinity, meanLevel(this.#last));
    this.#last.shift();
    this.level = Math.max(LEAST_NOISE, Math.min(...this.#parts));
  }
}

function meanLevel(frames: readonly Frame[]): number {
  return 10 * Math.log10(frames.reduce((sum, { level }) => sum + 10 ** (level / 10), 0) / frames.length);
}

/** In decibels, of what voices are made of: up to 2 kHz, without what hums below them. White noise is mostly elsewhere. */
export function levelOf(samples: Float32Array): number {
  const slow = slowed(samples);
  let energy = 0;
  for (let index = 1; index < slow.length; index += 1) {
    const value = (slow[index] ?? 0) - 0.8 * (slow[index - 1] ?? 0);
    energy += value * value;
  }
  return 10 * Math.log10(energy / slow.length + 1e-10) - 4.5;
}

const TONE_MOST_REST = 0.02;
const RINGING_SHARE = 0.8;
const RINGING_FRAMES = 30;
const MUSIC_FRAMES = 300;
/** Frames that are quieter by half than the mean of their second: speech has a fifth of them and more. */
const DIP = 6;
const SPEECH_DIPS = 0.12;
/** Of white noise nearly everything is left; noise of another colour is told by its peaks, which it has not. */
const NOISE_LEAST_REST = 0.6;
const NOISE_SHARE = 0.7;

/** Samples at 4 kHz: what voices, ringing and busy tones are made of lies below 2 kHz. */
const EACH = 4;

function slowed(samples: Float32Array): Float64Array {
  const slow = new Float64Array(Math.floor(samples.length / EACH));
  for (let at = 0; at < slow.length; at += 1) {
    let sum = 0;
    for (let part = 0; part < EACH; part += 1) sum += samples[at * EACH + part] ?? 0;
    slow[at] = sum / EACH;
  }
  return slow;
}

/** What one or two sines through the frame leave unexplained: they satisfy x[n] + x[n-4] = a (x[n-1] + x[n-3]) + b x[n-2]. */
function restOf(slow: Float64Array): number {
  let [ii, im, mm, oi, om, oo] = [0, 0, 0, 0, 0, 0];
  for (let at = 4; at < slow.length; at += 1) {
    const outer = (slow[at] ?? 0) + (slow[at - 4] ?? 0);
    const inner = (slow[at - 1] ?? 0) + (slow[at - 3] ?? 0);
    const middle = slow[at - 2] ?? 0;
    ii += inner * inner;
    im += inner * middle;
    mm += middle * middle;
    oi += outer * inner;
    om += outer * middle;
    oo += outer * outer;
  }
  const determinant = ii * mm - im * im;
  if (determinant <= 1e-12 * ii * mm || mm === 0) return 1;
  const a = (oi * mm - om * im) / determinant;
  const b = (om * ii - oi * im) / determinant;
  return (oo - a * oi - b * om) / mm;
}

function kindOf(frames: readonly Frame[]): SoundKind | undefined {
  const share = (isSo: (frame: Frame) => boolean) => frames.filter(isSo).length / frames.length;
  if (frames.length >= RINGING_FRAMES && share(({ rest }) => rest < TONE_MOST_REST) > RINGING_SHARE) return 'ringing';
  if (frames.length < MUSIC_FRAMES || dipsOf(frames) >= SPEECH_DIPS) return 'speech';
  return share(({ isNoise }) => isNoise) > NOISE_SHARE ? undefined : 'music';
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
