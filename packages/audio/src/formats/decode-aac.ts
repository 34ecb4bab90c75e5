/**
 * AAC of low complexity, as phones, Zoom and most recorders write it (ISO/IEC 14496-3). Of AAC with band replication or parametric stereo
 * the core is decoded, which contains everything needed for speech. Written here because every decoder on npm has a licence with conditions
 * for its users.
 */
import { type SoundBlock, SoundError } from '../sound-block.ts';
import {
  CODEBOOKS,
  LONG_BANDS,
  LONG_SHAPED,
  SAMPLE_RATES,
  SCALE_CODEBOOK,
  SHORT_BANDS,
  SHORT_SHAPED,
} from './aac-tables.ts';
import { BitReader, OutOfBits } from './bit-reader.ts';
import { createInverseMdct, kaiserWindow, sineWindow } from './inverse-mdct.ts';

export interface AacFormat {
  /** Of `SAMPLE_RATES`. */
  rateIndex: number;
}

const LONG = 1_024;
const SHORT = 128;
const EIGHT_SHORT = 2;
const START = 1;
const STOP = 3;
const SINGLE = 0;
const PAIR = 1;
const LOW_FREQUENCY = 3;
const DATA = 4;
const PROGRAM = 5;
const FILL = 6;
const END = 7;
const ESCAPE_BOOK = 11;
const NOISE = 13;
const OUT_OF_PHASE = 14;
const IN_PHASE = 15;
const LOW_COMPLEXITY = 2;
const REPLICATED = 5;
const PARAMETRIC = 29;

/** The configuration that MP4 files carry. */
export function aacFormatOf(config: Uint8Array): AacFormat {
  const bits = new BitReader(config);
  const readRate = () => {
    const index = bits.bits(4);
    if (index !== 15) return index;
    const rate = bits.bits(24);
    return SAMPLE_RATES.indexOf(rate);
  };
  let type = bits.bits(5);
  const rateIndex = readRate();
  bits.skip(4); // channels: what is there counts
  if (type === REPLICATED || type === PARAMETRIC) {
    readRate();
    type = bits.bits(5);
  }
  if (type !== LOW_COMPLEXITY || rateIndex < 0 || rateIndex >= SAMPLE_RATES.length)
    throw new SoundError('This kind of AAC is not read. Save the recording as AAC-LC, MP3, Opus or WAV.');
  if (bits.bit() === 1)
    throw new SoundError('AAC with frames of 960 samples is not read. Save it as MP3, Opus or WAV.');
  return { rateIndex };
}

interface Windows {
  sequence: number;
  shape: number;
  /** How many windows each group has: one of one for long windows. */
  groups: number[];
  bands: readonly number[];
  mostBands: number;
}

interface Channel {
  windows: Windows;
  /** Codebook and scale factor of each band of each group. */
  books: Uint8Array;
  scales: Int16Array;
  spectrum: Float64Array;
  shaping: { window: number; length: number; order: number; isDownward: boolean; factors: number[]; bottom: number }[];
}

interface Pair {
  isShared: boolean;
  isMid: Uint8Array;
  maskPresent: number;
}

