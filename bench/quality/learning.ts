/**
 * What reviews teach: a brick learns from so many labelled conversations and is judged on the others of its kit.
 *
 *   node bench/quality/learning.ts CACHE [--most N] [--rounds N] [FILE.conv… KIT.kit.yaml…]
 *
 * Reading takes seconds a conversation, fitting milliseconds: what was read of the files is added to CACHE, one JSON line per
 * answer, and the curve is drawn from the cache alone. Use a kit without `speaker` and hints: what words answer needs no head. Only heads on the reader compete, with the margin that `brickwork kits learn` has.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BrickValue } from '@brickwork/contract/kit';
import { isRight } from '@brickwork/engine/golden/judge-answer';
import { askBrick } from '@brickwork/engine/reader/ask-brick';
import { fitHead } from '@brickwork/engine/reader/learn/fit-head';
import { headClasses, headFeatures } from '@brickwork/engine/reader/learn/head-features';
import { createStudy, marginFor } from '@brickwork/engine/reader/learn/learn-with-reader';
import { openModel } from '@brickwork/engine/reader/open-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { mistakes } from '@brickwork/engine/words/learn/held-out';
import { readConvFile } from '../../tools/reader/read-conv-file.ts';
import { readGoldenFile } from '../../tools/reader/read-golden-file.ts';
import { type CachedAnswer, type Figures, judgeRound } from './judge-round.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '60' }, rounds: { type: 'string', default: '6' } },
});
const [cache, ...files] = positionals;
if (cache === undefined) {
  console.error('Usage: node bench/quality/learning.ts CACHE [--most N] [--rounds N] [FILE.conv… KIT.kit.yaml…]');
  process.exit(2);
}
for (const file of files) await addToCache(cache, file);
const lines = existsSync(cache)
  ? readFileSync(cache, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  : [];
const bricks = Map.groupBy(
  lines.map((line) => JSON.parse(line) as CachedAnswer),
  ({ file, key }) => `${file} ${key}`,
);
for (const labels of [10, 20, 30, 40]) printCurve(labels);

/** Bricks with at least half as many further answers are judged, a few times over with other conversations. */
function printCurve(labels: number): void {
  const figures = [...bricks].flatMap(([name, answers]): Figures[] => {
    if (answers.length < labels * 1.5) return [];
    const rounds = Array.from({ length: Number(flags.rounds) }, (_, round) =>
      judgeRound(answers, labels, round, learn),
    );
    const sum = (of: (figures: Omit<Figures, 'name'>) => number) => rounds.reduce((all, each) => all + of(each), 0);
    return [
      {
        name,
        n: sum(({ n }) => n),
        before: sum(({ before }) => before),
        after: sum(({ after }) => after),
        learned: sum(({ learned }) => learned),
      },
    ];
  });
  if (figures.length === 0) return;
  const n = figures.reduce((sum, each) => sum + each.n, 0);
  const share = (of: (each: Figures) => number) => (figures.reduce((sum, each) => sum + of(each), 0) / n).toFixed(3);
  const worst = figures.toSorted(
    (left, right) => (left.after - left.before) / left.n - (right.after - right.before) / right.n,
  )[0];
  const learned = figures.reduce((sum, each) => sum + each.learned, 0);
  console.log(
    `${labels} labels: ${share(({ before }) => before)} → ${share(({ after }) => after)} right on the rest (${figures.length} bricks, ${n} answers, learned ${learned} of ${figures.length * Number(flags.rounds)} times); worst ${worst?.name} ${worst && ((worst.after - worst.before) / worst.n).toFixed(3)}`,
  );
}

function learn(training: readonly CachedAnswer[]) {
  const [first] = training;
  const examples = training.map(({ features, label }) => ({ features, label }));
  if (first === undefined || new Set(examples.map(({ label }) => label)).size < 2) return undefined;
  const fitted = fitHead(examples, first.classes);
  const wrong = training.filter(({ isRight: right }) => !right).length;
  return mistakes(fitted.held) > wrong - marginFor(training.length, wrong) ? undefined : fitted.head;
}

async function addToCache(path: string, file: string): Promise<void> {
  const read = await openModel(READER_FILES);
  const labelled = file.endsWith('.conv') ? readConvFile(file) : await readGoldenFile(file, Number(flags.most));
  for (const { conversation, bricks: labels } of labelled) {
    const documents = labels.map(({ brick }) => brick);
    const expected = Object.fromEntries(
      labels.map(({ brick, expected: value }) => [brick.key, asValue(brick.type, value)]),
    );
    const study = createStudy({ kit: 'learning', bricks: documents }, documents, read);
    const { outcomes, readings } = await study({ conversation, expected });
    for (const brick of documents) {
      const asked = askBrick(brick);
      const classes = asked && headClasses(asked);
      const known = readings.get(brick.key);
      const value = expected[brick.key] ?? null;
      const label = classes?.map(String).indexOf(String(value)) ?? -1;
      if (classes === undefined || known === undefined || label < 0) continue;
      const { read: byReader, words, vector } = headFeatures(known.reading, known.lexical);
      appendFileSync(
        path,
        `${JSON.stringify({
          file,
          key: brick.key,
          classes,
          label,
          isRight: isRight(brick, value, outcomes.get(brick.key)?.value),
          features: {
            read: Array.from(byReader),
            words: Array.from(words),
            vector: [...vector].map((each) => Number(each.toFixed(4))),
          },
        })}\n`,
      );
    }
  }
}

function asValue(type: string, expected: string): BrickValue {
  return type === 'boolean' ? expected === 'yes' : expected;
}
