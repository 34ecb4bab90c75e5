/**
 * MP4 and M4A with AAC or Opus: the table of contents contains the position of each frame, wherever the table is in the file. Fragments, as
 * recorded by browsers, too.
 */
import { type ByteReader, textOf, viewOf } from '../byte-reader.ts';
import { cutOff, type SoundBlock, SoundError } from '../sound-block.ts';
import { AacDecoder, aacFormatOf } from './decode-aac.ts';
import { decodeOpus } from './decode-opus.ts';

interface Track {
  id: number;
  codec: 'aac' | 'opus';
  config: Uint8Array;
  samples: Samples;
}

/** Runs of frames that follow each other in the file. */
type Samples = { at: number; sizes: ArrayLike<number> }[];

interface Box {
  type: string;
  /** Of its content. */
  from: number;
  end: number;
  isWhole: boolean;
}

const MOST_TABLE_BYTES = 16_000_000;
const MOST_FRAME_BYTES = 1_048_576;
const CONTAINERS = ['trak', 'mdia', 'minf', 'stbl'];

export async function* readMp4(reader: ByteReader): AsyncGenerator<SoundBlock> {
  let track: Track | undefined;
  let hasContents = false; // It is usually written last.
  const fragments: Samples = [];
  for await (const box of boxesOf(reader, 0, reader.size)) {
    if (box.type === 'moov') {
      hasContents = box.isWhole;
      track ??= await findTrack(reader, box);
    } else if (box.type === 'moof') fragments.push(...(await readFragment(reader, box, track?.id)));
  }
  if (!hasContents) throw cutOff();
  if (track === undefined)
    throw new SoundError('The MP4 file has no sound that is read. Of MP4 and M4A files, those with AAC or Opus are.');
  const frames = framesOf(reader, track.samples, fragments);
  if (track.codec === 'opus') yield* decodeOpus(track.config, frames);
  else yield* decodeFrames(new AacDecoder(aacFormatOf(track.config)), frames);
}

async function* decodeFrames(decoder: AacDecoder, frames: AsyncIterable<Uint8Array>): AsyncGenerator<SoundBlock> {
  for await (const frame of frames) {
    const block = decoder.decode(frame);
    if (block !== undefined) yield block;
  }
}

async function* framesOf(reader: ByteReader, known: Samples, fragments: Samples): AsyncGenerator<Uint8Array> {
  for (const { at, sizes } of [...known, ...fragments]) {
    reader.seek(at);
    for (let index = 0; index < sizes.length; index += 1) {
      const size = sizes[index] ?? 0;
      if (size > MOST_FRAME_BYTES) throw new SoundError('The MP4 file is damaged: a frame is too large.');
      // A recording that was killed ends in the middle of a fragment.
      if (reader.left < size && fragments.length > 0) return;
      yield await reader.take(size);
    }
  }
}

async function* boxesOf(reader: ByteReader, from: number, end: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= end; ) {
    reader.seek(at);
    const head = await reader.peek(16);
    const view = viewOf(head);
    const short = view.getUint32(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(view.getBigUint64(8)) : short === 0 ? end - at : short;
    const headBytes = isLong ? 16 : 8;
    if (size < headBytes) throw new SoundError('The MP4 file is damaged: a part of it has no size.');
    yield {
      type: textOf(head.subarray(4, 8)),
      from: at + headBytes,
      end: Math.min(end, at + size),
      isWhole: at + size <= end,
    };
    at += size;
  }
}

/** Boxes of the kinds wanted, at any depth of a track. */
async function collect(reader: ByteReader, { from, end }: Box, into: Map<string, Box>): Promise<Map<string, Box>> {
  for await (const box of boxesOf(reader, from, end)) {
    if (CONTAINERS.includes(box.type)) await collect(reader, box, into);
    else into.set(box.type, box);
  }
  return into;
}

async function contentOf(reader: ByteReader, box: Box | undefined): Promise<DataView> {
  if (box === undefined) return new DataView(new ArrayBuffer(16));
  if (box.end - box.from > MOST_TABLE_BYTES) throw new SoundError('The MP4 file is damaged: a table is too large.');
  reader.seek(box.from);
  return viewOf(Uint8Array.from(await reader.take(box.end - box.from)));
}

async function findTrack(reader: ByteReader, moov: Box): Promise<Track | undefined> {
  for await (const box of boxesOf(reader, moov.from, moov.end)) {
    if (box.type !== 'trak') continue;
    const parts = await collect(reader, box, new Map());
    const handler = await contentOf(reader, parts.get('hdlr'));
    if (textAt(handler, 8) !== 'soun') continue;
    const format = formatOf(await contentOf(reader, parts.get('stsd')));
    if (format === undefined) continue;
    const header = await contentOf(reader, parts.get('tkhd'));
    const id = header.getUint32(header.getUint8(0) === 1 ? 20 : 12);
    return { id, ...format, samples: await samplesOf(reader, parts) };
  }
  return undefined;
}

function textAt(view: DataView, at: number): string {
  return at + 4 > view.byteLength ? '' : textOf(new Uint8Array(view.buffer, view.byteOffset + at, 4));
}

