/** Ogg with Opus in it: pages become packets. Of several streams the first with Opus is read. */
import { type ByteReader, textOf, viewOf } from '../byte-reader.ts';
import { type SoundBlock, SoundError } from '../sound-block.ts';
import { decodeOpus } from './decode-opus.ts';

const PAGE_HEAD = 27;
const CONTINUES = 1;
const MOST_PACKET_BYTES = 1_048_576;

export async function* readOgg(reader: ByteReader): AsyncGenerator<SoundBlock> {
  const packets = packetsOf(reader);
  const first = await packets.next();
  if (first.done === true || textOf(first.value.subarray(0, 8)) !== 'OpusHead')
    throw new SoundError('The Ogg file has no Opus in it. Of Ogg files, those with Opus are read.');
  await packets.next(); // OpusTags
  yield* decodeOpus(first.value, packets);
}

async function* packetsOf(reader: ByteReader): AsyncGenerator<Uint8Array> {
  let serial: number | undefined;
  let parts: Uint8Array[] = [];
  for (;;) {
    const page = await nextPage(reader);
    if (page === undefined) return;
    if (serial === undefined && textOf(page.body.subarray(0, 8)) === 'OpusHead') serial = page.serial;
    if (serial === undefined && page.isFirst) continue; // another stream
    if (page.serial !== (serial ?? page.serial)) continue;
    if (!page.isContinued) parts = [];
    let at = 0;
    for (const length of page.segments) {
      parts.push(Uint8Array.from(page.body.subarray(at, at + length)));
      at += length;
      if (parts.length * 255 > MOST_PACKET_BYTES) throw new SoundError('The Ogg file is damaged: a packet has no end.');
      if (length === 255) continue;
      yield Buffer.concat(parts);
      parts = [];
    }
  }
}

interface Page {
  serial: number;
  isFirst: boolean;
  isContinued: boolean;
  segments: Uint8Array;
  body: Uint8Array;
}

async function nextPage(reader: ByteReader): Promise<Page | undefined> {
  while (reader.left >= PAGE_HEAD) {
    const head = await reader.peek(PAGE_HEAD);
    if (textOf(head.subarray(0, 4)) !== 'OggS') {
      reader.skip(1); // damaged: on to the next page
      continue;
    }
    const flags = head[5] ?? 0;
    const serial = viewOf(head).getUint32(14, true);
    const count = head[26] ?? 0;
    reader.skip(PAGE_HEAD);
    if (reader.left < count) return undefined;
    const segments = Uint8Array.from(await reader.take(count));
    const size = segments.reduce((sum, length) => sum + length, 0);
    if (reader.left < size) return undefined; // cut off in its last page
    const body = await reader.take(size);
    return { serial, isFirst: (flags & 2) !== 0, isContinued: (flags & CONTINUES) !== 0, segments, body };
  }
  return undefined;
}