/** Keeps the state from one frame to the next. */
export class AacDecoder {
  readonly #rateIndex: number;
  readonly #tails: Float64Array[] = [];
  readonly #shapes: number[] = [];
  readonly #long = createInverseMdct(LONG);
  readonly #short = createInverseMdct(SHORT);
  readonly #windows = {
    long: [sineWindow(LONG), kaiserWindow(LONG, 4)],
    short: [sineWindow(SHORT), kaiserWindow(SHORT, 6)],
  };

  constructor({ rateIndex }: AacFormat) {
    this.#rateIndex = rateIndex;
  }

  /** One frame; undefined when it is damaged, as a frame here and there may be. */
  decode(frame: Uint8Array): SoundBlock | undefined {
    try {
      const channels = this.#readFrame(new BitReader(frame));
      if (channels.length === 0) return undefined;
      return {
        sampleRate: SAMPLE_RATES[this.#rateIndex] ?? 0,
        channels: channels.map((channel, index) => this.#toSamples(channel, index)),
      };
    } catch (error) {
      if (error instanceof OutOfBits || error instanceof DamagedFrame) return undefined;
      throw error;
    }
  }

  #readFrame(bits: BitReader): Channel[] {
    const channels: Channel[] = [];
    for (;;) {
      const element = bits.bits(3);
      if (element === END) return channels;
      if (element === SINGLE || element === LOW_FREQUENCY) {
        bits.skip(4);
        const channel = this.#readChannel(bits, undefined);
        if (element === SINGLE) channels.push(finish(channel, this.#rateIndex));
      } else if (element === PAIR) channels.push(...this.#readPair(bits));
      else if (element === DATA) skipData(bits);
      else if (element === FILL) skipFill(bits);
      else if (element === PROGRAM) skipProgram(bits);
      else throw new DamagedFrame();
    }
  }

  #readPair(bits: BitReader): Channel[] {
    bits.skip(4);
    const pair: Pair = { isShared: bits.bit() === 1, isMid: new Uint8Array(), maskPresent: 0 };
    let windows: Windows | undefined;
    if (pair.isShared) {
      windows = readWindows(bits, this.#rateIndex);
      pair.maskPresent = bits.bits(2);
      const size = windows.groups.length * windows.mostBands;
      pair.isMid = new Uint8Array(size).fill(pair.maskPresent === 2 ? 1 : 0);
      if (pair.maskPresent === 1) for (let at = 0; at < size; at += 1) pair.isMid[at] = bits.bit();
    }
    const left = this.#readChannel(bits, windows);
    const right = this.#readChannel(bits, windows);
    if (pair.isShared) joinPair(left, right, pair);
    return [finish(left, this.#rateIndex), finish(right, this.#rateIndex)];
  }

  #readChannel(bits: BitReader, shared: Windows | undefined): Channel {
    const gain = bits.bits(8);
    const windows = shared ?? readWindows(bits, this.#rateIndex);
    const books = readSections(bits, windows);
    const scales = readScales(bits, windows, books, gain);
    const isShort = windows.sequence === EIGHT_SHORT;
    const pulses = bits.bit() === 1 ? readPulses(bits, windows) : [];
    if (isShort && pulses.length > 0) throw new DamagedFrame();
    const channel = { windows, books, scales, spectrum: new Float64Array(LONG), shaping: [] as Channel['shaping'] };
    if (bits.bit() === 1) channel.shaping = readShaping(bits, windows);
    if (bits.bit() === 1) throw new DamagedFrame(); // gain control belongs to another profile
    readSpectrum(bits, channel, pulses);
    return channel;
  }

  #toSamples({ windows, spectrum }: Channel, index: number): Float32Array {
    const tail = this.#tails[index] ?? new Float64Array(LONG);
    const before = this.#shapes[index] ?? 0;
    const samples = new Float64Array(2 * LONG);
    if (windows.sequence === EIGHT_SHORT) this.#shortSamples(spectrum, windows.shape, before, samples);
    else {
      this.#long(spectrum, 0, samples);
      this.#shapeLong(samples, windows, before);
    }
    const out = new Float32Array(LONG);
    for (let at = 0; at < LONG; at += 1) out[at] = ((samples[at] ?? 0) + (tail[at] ?? 0)) / 32_768;
    this.#tails[index] = samples.slice(LONG);
    this.#shapes[index] = windows.shape;
    return out;
  }

  #shapeLong(samples: Float64Array, { sequence, shape }: Windows, before: number): void {
    const flat = (LONG - SHORT) / 2;
    const rise = sequence === STOP ? this.#windows.short[before] : this.#windows.long[before];
    const fall = sequence === START ? this.#windows.short[shape] : this.#windows.long[shape];
    const weight = (half: Float64Array | undefined, isShort: boolean, at: number) => {
      if (!isShort) return half?.[at] ?? 0;
      return at < flat ? 0 : at < flat + SHORT ? (half?.[at - flat] ?? 0) : 1;
    };
    for (let at = 0; at < LONG; at += 1) {
      samples[at] = (samples[at] ?? 0) * weight(rise, sequence === STOP, at);
      const mirrored = 2 * LONG - 1 - at;
      samples[mirrored] = (samples[mirrored] ?? 0) * weight(fall, sequence === START, at);
    }
  }

  #shortSamples(spectrum: Float64Array, shape: number, before: number, samples: Float64Array): void {
    const block = new Float64Array(2 * SHORT);
    const fall = this.#windows.short[shape];
    for (let window = 0; window < 8; window += 1) {
      this.#short(spectrum, window * SHORT, block);
      const rise = window === 0 ? this.#windows.short[before] : fall;
      const from = (LONG - SHORT) / 2 + window * SHORT;
      for (let at = 0; at < SHORT; at += 1) {
        samples[from + at] = (samples[from + at] ?? 0) + (block[at] ?? 0) * (rise?.[at] ?? 0);
        const mirrored = 2 * SHORT - 1 - at;
        samples[from + mirrored] = (block[mirrored] ?? 0) * (fall?.[at] ?? 0);
      }
    }
  }
}

class DamagedFrame extends Error {}

function readWindows(bits: BitReader, rateIndex: number): Windows {
  bits.skip(1);
  const sequence = bits.bits(2);
  const shape = bits.bit();
  if (sequence === EIGHT_SHORT) {
    const mostBands = bits.bits(4);
    const grouping = bits.bits(7);
    const groups = [1];
    for (let window = 1; window < 8; window += 1) {
      if ((grouping & (1 << (7 - window))) === 0) groups.push(1);
      else groups[groups.length - 1] = (groups.at(-1) ?? 0) + 1;
    }
    return checked({ sequence, shape, groups, bands: SHORT_BANDS[rateIndex] ?? [], mostBands });
  }
  const mostBands = bits.bits(6);
  if (bits.bit() === 1) throw new DamagedFrame(); // prediction belongs to another profile
  return checked({ sequence, shape, groups: [1], bands: LONG_BANDS[rateIndex] ?? [], mostBands });
}

function checked(windows: Windows): Windows {
  if (windows.mostBands >= windows.bands.length) throw new DamagedFrame();
  return windows;
}

function readSections(bits: BitReader, { sequence, groups, mostBands }: Windows): Uint8Array {
  const width = sequence === EIGHT_SHORT ? 3 : 5;
  const escaped = 2 ** width - 1;
  const books = new Uint8Array(groups.length * mostBands);
  for (const group of groups.keys()) {
    for (let band = 0; band < mostBands; ) {
      const book = bits.bits(4);
      let length = 0;
      for (let more = escaped; more === escaped; ) {
        more = bits.bits(width);
        length += more;
      }
      if (book === 12 || band + length > mostBands) throw new DamagedFrame();
      books.fill(book, group * mostBands + band, group * mostBands + band + length);
      band += length;
    }
  }
  return books;
}

function readScales(bits: BitReader, { groups, mostBands }: Windows, books: Uint8Array, gain: number): Int16Array {
  const scales = new Int16Array(books.length);
  let scale = gain;
  let position = 0;
  let noise: number | undefined;
  for (let at = 0; at < groups.length * mostBands; at += 1) {
    const book = books[at];
    if (book === 0) continue;
    if (book === IN_PHASE || book === OUT_OF_PHASE) {
      position += readCode(bits, SCALE_CODES);
      scales[at] = position;
    } else if (book === NOISE) {
      noise = noise === undefined ? bits.bits(9) - 256 + gain - 90 : noise + readCode(bits, SCALE_CODES);
      scales[at] = noise;
    } else {
      scale += readCode(bits, SCALE_CODES);
      scales[at] = scale;
    }
  }
  return scales;
}

function readPulses(bits: BitReader, { bands }: Windows): { at: number; by: number }[] {
  const count = bits.bits(2) + 1;
  let at = bands[bits.bits(6)] ?? 0;
  return Array.from({ length: count }, () => {
    at += bits.bits(5);
    return { at, by: bits.bits(4) };
  });
}

function readShaping(bits: BitReader, { sequence, bands }: Windows): Channel['shaping'] {
  const isShort = sequence === EIGHT_SHORT;
  const found: Channel['shaping'] = [];
  for (let window = 0; window < (isShort ? 8 : 1); window += 1) {
    const count = bits.bits(isShort ? 1 : 2);
    const resolution = count > 0 ? bits.bit() + 3 : 0;
    let bottom = bands.length - 1;
    for (let filter = 0; filter < count; filter += 1) {
      const length = bits.bits(isShort ? 4 : 6);
      const order = bits.bits(isShort ? 3 : 5);
      const top = bottom;
      bottom = Math.max(0, top - length);
      if (order === 0) continue;
      const isDownward = bits.bit() === 1;
      const width = resolution - bits.bit();
      const factors = Array.from({ length: order }, () => reflection(bits.signed(width), resolution));
      found.push({ window, length: top - bottom, order, isDownward, factors: predictorOf(factors), bottom });
    }
  }
  return found;
}

function reflection(value: number, resolution: number): number {
  const half = 2 ** (resolution - 1);
  return Math.sin((value * Math.PI) / 2 / (value >= 0 ? half - 0.5 : half + 0.5));
}

/** Reflection coefficients become those of a filter. */
function predictorOf(reflections: readonly number[]): number[] {
  let factors: number[] = [];
  for (const [index, one] of reflections.entries()) {
    factors = [...factors.map((factor, at) => factor + one * (factors[index - 1 - at] ?? 0)), one];
  }
  return factors;
}

function readSpectrum(bits: BitReader, channel: Channel, pulses: readonly { at: number; by: number }[]): void {
  const { windows, books, scales, spectrum } = channel;
  const { groups, mostBands, bands } = windows;
  let first = 0;
  for (const [group, count] of groups.entries()) {
    for (let band = 0; band < mostBands; band += 1) {
      const at = group * mostBands + band;
      const book = books[at] ?? 0;
      if (book === 0 || book >= OUT_OF_PHASE) continue;
      const scale = 2 ** (((scales[at] ?? 0) - 100) / 4);
      for (let window = first; window < first + count; window += 1) {
        const start = window * SHORT + (bands[band] ?? 0);
        const end = window * SHORT + (bands[band + 1] ?? 0);
        if (book === NOISE) fillNoise(spectrum, start, end, 2 ** ((scales[at] ?? 0) / 4));
        else readBand(bits, spectrum, start, end, book);
        if (book === NOISE) continue;
        for (const pulse of pulses) if (pulse.at >= start && pulse.at < end) add(spectrum, pulse);
        for (let index = start; index < end; index += 1) {
          const value = spectrum[index] ?? 0;
          spectrum[index] = Math.sign(value) * Math.abs(value) ** (4 / 3) * scale;
        }
      }
    }
    first += count;
  }
}

function add(spectrum: Float64Array, { at, by }: { at: number; by: number }): void {
  const value = spectrum[at] ?? 0;
  spectrum[at] = value > 0 ? value + by : value - by;
}

/** Always the same noise: the same file gives the same samples. */
function fillNoise(spectrum: Float64Array, start: number, end: number, level: number): void {
  let seed = start * 7_919 + end;
  let energy = 0;
  for (let index = start; index < end; index += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    const value = seed / 2_147_483_648;
    spectrum[index] = value;
    energy += value * value;
  }
  const scale = energy > 0 ? level / Math.sqrt(energy) : 0;
  for (let index = start; index < end; index += 1) spectrum[index] = (spectrum[index] ?? 0) * scale;
}

/** Books 1 and 2 have four signed values, 3 and 4 four without a sign, 5 and 6 two signed ones, the others two without. */
function readBand(bits: BitReader, spectrum: Float64Array, start: number, end: number, book: number): void {
  const codes = SPECTRUM_CODES[book - 1];
  if (codes === undefined) throw new DamagedFrame();
  const isQuad = book <= 4;
  const isSigned = book <= 2 || book === 5 || book === 6;
  const base = BASES[book - 1] ?? 0;
  const lowest = isSigned ? (base - 1) / 2 : 0;
  const size = isQuad ? 4 : 2;
  for (let index = start; index < end; index += size) {
    let entry = readCode(bits, codes);
    for (let part = size - 1; part >= 0; part -= 1) {
      spectrum[index + part] = (entry % base) - lowest;
      entry = Math.floor(entry / base);
    }
    if (isSigned) continue;
    for (let part = 0; part < size; part += 1)
      if (spectrum[index + part] !== 0 && bits.bit() === 1) spectrum[index + part] = -(spectrum[index + part] ?? 0);
    if (book !== ESCAPE_BOOK) continue;
    for (let part = 0; part < size; part += 1)
      if (Math.abs(spectrum[index + part] ?? 0) === 16)
        spectrum[index + part] = Math.sign(spectrum[index + part] ?? 0) * readEscape(bits);
  }
}

const BASES = [3, 3, 3, 3, 9, 9, 8, 8, 13, 13, 17];

function readEscape(bits: BitReader): number {
  let width = 4;
  while (bits.bit() === 1) width += 1;
  if (width > 12) throw new DamagedFrame();
  return 2 ** width + bits.bits(width);
}

/** Middle and side become left and right; where only one of them was sent, its loudness on the other side. */
function joinPair(left: Channel, right: Channel, { isMid, maskPresent }: Pair): void {
  const { groups, mostBands, bands } = left.windows;
  let first = 0;
  for (const [group, count] of groups.entries()) {
    for (let band = 0; band < mostBands; band += 1) {
      const at = group * mostBands + band;
      const book = right.books[at] ?? 0;
      const isIntensity = book === IN_PHASE || book === OUT_OF_PHASE;
      const isJoined = isMid[at] === 1 && book !== NOISE && (left.books[at] ?? 0) !== NOISE;
      if (!isIntensity && !isJoined) continue;
      const sign = (book === IN_PHASE ? 1 : -1) * (maskPresent === 1 && isMid[at] === 1 ? -1 : 1);
      const loudness = sign * 0.5 ** ((right.scales[at] ?? 0) / 4);
      for (let window = first; window < first + count; window += 1) {
        const end = window * SHORT + (bands[band + 1] ?? 0);
        for (let index = window * SHORT + (bands[band] ?? 0); index < end; index += 1) {
          const one = left.spectrum[index] ?? 0;
          const other = right.spectrum[index] ?? 0;
          if (!isIntensity) left.spectrum[index] = one + other;
          right.spectrum[index] = isIntensity ? one * loudness : one - other;
        }
      }
    }
    first += count;
  }
}

/** Temporal noise shaping is undone after the channels were joined. */
function finish(channel: Channel, rateIndex: number): Channel {
  const { windows, spectrum } = channel;
  const isShort = windows.sequence === EIGHT_SHORT;
  const shaped = Math.min((isShort ? SHORT_SHAPED : LONG_SHAPED)[rateIndex] ?? 0, windows.mostBands);
  for (const { window, length, order, isDownward, factors, bottom } of channel.shaping) {
    const from = window * SHORT + (windows.bands[Math.min(bottom, shaped)] ?? 0);
    const to = window * SHORT + (windows.bands[Math.min(bottom + length, shaped)] ?? 0);
    const step = isDownward ? -1 : 1;
    let at = isDownward ? to - 1 : from;
    for (let done = 0; done < to - from; done += 1, at += step) {
      let value = spectrum[at] ?? 0;
      for (let back = 1; back <= Math.min(done, order); back += 1)
        value -= (spectrum[at - back * step] ?? 0) * (factors[back - 1] ?? 0);
      spectrum[at] = value;
    }
  }
  return channel;
}

function skipData(bits: BitReader): void {
  bits.skip(4);
  const isAligned = bits.bit() === 1;
  const count = bits.bits(8);
  const more = count === 255 ? bits.bits(8) : 0;
  if (isAligned) bits.align();
  bits.skip((count + more) * 8);
}

function skipFill(bits: BitReader): void {
  const count = bits.bits(4);
  bits.skip((count === 15 ? count + bits.bits(8) - 1 : count) * 8);
}

function skipProgram(bits: BitReader): void {
  bits.skip(10);
  const [front, side, back, low, data, coupling] = [4, 4, 4, 2, 3, 4].map((width) => bits.bits(width));
  for (const width of [4, 4, 3]) if (bits.bit() === 1) bits.skip(width);
  bits.skip(5 * ((front ?? 0) + (side ?? 0) + (back ?? 0) + (coupling ?? 0)) + 4 * ((low ?? 0) + (data ?? 0)));
  bits.align();
  bits.skip(bits.bits(8) * 8);
}

interface Codes {
  /** Of each length: the first code, how many there are, and where their entries begin. */
  lengths: readonly { first: number; count: number; from: number }[];
  entries: readonly number[];
}

function codesOf({ counts, entries }: { counts: readonly number[]; entries: readonly number[] }): Codes {
  let first = 0;
  let from = 0;
  const lengths = counts.map((count) => {
    first *= 2;
    const length = { first, count, from };
    first += count;
    from += count;
    return length;
  });
  return { lengths, entries };
}

const SPECTRUM_CODES = CODEBOOKS.map(codesOf);
const SCALE_CODES = codesOf(SCALE_CODEBOOK);

function readCode(bits: BitReader, { lengths, entries }: Codes): number {
  let code = 0;
  for (const { first, count, from } of lengths) {
    code = code * 2 + bits.bit();
    if (code - first < count) return entries[from + code - first] ?? 0;
  }
  throw new DamagedFrame();
}
