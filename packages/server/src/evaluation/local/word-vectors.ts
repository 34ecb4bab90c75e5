/**
 * The compact word table: 50,000 English words in order of frequency, each with a 100-dimensional int8 vector.
 * Made by tools/make-word-vectors.ts; read once per thread (about 25 ms), when it starts or on first use, and never changed afterwards.
 */
import { readFileSync } from 'node:fs';
import { type VectorRows, vectorRows } from './vector-rows.ts';

export interface WordVectors extends VectorRows {
  /** The word's place by frequency, or -1. */
  rowOf(word: string): number;
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
  return { ...vectorRows(cells, size, dimensions), rowOf: (word) => rows.get(word) ?? -1 };
}

let table: WordVectors | undefined;

/** An immutable asset, read when the first brick needs it. */
export function wordVectors(): WordVectors {
  table ??= parseTable(readFileSync(new URL('../../../assets/word-vectors.bin', import.meta.url)));
  return table;
}
