/**
 * ZIP archives, read by the directory at their end: nothing is unpacked before its size was checked, and nothing is written anywhere. A hostile
 * archive costs no more than its directory.
 */
import { cleanPath } from './source-file.ts';

export interface ZipEntry {
  path: string;
  packed: number;
  unpacked: number;
  method: number;
  isEncrypted: boolean;
  offset: number;
  modifiedMs: number | undefined;
}

/** A fault of the archive as a sentence about “it”. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

const MOST_ENTRIES = 200_000;
const MOST_DIRECTORY = 64 * 1024 * 1024;
export const MOST_UNPACKED = 128 * 1024 * 1024;
/** Exports shrink to a fiftieth; a bomb to a thousandth. */
const MOST_RATIO = 250;
const LEAST_ALLOWED = 4 * 1024 * 1024;
/** The record at the end with the longest comment, and the one for large archives before it. */
const LONGEST_END = 22 + 0xffff + 20;
const END = 0x06054b50;
const LARGE_LOCATOR = 0x07064b50;
const LARGE_END = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const DAMAGED = 'is a damaged ZIP archive: it may not have been copied to its end';

export async function readZipDirectory(blob: Blob): Promise<ZipEntry[]> {
  const { at, size, count } = await findDirectory(blob);
  if (count > MOST_ENTRIES)
    throw new ZipFault(`holds more than ${MOST_ENTRIES.toLocaleString('en')} files: unpack it, and import the folder`);
  if (size > MOST_DIRECTORY || at + size > blob.size) throw new ZipFault(DAMAGED);
  const entries = entriesOf(await viewOf(blob, at, at + size), count);
  // Honest entries lie side by side; those of a bomb share their bytes.
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > blob.size)
    throw new ZipFault('is not a usual ZIP archive: its entries overlap');
  return entries.filter(({ path }) => path !== '');
}

async function viewOf(blob: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}

async function findDirectory(blob: Blob): Promise<{ at: number; size: number; count: number }> {
  const start = Math.max(0, blob.size - LONGEST_END);
  const tail = await viewOf(blob, start, blob.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new ZipFault(DAMAGED);
  const small = {
    count: tail.getUint16(end + 10, true),
    size: tail.getUint32(end + 12, true),
    at: tail.getUint32(end + 16, true),
  };
  if (small.count < 0xffff && small.at < 0xffff_ffff) return small;
  if (end < 20 || tail.getUint32(end - 20, true) !== LARGE_LOCATOR) return small;
  const at = Number(tail.getBigUint64(end - 12, true));
  const large = at + 56 <= blob.size ? await viewOf(blob, at, at + 56) : undefined;
  if (large === undefined || large.getUint32(0, true) !== LARGE_END) throw new ZipFault(DAMAGED);
  const [count, size, first] = [32, 40, 48].map((each) => Number(large.getBigUint64(each, true)));
  return { count: count ?? 0, size: size ?? 0, at: first ?? 0 };
}

function entriesOf(view: DataView, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new ZipFault(DAMAGED);
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > view.byteLength) throw new ZipFault(DAMAGED);
    const name = nameOf(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
    if (!/[\\/]$/.test(name))
      entries.push({
        path: cleanPath(name),
        isEncrypted: (flags & 1) === 1,
        method: view.getUint16(at + 10, true),
        modifiedMs: momentOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
        ...placeOf(view, at, { from: at + 46 + nameLength, length: extraLength }),
      });
    at = next;
  }
  return entries;
}

/** Sizes and position; in archives beyond 4 GB they are in an extra field. */
function placeOf(view: DataView, at: number, extra: { from: number; length: number }) {
  const place = [24, 20, 42].map((each) => view.getUint32(at + each, true));
  for (let from = extra.from; from + 4 <= extra.from + extra.length; ) {
    const length = view.getUint16(from + 2, true);
    if (view.getUint16(from, true) === 1) {
      let value = from + 4;
      for (const [index, known] of place.entries()) {
        if (known !== 0xffff_ffff || value + 8 > Math.min(from + 4 + length, view.byteLength)) continue;
        place[index] = Number(view.getBigUint64(value, true));
        value += 8;
      }
    }
    from += 4 + length;
  }
  const [unpacked = 0, packed = 0, offset = 0] = place;
  return { unpacked, packed, offset };
}

function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** ZIP has local times without a zone. */
function momentOf(date: number, time: number): number | undefined {
  if (date === 0) return undefined;
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31];
  return new Date(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime();
}

/** The bytes of one entry. */
export async function unpackEntry(blob: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const { offset, packed, unpacked, method, isEncrypted } = entry;
  if (isEncrypted) throw new ZipFault('is encrypted: unpack the archive with its password, and import the folder');
  if (method !== 0 && method !== 8)
    throw new ZipFault('is packed by a rare method: unpack the archive, and import the folder');
  const most = Math.min(MOST_UNPACKED, Math.max(LEAST_ALLOWED, MOST_RATIO * packed));
  if (unpacked > most) throw new ZipFault(tooLarge(unpacked));
  const local = offset + 30 <= blob.size ? await viewOf(blob, offset, offset + 30) : undefined;
  if (local === undefined || local.getUint32(0, true) !== LOCAL) throw new ZipFault(DAMAGED);
  const begin = offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const content = blob.slice(begin, begin + packed);
  const bytes =
    method === 0 ? new Uint8Array(await content.arrayBuffer()) : await inflate(content, 'deflate-raw', most);
  if (bytes.length !== unpacked) throw new ZipFault(DAMAGED);
  return bytes;
}

function tooLarge(size: number): string {
  return `has ${Math.ceil(size / 1024 / 1024).toLocaleString('en')} MB when it is unpacked, more than is read from an archive: unpack it, and import the folder`;
}

/** What the archive says of the size may be wrong: the limit holds whatever comes out. */
export async function inflate(
  content: Blob,
  format: 'deflate-raw' | 'gzip',
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = content.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most) throw new ZipFault(tooLarge(length));
      parts.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof ZipFault ? error : new ZipFault(DAMAGED);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
