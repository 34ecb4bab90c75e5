/** JSON lines of any size, read line by line with little memory: neither the whole file nor an overlong line is held in memory. */
import { createReadStream } from 'node:fs';
import type { BulkFile, BulkRow, RowContent } from './bulk-file.ts';

const LINE_FEED = 0x0a;
/** Per line; the service accepts no larger conversation by default. */
const LONGEST_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

export async function openJsonLines(path: string): Promise<BulkFile> {
  return { rows: await countLines(path), read: (from, to) => readRows(path, from, to) };
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  let last = LINE_FEED;
  for await (const chunk of chunksOf(path)) {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  return last === LINE_FEED ? lines : lines + 1;
}

/** Empty lines are rows without anything in them. */
async function* readRows(path: string, from: number, to: number): AsyncGenerator<BulkRow, void, undefined> {
  let row = 0;
  for await (const line of linesOf(path, to)) {
    row += 1;
    if (row <= from) continue;
    const read = readLine(line);
    if (read !== undefined) yield { row, ...read };
  }
}

function readLine(line: Buffer | 'too long'): RowContent | undefined {
  if (line === 'too long') return { fault: `The line has more than ${LONGEST_BYTES} bytes.` };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return { fault: 'The line is not UTF-8.' };
  }
  if (text.trim() === '') return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'The line is not JSON.' };
  }
}

/** The first `count` lines. */
async function* linesOf(path: string, count: number): AsyncGenerator<Buffer | 'too long', void, undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let left = count;
  const take = () => {
    const line = bytes > LONGEST_BYTES ? ('too long' as const) : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    left -= 1;
    return line;
  };
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes > LONGEST_BYTES) parts = [];
    else parts.push(part);
  };
  if (left <= 0) return;
  for await (const chunk of chunksOf(path)) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, at));
      start = at + 1;
      yield take();
      if (left === 0) return;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}

function chunksOf(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}
