/** WebM (and Matroska) with Opus in it. Containers are simply entered, so those without a size, as browsers record them, need nothing special. */
import type { ByteReader } from '../byte-reader.ts';
import { cutOff, type SoundBlock, SoundError } from '../sound-block.ts';
import { decodeOpus } from './decode-opus.ts';

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const BLOCK_GROUP = 0xa0;
const ENTERED: ReadonlySet<number> = new Set([SEGMENT, CLUSTER, TRACKS, TRACK, BLOCK_GROUP]);
const TRACK_NUMBER = 0xd7;
const CODEC = 0x86;
const CODEC_PRIVATE = 0x63a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
const KEPT: ReadonlySet<number> = new Set([TRACK_NUMBER, CODEC, CODEC_PRIVATE, SIMPLE_BLOCK, BLOCK]);
/** Sizes above this are those of files that are written while somebody records. */
const UNKNOWN = 2 ** 40;
const MOST_KEPT_BYTES = 1_048_576;

interface Track {
  number: number;
  codec: string;
  head?: Uint8Array;
}

export async function* readWebm(reader: ByteReader): AsyncGenerator<SoundBlock> {
  const tracks: Track[] = [];
  const packets = packetsOf(reader, tracks);
  const first = await packets.next();
  const opus = tracks.find(({ codec }) => codec === 'A_OPUS');
  if (opus === undefined)
    throw new SoundError('The WebM file has no Opus in it. Of WebM and Matroska files, those with Opus are read.');
  yield* decodeOpus(opus.head, withFirst(first, packets));
}

async function* withFirst(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** Of the first track with Opus; fills `tracks` before the first packet. */
async function* packetsOf(reader: ByteReader, tracks: Track[]): AsyncGenerator<Uint8Array, void> {
  while (reader.left > 1) {
    const id = await readId(reader);
    const size = await readSize(reader);
    if (ENTERED.has(id)) {
      if (id === SEGMENT && size < UNKNOWN && size > reader.left) throw cutOff();
      if (id === TRACK) tracks.push({ number: 0, codec: '' });
      continue;
    }
    if (!KEPT.has(id) || size > MOST_KEPT_BYTES) {
      reader.skip(size);
      continue;
    }
    if (reader.left < size) return; // cut off in its last block
    const content = Uint8Array.from(await reader.take(size));
    const track = tracks.at(-1);
    if (id === SIMPLE_BLOCK || id === BLOCK) {
      const opus = tracks.find(({ codec }) => codec === 'A_OPUS');
      if (opus === undefined) return;
      yield* framesOf(content, opus.number);
    } else if (track !== undefined) {
      if (id === TRACK_NUMBER) track.number = content.reduce((sum, byte) => sum * 256 + byte, 0);
      else if (id === CODEC) track.codec = Buffer.from(content).toString('latin1').replace(/\0+$/, '');
      else track.head = content;
    }
  }
}

async function readId(reader: ByteReader): Promise<number> {
  const [first = 0] = await reader.peek(1);
  const length = Math.clz32(first) - 23;
  if (length > 4) throw new SoundError('The WebM file is damaged: an element has no name.');
  return (await reader.take(length)).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Unknown sizes are all ones; only what is entered may have one. */
async function readSize(reader: ByteReader): Promise<number> {
  const [first = 0] = await reader.peek(1);
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new SoundError('The WebM file is damaged: an element has no size.');
  const bytes = await reader.take(length);
  return bytes.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xff >> length) : byte), 0);
}

/** A block holds the number of its track, a time, flags, and one frame or several. */
function* framesOf(block: Uint8Array, track: number): Generator<Uint8Array> {
  const [number, afterNumber] = numberAt(block, 0);
  if (number !== track) return;
  const flags = block[afterNumber + 2] ?? 0;
  const lacing = (flags >> 1) & 3;
  const at = afterNumber + 3;
  if (lacing === 0) {
    yield block.subarray(at);
    return;
  }
  const count = (block[at] ?? 0) + 1;
  const { sizes, from } = sizesOf(block, at + 1, lacing, count);
  let start = from;
  for (const size of sizes) {
    yield block.subarray(start, start + size);
    start += size;
  }
}

const XIPH = 1;
const FIXED = 2;

function sizesOf(block: Uint8Array, at: number, lacing: number, count: number): { sizes: number[]; from: number } {
  if (lacing === FIXED) {
    const each = Math.floor((block.length - at) / count);
    return { sizes: Array.from({ length: count }, () => each), from: at };
  }
  const sizes: number[] = [];
  let next = at;
  for (let index = 0; index < count - 1; index += 1) {
    if (lacing === XIPH) {
      let size = 0;
      for (let byte = 255; byte === 255; next += 1) {
        byte = block[next] ?? 0;
        size += byte;
      }
      sizes.push(size);
    } else {
      const [value, after] = numberAt(block, next);
      const half = 2 ** (7 * (after - next) - 1) - 1;
      sizes.push(index === 0 ? value : (sizes[index - 1] ?? 0) + value - half);
      next = after;
    }
  }
  const rest = block.length - next - sizes.reduce((sum, size) => sum + size, 0);
  return { sizes: [...sizes, rest], from: next };
}

function numberAt(bytes: Uint8Array, at: number): [value: number, after: number] {
  const first = bytes[at] ?? 0x80;
  const length = Math.min(8, Math.clz32(first) - 23);
  let value = first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return [value, at + length];
}
