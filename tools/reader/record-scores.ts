/**
 * The chance of a yes that the local engine gives, beside the truth, for every yes/no question of labelled kits: what the estimates of questions across calls are
 * fitted on and tested with (`packages/server/src/questions/estimate/recorded-scores.json`). The kits for choosing (`README.md`) are recorded.
 *
 *   node tools/reader/record-scores.ts tools/reader/conversations/kit-NAME.conv… > recorded-scores.json
 */
import { basename } from 'node:path';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { readConvFile } from './read-conv-file.ts';

const read = await openReadModel(READER_FILES);
const answer = createReadingEngine();
/** By kit, then by brick: thousandths of the calls with a yes and of those with a no. */
const recorded: Record<string, Record<string, { yes: number[]; no: number[] }>> = {};

for (const file of process.argv.slice(2)) {
  const kit = basename(file, '.conv').replace(/^kit-/, '');
  const ofKit: Record<string, { yes: number[]; no: number[] }> = {};
  recorded[kit] = ofKit;
  for (const { conversation, bricks } of readConvFile(file)) {
    const labels = bricks.filter(({ kind }) => kind === 'b');
    const documents = labels.map(({ brick }) => brick);
    const { outcomes } = await answer({ kit, bricks: [] }, documents, conversation, { read, lexical: new Set() });
    for (const [at, { value, confidence }] of outcomes.entries()) {
      const label = labels[at];
      if (label === undefined) continue;
      const ofBrick = ofKit[label.brick.key] ?? { yes: [], no: [] };
      ofKit[label.brick.key] = ofBrick;
      const chance = value === true ? confidence : 1 - confidence;
      ofBrick[label.expected === 'yes' ? 'yes' : 'no'].push(Math.round(1_000 * chance));
    }
  }
  console.error(kit);
}
console.log(JSON.stringify(recorded));
