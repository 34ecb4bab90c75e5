/** FLAC, frame by frame. Checksums are not compared: a damaged frame sounds wrong, which the transcript shows. */
import type { ByteReader } from '../byte-reader.ts';
import { cutOff, type SoundBlock, SoundError } from '../sound-block.ts';
import { BitReader, OutOfBits } from './bit-reader.ts';

interface StreamInfo {
  sampleRate: number;
  channels: number;
  bits: number;
  /** 0 if the encoder did not know. */
  frames: number;
}

/** Enough for almost every frame; otherwise twice as much is tried. */
const FIRST_BYTES = 65_536;
const MOST_BYTES = 8_388_608;
const STREAM_INFO = 0;

export async function* readFlac(reader: ByteReader): AsyncGenerator<SoundBlock> {
  const info = await readMetadata(reader);
  let frames = 0;
  while (reader.left > 8) {
    const block = await readFrame(reader, info);
    frames += block.channels[0]?.length ?? 0;
    yield block;
  }
  if (frames < info.frames) throw cutOff();
}

async function readMetadata(reader: ByteReader): Promise<StreamInfo> {
  reader.skip(4); // fLaC
  let info: StreamInfo | undefined;
  for (let isLast = false; !isLast; ) {
    const head = new BitReader(await reader.take(4));
    isLast = head.bit() === 1;
    const type = head.bits(7);
    const size = head.bits(24);
    const next = reader.at + size;
    if (type === STREAM_INFO) {
      const bits = new BitReader(await reader.take(34), 80); // behind the sizes of blocks and frames
      info = {
        ...{ sampleRate: bits.bits(20), channels: bits.bits(3) + 1, bits: bits.bits(5) + 1 },
        frames: bits.bits(4) * 2 ** 32 + bits.bits(16) * 2 ** 16 + bits.bits(16),
      };
    }
    reader.seek(next);
  }
  if (info === undefined || info.sampleRate === 0)
    throw new SoundError('The FLAC file is damaged: it has no description.');
  return info;
}

async function readFrame(reader: ByteReader, info: StreamInfo): Promise<SoundBlock> {
  for (let size = FIRST_BYTES; ; size *= 2) {
    const bytes = await reader.peek(size);
    const bits = new BitReader(bytes);
    try {
      const block = decodeFrame(bits, info);
      reader.skip(bits.at >> 3);
      return block;
    } catch (error) {
      if (!(error instanceof OutOfBits)) throw error;
      if (bytes.length < size) throw cutOff();
      if (size >= MOST_BYTES) throw new SoundError('The FLAC file is damaged: a frame has no end.');
    }
  }
}

const BLOCK_SIZES = [0, 192, 576, 1_152, 2_304, 4_608, 0, 0, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768];
const SAMPLE_RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const SAMPLE_BITS = [0, 8, 12, 0, 16, 20, 24, 32];
const LEFT_SIDE = 8;
const SIDE_RIGHT = 9;
const MID_SIDE = 10;

function decodeFrame(bits: BitReader, info: StreamInfo): SoundBlock {
  if (bits.bits(14) !== 0x3ffe)
    throw new SoundError('The FLAC file is damaged: a frame does not begin where it should.');
  bits.skip(2);
  const sizeCode = bits.bits(4);
  const rateCode = bits.bits(4);
  const assignment = bits.bits(4);
  const bitsCode = bits.bits(3);
  bits.skip(1);
  skipNumber(bits);
  const size = sizeCode === 6 ? bits.bits(8) + 1 : sizeCode === 7 ? bits.bits(16) + 1 : (BLOCK_SIZES[sizeCode] ?? 0);
  const sampleRate = rateOf(bits, rateCode) || info.sampleRate;
  bits.skip(8); // checksum of the header
  const depth = SAMPLE_BITS[bitsCode] || info.bits;
  const isStereoPair = assignment >= LEFT_SIDE;
  const count = isStereoPair ? 2 : assignment + 1;
  const lists: Int32Array[] = [];
  for (let channel = 0; channel < count; channel += 1) {
    const isSide = assignment === SIDE_RIGHT ? channel === 0 : isStereoPair && channel === 1;
    lists.push(decodeSubframe(bits, size, isSide ? depth + 1 : depth));
  }
  bits.align();
  bits.skip(16); // checksum of the frame
  if (bits.left < 0) throw new OutOfBits();
  const [first, second] = lists;
  if (isStereoPair && first !== undefined && second !== undefined) joinStereo(first, second, assignment);
  const scale = 2 ** (1 - depth);
  return { sampleRate, channels: lists.map((list) => Float32Array.from(list, (sample) => sample * scale)) };
}

