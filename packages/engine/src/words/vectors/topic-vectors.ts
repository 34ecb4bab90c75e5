/**
 * What the 30,000 most frequent words of the word table are about, according to a sentence encoder: "toothache" is near
 * "dentist" and "umbrella" near "weather", which newspapers seldom put side by side. Row n belongs to row n of the word table.
 * Made by tools/make-topic-vectors.ts; read once per process into memory that all threads share.
 */
import { readFileSync } from 'node:fs';
import { type SharedRows, shareRows, type VectorRows, vectorRows } from './vector-rows.ts';

const HEADER_BYTES = 12;

function parseTable(bytes: Buffer): SharedRows {
  if (bytes.toString('latin1', 0, 4) !== 'BWT1') throw new Error('topic-vectors.bin is not a topic table');
  const size = bytes.readUInt32LE(4);
  const dimensions = bytes.readUInt32LE(8);
  return shareRows(new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, size * dimensions), size, dimensions);
}

let shared: SharedRows | undefined;
let table: VectorRows | undefined;

export function sharedTopicTable(): SharedRows {
  shared ??= parseTable(readFileSync(new URL('../../../assets/topic-vectors.bin', import.meta.url)));
  return shared;
}

export function adoptTopicTable(given: SharedRows): void {
  shared = given;
}

export function topicVectors(): VectorRows {
  table ??= vectorRows(sharedTopicTable());
  return table;
}
