/**
 * The compact word table: 50,000 English words in order of frequency, each with a 100-dimensional int8 vector.
 * Made by tools/make-word-vectors.ts; read once per thread (about 25 ms), when it starts or on first use, and never changed afterwards.
 */
import { readFileSync } from 'node:fs';

export interface WordVectors {
  size: number;
  dimensions: number;
  /** The word's place by frequency, or -1. */
  rowOf(word: string): number;
  /** Cosine of two rows. */
  similarity(left: number, right: number): number;
  /** Adds `factor` times the unit vector of `row` to `target`. */
  addTo(target: Float64Array, row: number, factor: number): void;
}

const HEADER_BYTES = 16;

function parseTable(bytes: Buffer): WordVectors {
  const size = bytes.readUInt32LE(4);
  const dimensions = bytes.readUInt32LE(8);
  const listBytes = bytes.readUInt32LE(12);
  if (bytes.toString('latin1', 0, 4) !== 'BWV1') throw new Error('word-vectors.bin is not a word table');
  const rows = new Map<string, number>();
  for (const word of bytes.toString('latin1', HEADER_BYTES, HEADER_BYTES + listBytes).split('\n')) {
    rows.set(word, rows.size);
  }
  const offset = bytes.byteOffset + HEADER_BYTES + listBytes;
  const cells = new Int8Array(bytes.buffer, offset, size * dimensions);
  const lengths = new Float64Array(size);

  function lengthOf(row: number): number {
    const known = lengths[row] ?? 0;
    if (known > 0) return known;
    let sum = 0;
    for (let cell = row * dimensions; cell < (row + 1) * dimensions; cell += 1) sum += (cells[cell] ?? 0) ** 2;
    const length = Math.sqrt(sum) || 1;
    lengths[row] = length;
    return length;
  }

  return {
    size,
    dimensions,
    rowOf: (word) => rows.get(word) ?? -1,
    similarity(left, right) {
      const from = left * dimensions;
      const to = right * dimensions;
      let sum = 0;
      for (let cell = 0; cell < dimensions; cell += 1) {
        // Whole numbers: the sum stays below 2^21, and integer arithmetic is twice as fast here.
        sum = (sum + Math.imul(cells[from + cell] ?? 0, cells[to + cell] ?? 0)) | 0;
      }
      return sum / (lengthOf(left) * lengthOf(right));
    },
    addTo(target, row, factor) {
      const scale = factor / lengthOf(row);
      const from = row * dimensions;
      for (let cell = 0; cell < dimensions; cell += 1) {
        target[cell] = (target[cell] ?? 0) + (cells[from + cell] ?? 0) * scale;
      }
    },
  };
}

let table: WordVectors | undefined;

/** The one module-level value of this room: an immutable asset, read when the first brick needs it. */
export function wordVectors(): WordVectors {
  table ??= parseTable(readFileSync(new URL('../../../assets/word-vectors.bin', import.meta.url)));
  return table;
}
