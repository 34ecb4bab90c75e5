/**
 * How many phrases a contrast tells where there is no difference: the conversations of labelled kits, divided at random, again and again.
 *
 *   node bench/quality/contrast-chance.ts [DIVISIONS]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PhraseCounts } from '@brickwork/server/questions/contrast/count-phrases';
import { overRepresented } from '@brickwork/server/questions/contrast/over-represented';
import { readConvFile } from '../../tools/reader/read-conv-file.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { shuffle } from './simulated-workspaces.ts';

const DIVISIONS = Number(process.argv[2] ?? 200);
const CONVERSATIONS = join(import.meta.dirname, '..', '..', 'tools', 'reader', 'conversations');
/** Calls on the first side, of all. */
const SIDES = [0.1, 0.25, 0.5];
const MOST_PHRASES = 50;

const calls = readdirSync(CONVERSATIONS)
  .filter((name) => name.endsWith('.conv'))
  .flatMap((name) => readConvFile(join(CONVERSATIONS, name)))
  .map(({ conversation }) =>
    conversation.turns
      .filter(({ side }) => side !== 'agent')
      .map(({ text }) => text)
      .join('\n'),
  );

for (const side of SIDES) {
  const told: number[] = [];
  for (let seed = 1; seed <= DIVISIONS; seed += 1) {
    const divided = [...calls];
    shuffle(divided, seededRandom(seed * 7919));
    const inside = Math.round(side * divided.length);
    const counts = new PhraseCounts();
    for (const [at, text] of divided.slice(0, inside).entries()) counts.addInside(at, text);
    for (const text of divided.slice(inside)) counts.addAgainst(text);
    told.push(overRepresented(counts.counts(), counts, MOST_PHRASES).length);
  }
  const some = told.filter((count) => count > 0).length;
  const mean = told.reduce((sum, count) => sum + count, 0) / told.length;
  console.log(
    `${Math.round(side * calls.length)} of ${calls.length} calls: ${((100 * some) / DIVISIONS).toFixed(0)} of 100 divisions tell a phrase, ${mean.toFixed(2)} on average, ${Math.max(...told)} at most`,
  );
}