/** The number of the frame or sample, written like a character in UTF-8. */
function skipNumber(bits: BitReader): void {
  let first = bits.bits(8);
  while ((first & 0xc0) === 0xc0) {
    bits.skip(8);
    first = (first << 1) & 0xff;
  }
}

function rateOf(bits: BitReader, code: number): number {
  if (code === 12) return bits.bits(8) * 1_000;
  if (code === 13) return bits.bits(16);
  if (code === 14) return bits.bits(16) * 10;
  return SAMPLE_RATES[code] ?? 0;
}

function joinStereo(first: Int32Array, second: Int32Array, assignment: number): void {
  for (let index = 0; index < first.length; index += 1) {
    const one = first[index] ?? 0;
    const other = second[index] ?? 0;
    if (assignment === LEFT_SIDE) second[index] = one - other;
    else if (assignment === SIDE_RIGHT) first[index] = one + other;
    else if (assignment === MID_SIDE) {
      const sum = one * 2 + (other & 1);
      first[index] = (sum + other) >> 1;
      second[index] = (sum - other) >> 1;
    }
  }
}

function decodeSubframe(bits: BitReader, size: number, depth: number): Int32Array {
  bits.skip(1);
  const type = bits.bits(6);
  const wasted = bits.bit() === 1 ? bits.unary() + 1 : 0;
  const width = depth - wasted;
  const samples = new Int32Array(size);
  if (type === 0) samples.fill(bits.signed(width));
  else if (type === 1) for (let index = 0; index < size; index += 1) samples[index] = bits.signed(width);
  else if (type >= 8 && type <= 12) predictFixed(bits, samples, type - 8, width);
  else if (type >= 32) predictLinear(bits, samples, type - 31, width);
  else throw new SoundError('The FLAC file is damaged: it has a kind of frame that does not exist.');
  if (wasted > 0) for (let index = 0; index < size; index += 1) samples[index] = (samples[index] ?? 0) << wasted;
  return samples;
}

const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function predictFixed(bits: BitReader, samples: Int32Array, order: number, width: number): void {
  for (let index = 0; index < order; index += 1) samples[index] = bits.signed(width);
  readResidual(bits, samples, order);
  restore(samples, FIXED[order] ?? [], 0);
}

function predictLinear(bits: BitReader, samples: Int32Array, order: number, width: number): void {
  for (let index = 0; index < order; index += 1) samples[index] = bits.signed(width);
  const precision = bits.bits(4) + 1;
  const shift = bits.signed(5);
  const factors = Array.from({ length: order }, () => bits.signed(precision));
  readResidual(bits, samples, order);
  restore(samples, factors, Math.max(0, shift));
}

/** Residuals become samples. Products may exceed 32 bits, so they are added up as floating point, which is exact to 53. */
function restore(samples: Int32Array, factors: readonly number[], shift: number): void {
  const scale = 2 ** shift;
  const order = factors.length;
  for (let index = order; index < samples.length; index += 1) {
    let sum = 0;
    for (let back = 0; back < order; back += 1) sum += (factors[back] ?? 0) * (samples[index - 1 - back] ?? 0);
    samples[index] = (samples[index] ?? 0) + Math.floor(sum / scale);
  }
}

function readResidual(bits: BitReader, samples: Int32Array, order: number): void {
  const method = bits.bits(2);
  const parameterBits = method === 0 ? 4 : 5;
  const escaped = method === 0 ? 15 : 31;
  const partitions = 2 ** bits.bits(4);
  const each = samples.length / partitions;
  if (method > 1 || !Number.isInteger(each))
    throw new SoundError('The FLAC file is damaged: its residuals cannot be read.');
  let index = order;
  for (let partition = 1; partition <= partitions; partition += 1) {
    const parameter = bits.bits(parameterBits);
    const raw = parameter === escaped ? bits.bits(5) : undefined;
    for (const end = partition * each; index < end; index += 1)
      samples[index] = raw === undefined ? readRice(bits, parameter) : raw === 0 ? 0 : bits.signed(raw);
  }
}

function readRice(bits: BitReader, parameter: number): number {
  const value = bits.unary() * 2 ** parameter + bits.bits(parameter);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
