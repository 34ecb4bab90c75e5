/**
 * Processes a recording once, from beginning to end, and never holds more than the current pieces: the parts to transcribe, who spoke when,
 * and a copy to listen to.
 */
import { ByteReader, type ByteSource } from '../byte-reader.ts';
import { readSound } from '../read-sound.ts';
import { SoundError } from '../sound-block.ts';
import { AHEAD_FRAMES, FRAME, levelOf, SpeechFinder, type Stretch } from './find-speech.ts';
import { toMuLaw } from './mu-law.ts';
import { Resampler, SAMPLE_RATE } from './resample.ts';

/** Speech of one channel, with its pauses shortened: what a recogniser gets at once. */
export interface Piece {
  channel: number;
  samples: Float32Array;
  /** Maps seconds of the piece to seconds of the recording. */
  spans: readonly Span[];
}

export interface Span {
  at: number;
  start: number;
  end: number;
}

export interface SoundFacts {
  seconds: number;
  channels: number;
  /** Of each channel. */
  stretches: Stretch[][];
}

export type Heard = { kind: 'piece'; piece: Piece } | { kind: 'copy'; bytes: Uint8Array };

export interface ListenOptions {
  /** At most so long, without what lies between its stretches. */
  pieceSeconds: number;
  withCopy: boolean;
}

const MOST_SECONDS = 3 * 3_600;
/** Between stretches of a piece. */
const GAP_SECONDS = 0.4;
/** How much of the beginning is needed to know whether two channels are the same, recorded twice. */
const COMPARED_SECONDS = 60;
const MOST_DIFFERENT = 0.001;

export async function* listen(source: ByteSource, options: ListenOptions): AsyncGenerator<Heard, SoundFacts> {
  const isOne = await isOneTwice(source);
  let channels: ChannelEar[] = [];
  let resamplers: Resampler[] = [];
  let rate = 0;
  let frames = 0;
  let rest: Float32Array[] = [];
  for await (const read of readSound(new ByteReader(source))) {
    const block = isOne ? { ...read, channels: read.channels.slice(0, 1) } : read;
    if (channels.length === 0) {
      channels = block.channels.map((_, channel) => new ChannelEar(channel, options.pieceSeconds));
      rest = block.channels.map(() => new Float32Array());
    }
    if (block.channels.length !== channels.length)
      throw new SoundError('The recording changes its number of channels in the middle.');
    if (block.sampleRate !== rate) {
      rate = block.sampleRate;
      resamplers = channels.map(() => new Resampler(rate));
    }
    const samples = block.channels.map((list, channel) => joined(rest[channel], resamplers[channel]?.push(list)));
    const count = Math.floor((samples[0]?.length ?? 0) / FRAME);
    if (options.withCopy && count > 0) yield { kind: 'copy', bytes: copyOf(samples, count * FRAME) };
    for (let frame = 0; frame < count; frame += 1) {
      const parts = samples.map((list) => list.subarray(frame * FRAME, (frame + 1) * FRAME));
      const levels = parts.map(levelOf);
      for (const [channel, ear] of channels.entries()) {
        const piece = ear.push(parts[channel] ?? new Float32Array(), levels[1 - channel] ?? -100);
        if (piece !== undefined) yield { kind: 'piece', piece };
      }
    }
    frames += count;
    if (frames * FRAME > MOST_SECONDS * SAMPLE_RATE)
      throw new SoundError('The recording is longer than three hours. Cut it into parts.');
    rest = samples.map((list) => list.slice(count * FRAME));
  }
  if (channels.length === 0) throw new SoundError('The recording has no sound in it.');
  for (const ear of channels) for (const piece of ear.end()) yield { kind: 'piece', piece };
  return {
    seconds: (frames * FRAME) / SAMPLE_RATE,
    channels: channels.length,
    stretches: channels.map(({ stretches }) => stretches),
  };
}

