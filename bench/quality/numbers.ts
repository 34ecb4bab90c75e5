/**
 * What the local engine does about numbers that were not said, on the four kits of the report, which nothing was trained, chosen or fitted on:
 *
 *   node bench/quality/numbers.ts
 *
 * Prints for numbers that were said and for those that were not, how often the right number, another one, or "not known" is answered; and over the questions how far
 * the mean of their answers is from that of what was said, with "not known" counted as the lowest number and left out.
 */
import { fileURLToPath } from 'node:url';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { readConvFile } from '../../tools/reader/read-conv-file.ts';
import { REPORT_KITS } from './report-kits.ts';

interface NumberAnswer {
  question: string;
  /** Undefined: nobody said it. */
  said: number | undefined;
  /** Undefined: "not known". */
  answered: number | undefined;
}

const read = await openReadModel(READER_FILES);
const answer = createReadingEngine();
const answers: NumberAnswer[] = [];
for (const [kit, file] of REPORT_KITS)
  for (const { conversation, bricks } of readConvFile(fileURLToPath(file))) {
    const asked = bricks.filter(({ kind }) => kind === 'n');
    const documents = asked.map(({ brick }) => brick);
    const { outcomes } = await answer({ kit, bricks: [] }, documents, conversation, { read, lexical: new Set() });
    for (const { key, value, basis } of outcomes) {
      const expected = asked.find(({ brick }) => brick.key === key)?.expected;
      answers.push({
        question: `${kit}.${key}`,
        said: expected === '(none)' ? undefined : Number(expected),
        answered: basis === 'unsaid' ? undefined : Number(value),
      });
    }
  }

const said = answers.filter((each) => each.said !== undefined);
const unsaid = answers.filter((each) => each.said === undefined);
const right = said.filter((each) => each.answered === each.said).length;
const missed = said.filter(({ answered }) => answered === undefined).length;
console.log(
  `said: ${said.length}; right ${right}, another number ${said.length - right - missed}, not known ${missed}`,
);
const known = unsaid.filter(({ answered }) => answered !== undefined).length;
console.log(`not said: ${unsaid.length}; not known ${unsaid.length - known}, a number ${known}`);

const off = [...Map.groupBy(answers, ({ question }) => question).values()].flatMap((own) => {
  const truth = meanOf(own.flatMap((each) => each.said ?? []));
  const asLowest = meanOf(own.map(({ answered }) => answered ?? 0));
  const leftOut = meanOf(own.flatMap(({ answered }) => answered ?? []));
  if (truth === undefined || truth === 0 || asLowest === undefined || leftOut === undefined) return [];
  return [{ asLowest: Math.abs(asLowest / truth - 1), leftOut: Math.abs(leftOut / truth - 1) }];
});
console.log(
  `mean of a question, median share by which it is off (${off.length} questions): ${medianOf(off.map(({ asLowest }) => asLowest))} with "not known" as the lowest number, ${medianOf(off.map(({ leftOut }) => leftOut))} left out`,
);

function meanOf(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function medianOf(numbers: readonly number[]): string {
  return (numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0).toFixed(3);
}