/** Behind eight bytes each description of a codec: 36 bytes that are alike, then boxes. QuickTime has 16 bytes more, which a search skips. */
function formatOf(view: DataView): Pick<Track, 'codec' | 'config'> | undefined {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const codec = textAt(view, 12);
  const find = (name: string) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(name, 44, 'latin1');
  if (codec === 'mp4a') {
    const at = find('esds');
    const config = at < 0 ? undefined : aacConfigOf(bytes.subarray(at + 8));
    return config && { codec: 'aac', config };
  }
  if (codec === 'Opus') {
    const at = find('dOps');
    if (at < 0) return undefined;
    const head = new Uint8Array(19);
    head.set(Buffer.from('OpusHead', 'latin1'));
    head[9] = bytes[at + 5] ?? 1;
    new DataView(head.buffer).setUint16(10, view.getUint16(at + 6), true);
    return { codec: 'opus', config: head };
  }
  return undefined;
}

/** Descriptors within each other, each with a tag and a length of up to four bytes; the innermost is the configuration. */
function aacConfigOf(bytes: Uint8Array): Uint8Array | undefined {
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at];
    at += 1;
    let length = 0;
    for (let more = 0x80; more !== 0; at += 1) {
      const byte = bytes[at] ?? 0;
      length = length * 128 + (byte & 0x7f);
      more = byte & 0x80;
    }
    if (tag === 5) return bytes.slice(at, at + length);
    if (tag === 3) at += 3 + optionalBytes(bytes[at + 2] ?? 0);
    else if (tag === 4) at += 13;
    else at += length;
  }
  return undefined;
}

function optionalBytes(flags: number): number {
  return ((flags & 0x80) !== 0 ? 2 : 0) + ((flags & 0x20) !== 0 ? 2 : 0);
}

async function samplesOf(reader: ByteReader, parts: ReadonlyMap<string, Box>): Promise<Samples> {
  const sizes = await contentOf(reader, parts.get('stsz'));
  const runs = await contentOf(reader, parts.get('stsc'));
  const is64 = parts.has('co64');
  const chunks = await contentOf(reader, parts.get(is64 ? 'co64' : 'stco'));
  const same = sizes.getUint32(4);
  const total = sizes.getUint32(8);
  const sizeOf = (index: number) => (same > 0 ? same : sizes.getUint32(12 + 4 * index));
  const found: Samples = [];
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunks.getUint32(4) && sample < total; chunk += 1) {
    while (run + 1 < runs.getUint32(4) && runs.getUint32(8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    const count = Math.min(runs.getUint32(12 + 12 * run), total - sample);
    const at = is64 ? Number(chunks.getBigUint64(8 + 8 * chunk)) : chunks.getUint32(8 + 4 * chunk);
    const first = sample;
    found.push({ at, sizes: Uint32Array.from({ length: count }, (_, index) => sizeOf(first + index)) });
    sample += count;
  }
  return found;
}

/** A fragment's frames, where its header gives each of them a size. */
async function readFragment(reader: ByteReader, moof: Box, track: number | undefined): Promise<Samples> {
  const found: Samples = [];
  for await (const traf of boxesOf(reader, moof.from, moof.end)) {
    if (traf.type !== 'traf') continue;
    const parts: { box: Box; view: DataView }[] = [];
    for await (const box of boxesOf(reader, traf.from, traf.end)) {
      if (box.type === 'tfhd' || box.type === 'trun') parts.push({ box, view: await contentOf(reader, box) });
    }
    const header = parts.find(({ box }) => box.type === 'tfhd')?.view;
    if (header === undefined || (track !== undefined && header.getUint32(4) !== track)) continue;
    const start = moof.from - 8;
    for (const { box, view } of parts) if (box.type === 'trun') found.push(runOf(view, defaultsOf(header, start)));
  }
  return found;
}

interface Defaults {
  from: number;
  size: number;
}

function defaultsOf(view: DataView, start: number): Defaults {
  const flags = view.getUint32(0) & 0xffffff;
  let at = 8;
  let from = start;
  if ((flags & 1) !== 0) {
    from = Number(view.getBigUint64(at));
    at += 8;
  }
  if ((flags & 2) !== 0) at += 4;
  if ((flags & 8) !== 0) at += 4;
  return { from, size: (flags & 0x10) !== 0 ? view.getUint32(at) : 0 };
}

function runOf(view: DataView, { from, size }: Defaults): Samples[number] {
  const flags = view.getUint32(0) & 0xffffff;
  const count = Math.min(view.getUint32(4), view.byteLength);
  let at = 8;
  let offset = 0;
  if ((flags & 1) !== 0) {
    offset = view.getInt32(at);
    at += 4;
  }
  if ((flags & 4) !== 0) at += 4;
  const before = (flags & 0x100) !== 0 ? 4 : 0;
  const hasSize = (flags & 0x200) !== 0;
  const step = before + (hasSize ? 4 : 0) + ((flags & 0x400) !== 0 ? 4 : 0) + ((flags & 0x800) !== 0 ? 4 : 0);
  const sizes = Uint32Array.from({ length: count }, (_, index) =>
    hasSize ? view.getUint32(at + index * step + before) : size,
  );
  return { at: from + offset, sizes };
}