/** One channel: its audio so far, and the current piece. */
class ChannelEar {
  readonly stretches: Stretch[] = [];
  readonly #channel: number;
  readonly #most: number;
  readonly #finder = new SpeechFinder();
  /** Sound that may still belong to a stretch. */
  #recent: Float32Array[] = [];
  /** The number of the first frame of `recent`. */
  #first = 0;
  /** Behind the last frame that a piece has. */
  #end = 0;
  #filling: { start: number; end: number; samples: Float32Array }[] = [];

  constructor(channel: number, mostSeconds: number) {
    this.#channel = channel;
    this.#most = mostSeconds;
  }

  push(frame: Float32Array, otherLevel: number): Piece | undefined {
    this.#recent.push(Float32Array.from(frame));
    const stretch = this.#finder.push(frame, otherLevel);
    const piece = stretch && this.#add(stretch);
    if (!this.#finder.isOpen) this.#forget();
    return piece;
  }

  end(): Piece[] {
    const pieces = this.#finder.end().map((stretch) => this.#add(stretch));
    return [...pieces, this.#flush()].filter((piece) => piece !== undefined);
  }

  #add(stretch: Stretch): Piece | undefined {
    this.stretches.push(stretch);
    if (stretch.kind !== 'speech') return undefined;
    const from = Math.max(this.#first, this.#end, Math.round((stretch.start * SAMPLE_RATE) / FRAME));
    const to = Math.round((stretch.end * SAMPLE_RATE) / FRAME);
    this.#end = to;
    const samples = concatenated(this.#recent.slice(from - this.#first, to - this.#first));
    const start = (from * FRAME) / SAMPLE_RATE;
    const held = this.#filling.reduce((sum, { start: s, end: e }) => sum + e - s + GAP_SECONDS, 0);
    const seconds = samples.length / SAMPLE_RATE;
    const piece = held > 0 && held + seconds > this.#most ? this.#flush() : undefined;
    this.#filling.push({ start, end: start + seconds, samples });
    return piece;
  }

  #flush(): Piece | undefined {
    const filling = this.#filling;
    if (filling.length === 0) return undefined;
    this.#filling = [];
    const gap = new Float32Array(GAP_SECONDS * SAMPLE_RATE);
    const spans: Span[] = [];
    const parts: Float32Array[] = [];
    let at = 0;
    for (const { start, end, samples } of filling) {
      spans.push({ at, start, end });
      parts.push(samples, gap);
      at += end - start + GAP_SECONDS;
    }
    return { channel: this.#channel, samples: concatenated(parts), spans };
  }

  /** Keeps what a stretch that begins now would reach back to. */
  #forget(): void {
    const kept = AHEAD_FRAMES + 20;
    if (this.#recent.length <= 2 * kept) return;
    const dropped = this.#recent.length - kept;
    this.#recent.splice(0, dropped);
    this.#first += dropped;
  }
}

async function isOneTwice(source: ByteSource): Promise<boolean> {
  let different = 0;
  let all = 0;
  let seconds = 0;
  for await (const { sampleRate, channels } of readSound(new ByteReader(source))) {
    const [left, right] = channels;
    if (left === undefined || right === undefined) return false;
    for (let index = 0; index < left.length; index += 1) {
      const [one, other] = [left[index] ?? 0, right[index] ?? 0];
      different += (one - other) ** 2;
      all += one ** 2 + other ** 2;
    }
    seconds += left.length / sampleRate;
    if (seconds > COMPARED_SECONDS) break;
  }
  return all > 0 && different / all < MOST_DIFFERENT;
}

function copyOf(samples: readonly Float32Array[], count: number): Uint8Array {
  const bytes = new Uint8Array(count * samples.length);
  for (const [channel, list] of samples.entries())
    for (let index = 0; index < count; index += 1) bytes[index * samples.length + channel] = toMuLaw(list[index] ?? 0);
  return bytes;
}

function joined(first: Float32Array | undefined, second: Float32Array | undefined): Float32Array {
  if (first === undefined || first.length === 0) return second ?? new Float32Array();
  return concatenated([first, second ?? new Float32Array()]);
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
