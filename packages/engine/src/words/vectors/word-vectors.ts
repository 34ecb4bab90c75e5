/**
 * The compact word table: 50,000 English words in order of frequency, each with a 100-dimensional int8 vector.
 * Made by tools/make-word-vectors.ts; read once per process (about 20 ms) into memory that all threads share, and never changed.
 */
import { readFileSync } from 'node:fs';
import { type SharedRows, shareRows, type VectorRows, vectorRows } from './vector-rows.ts';
import { type SharedWords, shareWords, wordFinder, wordReader } from './word-list.ts';

export interface WordVectors extends VectorRows {
  /** The word's rank by frequency, or -1. */
  rowOf(word: string): number;
  wordAt(row: number): string;
}

export interface SharedWordTable {
  words: SharedWords;
  rows: SharedRows;
}

const HEADER_BYTES = 16;

function parseTable(bytes: Buffer): SharedWordTable {
  if (bytes.toString('latin1', 0, 4) !== 'BWV1') throw new Error('word-vectors.bin is not a word table');
  const size = bytes.readUInt32LE(4);
  const dimensions = bytes.readUInt32LE(8);
  const listEnd = HEADER_BYTES + bytes.readUInt32LE(12);
  const cells = new Int8Array(bytes.buffer, bytes.byteOffset + listEnd, size * dimensions);
  return { words: shareWords(bytes.subarray(HEADER_BYTES, listEnd), size), rows: shareRows(cells, size, dimensions) };
}

let shared: SharedWordTable | undefined;
let vectors: WordVectors | undefined;

/** What a thread hands to those it starts: an immutable asset, read when it is first needed. */
export function sharedWordTable(): SharedWordTable {
  shared ??= parseTable(readFileSync(new URL('../../../assets/word-vectors.bin', import.meta.url)));
  return shared;
}

/** In a thread that was started without it, the table is read when it is first needed. */
export function adoptWordTable(given: unknown): void {
  if (isWordTable(given)) shared = given;
}

function isWordTable(given: unknown): given is SharedWordTable {
  return typeof given === 'object' && given !== null && 'words' in given && 'rows' in given;
}

export function wordVectors(): WordVectors {
  if (vectors === undefined) {
    const { words, rows } = sharedWordTable();
    vectors = { ...vectorRows(rows), rowOf: wordFinder(words), wordAt: wordReader(words) };
  }
  return vectors;
}
