/**
 * How good the local engine's answers are, on whatever golden sets a directory holds:
 *
 *   node bench/quality/main.ts DIR [--labels N]
 *
 * Prints a table per set and brick, the figures over all bricks of a type, for categorical bricks what N labels per
 * class (default 8; 0 leaves it out) teach, and the CPU time of a long call and a meeting. Nothing is written.
 */
import { parseArgs } from 'node:util';
import type { BrickScore } from '@brickwork/server/evaluation/golden/score-brick';
import { answerSet, readSet } from './answer-set.ts';
import { fewLabels } from './few-labels.ts';
import { goldenPairs } from './golden-pairs.ts';
import { type PooledFigures, pooledFigures } from './pooled-figures.ts';
import { measureSpeed, type SpeedSet } from './speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { labels: { type: 'string', default: '8' } },
});
const [directory] = positionals;
const perClass = Number(values.labels);
if (directory === undefined || !Number.isInteger(perClass) || perClass < 0) {
  console.error('Usage: node bench/quality/main.ts DIR [--labels N]');
  process.exit(2);
}

function figure(value: number | null | undefined): string {
  return (value === null || value === undefined ? '–' : value.toFixed(3)).padStart(9);
}

function brickLine(score: BrickScore): string {
  const figures = [
    score.accuracy,
    score.macro_f1,
    score.spearman,
    score.ece,
    score.max_confidence,
    score.share_at_80,
    score.accuracy_at_80,
  ];
  return `  ${score.key.padEnd(28)}${score.type.padEnd(12)}${String(score.n).padStart(6)}${figures.map(figure).join('')}`;
}

function pooledLine(pooled: PooledFigures): string {
  const { accuracy, macroF1, spearman, ece, maxConfidence, shareAt80, accuracyAt80 } = pooled;
  const figures = [accuracy, macroF1, spearman, ece, maxConfidence, shareAt80, accuracyAt80];
  return `  ${`all ${pooled.bricks} bricks`.padEnd(28)}${pooled.type.padEnd(12)}${String(pooled.answers).padStart(6)}${figures.map(figure).join('')}`;
}

const HEAD = `  ${'brick'.padEnd(28)}${'type'.padEnd(12)}${'n'.padStart(6)}${['accuracy', 'macro-F1', 'spearman', 'ECE', 'max', 'at .8', 'acc .8'].map((name) => name.padStart(9)).join('')}`;

const pairs = goldenPairs(directory);
if (pairs.length === 0) {
  console.error(`${directory} holds no *.kit.yaml with a *.golden.jsonl beside it.`);
  process.exit(2);
}
const sets: SpeedSet[] = [];
for (const pair of pairs) {
  const golden = await readSet(pair);
  sets.push({ kit: pair.kit, golden });
  // Once untimed, so that the figure is that of a warm service.
  answerSet(pair.kit, golden.slice(0, 50));
  const result = answerSet(pair.kit, golden);
  console.log(
    `\n${pair.name}: ${result.conversations} conversations, ${result.msPerConversation.toFixed(2)} ms each\n${HEAD}`,
  );
  for (const score of result.scores) console.log(brickLine(score));
  for (const pooled of pooledFigures(pair.kit, result)) console.log(pooledLine(pooled));
  for (const taught of perClass === 0 ? [] : fewLabels(pair.kit, golden, perClass)) {
    const [before, after] = [taught.before.scores[0], taught.after.scores[0]];
    if (before === undefined || after === undefined) continue;
    console.log(
      `  ${perClass} labels per class (${taught.labels} in all, ${taught.modelBytes} bytes learned):\n${brickLine(before)}\n${brickLine(after)}`,
    );
  }
}
for (const words of [1_000, 10_000]) {
  const speed = measureSpeed(sets, words);
  if (speed !== undefined)
    console.log(
      `\n${words} words, ${speed.bricks} bricks: ${speed.cpuMs.toFixed(1)} ms of CPU (median, warm, one core)`,
    );
}
