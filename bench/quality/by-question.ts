/**
 * How right the local engine is on the kits that nothing was trained, chosen or fitted on, as a whole and question by question:
 *
 *   node bench/quality/by-question.ts
 *
 * Prints, for ordinary and for hard kits, how many answers are right, how many of those that claim 0.8 or more, and the calibration error. Then for yes/no questions how many of the calls with a yes (sensitivity)
 * and with a no (specificity) are answered so, for the other types how many answers are right; each with the number of answers that a plain
 * share of this uncertainty would rest on. Questions differ more than chance alone explains, so that number is smaller than that of the answers: it is
 * what the figure is worth for a question that nobody has measured. `questions/published-accuracy.ts` of the server holds the figures.
 */
import { fileURLToPath } from 'node:url';
import { calibrationError } from '@brickwork/engine/golden/calibration-error';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { readConvFile } from '../../tools/reader/read-conv-file.ts';
import { isRight } from './is-right.ts';
import { HARD_KITS, REPORT_KITS } from './report-kits.ts';

interface Counted {
  right: number;
  of: number;
}

const read = await openReadModel(READER_FILES);
const answer = createReadingEngine();
/** By kind of figure, then by question. */
const figures = new Map<string, Map<string, Counted>>();

interface Judged {
  isRight: boolean;
  confidence: number;
}

/** By style of the kit and type of the brick. */
const judged = new Map<string, Judged[]>();

function judge(name: string, answer: Judged): void {
  judged.set(name, [...(judged.get(name) ?? []), answer]);
}

function count(figure: string, question: string, right: boolean): void {
  const questions = figures.get(figure) ?? new Map<string, Counted>();
  const { right: before, of } = questions.get(question) ?? { right: 0, of: 0 };
  questions.set(question, { right: before + Number(right), of: of + 1 });
  figures.set(figure, questions);
}

for (const [kit, file] of REPORT_KITS)
  for (const { conversation, bricks } of readConvFile(fileURLToPath(file))) {
    const documents = bricks.map(({ brick }) => brick);
    const means = { read, lexical: new Set<string>() };
    const { outcomes } = await answer({ kit, bricks: [] }, documents, conversation, means);
    for (const [at, { value, confidence }] of outcomes.entries()) {
      const label = bricks[at];
      if (label === undefined) continue;
      const { kind, expected, brick } = label;
      const right = isRight(label, value);
      const question = `${kit}.${brick.key}`;
      count(`right: ${brick.type}`, question, right);
      const style = HARD_KITS.has(kit) ? 'hard' : 'ordinary';
      for (const name of [style, `${style} ${brick.type}`]) judge(name, { isRight: right, confidence });
      if (kind === 'b') count(expected === 'yes' ? 'sensitivity' : 'specificity', question, right);
    }
  }

/**
 * The beta distribution that questions' own shares are drawn from, by the moments of what was counted. `worth` is the sum of its parameters, less what the
 * number of all answers leaves open: the number of answers of a plain share that is as uncertain.
 */
function worthOf(counted: readonly Counted[]): { share: number; of: number; worth: number } {
  const of = counted.reduce((sum, each) => sum + each.of, 0);
  const share = counted.reduce((sum, { right }) => sum + right, 0) / of;
  const several = counted.filter((each) => each.of > 1);
  const weight = several.reduce((sum, each) => sum + each.of, 0);
  const between = several.reduce((sum, each) => sum + each.of * (each.right / each.of - share) ** 2, 0) / weight;
  const byChance = (several.length * share * (1 - share)) / weight;
  const own = Math.max(1e-6, between - byChance);
  const spread = Math.max(2, (share * (1 - share)) / own - 1);
  return { share, of, worth: 1 / (1 / spread + 1 / of) };
}

const SURE = 0.8;
const shareOf = (part: number, of: number) => (of === 0 ? '–' : (part / of).toFixed(3));

for (const [name, answers] of [...judged].toSorted()) {
  const sure = answers.filter(({ confidence }) => confidence >= SURE);
  const rightOf = (some: readonly Judged[]) => some.filter(({ isRight: is }) => is).length;
  console.log(
    `${name.padEnd(22)}right ${shareOf(rightOf(answers), answers.length)} of ${answers.length}; from ${SURE} on ${shareOf(rightOf(sure), sure.length)} (${shareOf(sure.length, answers.length)} of them); ECE ${calibrationError(answers).toFixed(3)}`,
  );
}

for (const [figure, questions] of [...figures].toSorted()) {
  const { share, of, worth } = worthOf([...questions.values()]);
  console.log(
    `${figure.padEnd(30)}${share.toFixed(3)} of ${String(of).padStart(4)} answers, ${String(questions.size).padStart(3)} questions; worth ${worth.toFixed(1)}`,
  );
}
