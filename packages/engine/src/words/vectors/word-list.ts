/**
 * A list of words and a hash table from word to index, in memory that threads can share: a thread that is handed it has
 * nothing to build, where a Map of 50,000 words takes one 20 ms and 5 MB.
 */
export interface SharedWords {
  /** Words, then where each begins, then the slots. */
  buffer: SharedArrayBuffer;
  size: number;
  startsAt: number;
  slotsAt: number;
}

/** A power of two, some two and a half times as many as words: most look-ups end at the first slot. */
const SLOTS = 131_072;
const LINE_FEED = 10;
const WIDEST_BYTE = 255;
/** FNV-1a. */
const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;
const CELL = Uint32Array.BYTES_PER_ELEMENT;

function align(bytes: number): number {
  return Math.ceil(bytes / CELL) * CELL;
}

/** From words in Latin-1 with a line feed between two. */
export function shareWords(list: Uint8Array, size: number): SharedWords {
  const startsAt = align(list.length + 1);
  const slotsAt = startsAt + CELL * (size + 1);
  const buffer = new SharedArrayBuffer(slotsAt + CELL * SLOTS);
  const bytes = new Uint8Array(buffer);
  bytes.set(list);
  bytes[list.length] = LINE_FEED;
  const starts = new Uint32Array(buffer, startsAt, size + 1);
  const slots = new Uint32Array(buffer, slotsAt, SLOTS);
  let hash = HASH_START;
  let row = 0;
  for (let index = 0; index <= list.length; index += 1) {
    const byte = bytes[index] ?? LINE_FEED;
    if (byte !== LINE_FEED) {
      hash = Math.imul(hash ^ byte, HASH_FACTOR);
      continue;
    }
    let slot = hash & (SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    row += 1;
    slots[slot] = row;
    starts[row] = index + 1;
    hash = HASH_START;
  }
  return { buffer, size, startsAt, slotsAt };
}

/** The index of a word in the list, or -1. */
export function wordFinder({ buffer, size, startsAt, slotsAt }: SharedWords): (word: string) => number {
  const bytes = new Uint8Array(buffer);
  const starts = new Uint32Array(buffer, startsAt, size + 1);
  const slots = new Uint32Array(buffer, slotsAt, SLOTS);

  function isAt(row: number, word: string): boolean {
    const start = starts[row] ?? 0;
    if ((starts[row + 1] ?? 0) - 1 - start !== word.length) return false;
    for (let index = 0; index < word.length; index += 1) {
      if (bytes[start + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  return (word) => {
    let hash = HASH_START;
    for (let index = 0; index < word.length; index += 1) {
      const code = word.charCodeAt(index);
      if (code > WIDEST_BYTE) return -1;
      hash = Math.imul(hash ^ code, HASH_FACTOR);
    }
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const held = slots[slot] ?? 0;
      if (held === 0) return -1;
      if (isAt(held - 1, word)) return held - 1;
    }
  };
}

/** The word at an index of the list. */
export function wordReader({ buffer, size, startsAt }: SharedWords): (row: number) => string {
  const bytes = new Uint8Array(buffer);
  const starts = new Uint32Array(buffer, startsAt, size + 1);
  return (row) => {
    const word = bytes.subarray(starts[row] ?? 0, Math.max(0, (starts[row + 1] ?? 1) - 1));
    return Buffer.from(word).toString('latin1');
  };
}
