/**
 * How good the local engine's answers are, on whatever golden sets a directory holds:
 *
 *   node bench/quality/main.ts DIR [--engine local|lexical] [--most N] [--labels N]
 *
 * With `local`, the default, the reading model takes part, and at most N conversations of a set (default 60), spread over
 * it, are read: about a second each. With `lexical` all of them are.
 *
 * Prints a table per set and brick, the figures over all bricks of a type, for categorical bricks what N labels per
 * class (default 8; 0 leaves it out) teach, and the CPU time of a long call and a meeting. Nothing is written.
 */
import { parseArgs } from 'node:util';
import type { BrickScore } from '@brickwork/engine/golden/score-brick';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { answerSet, readSet } from './answer-set.ts';
import { fewLabels } from './few-labels.ts';
import { goldenPairs } from './golden-pairs.ts';
import { type PooledFigures, pooledFigures } from './pooled-figures.ts';
import { measureSpeed, type SpeedSet } from './speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: 'string', default: '8' },
    engine: { type: 'string', default: 'local' },
    most: { type: 'string', default: '60' },
  },
});
const [directory] = positionals;
const perClass = Number(values.labels);
const most = Number(values.most);
const isEngine = values.engine === 'local' || values.engine === 'lexical';
if (directory === undefined || !isEngine || !(perClass >= 0) || !(most >= 1)) {
  console.error('Usage: node bench/quality/main.ts DIR [--engine local|lexical] [--most N] [--labels N]');
  process.exit(2);
}

/** So many of them, evenly over the whole. */
function spread<Line>(lines: readonly Line[], count: number): Line[] {
  const step = Math.max(1, lines.length / count);
  return lines.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
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
const read = values.engine === 'local' ? await openReadModel(READER_FILES) : undefined;
const sets: SpeedSet[] = [];
for (const pair of pairs) {
  const golden = await readSet(pair);
  sets.push({ kit: pair.kit, golden });
  // Once untimed, so that the figure is that of a warm service.
  await answerSet(pair.kit, golden.slice(0, 50));
  const result = await answerSet(pair.kit, read === undefined ? golden : spread(golden, most), { read });
  console.log(
    `\n${pair.name}: ${result.conversations} conversations, ${result.msPerConversation.toFixed(2)} ms each\n${HEAD}`,
  );
  for (const score of result.scores) console.log(brickLine(score));
  for (const pooled of pooledFigures(pair.kit, result)) console.log(pooledLine(pooled));
  for (const taught of perClass === 0 ? [] : await fewLabels(pair.kit, golden, perClass)) {
    const [before, after] = [taught.before.scores[0], taught.after.scores[0]];
    if (before === undefined || after === undefined) continue;
    console.log(
      `  ${perClass} labels per class (${taught.labels} in all, ${taught.modelBytes} bytes learned):\n${brickLine(before)}\n${brickLine(after)}`,
    );
  }
}
for (const words of read === undefined ? [1_000, 10_000] : [1_000]) {
  const speed = await measureSpeed(sets, words, read);
  if (speed !== undefined)
    console.log(
      `\n${words} words, ${speed.bricks} bricks: ${speed.cpuMs.toFixed(1)} ms of CPU (median, warm, one core)`,
    );
}
