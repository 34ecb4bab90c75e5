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
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { askBrick } from '@brickwork/engine/reader/ask-brick';
import { headClasses } from '@brickwork/engine/reader/learn/head-features';
import { learnHead } from '@brickwork/engine/reader/learn/learn-head';
import { createStudy } from '@brickwork/engine/reader/learn/study-conversation';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
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
  if (first === undefined) return undefined;
  const answers = training.map(({ features, label, isRight }) => ({
    value: first.classes[label] ?? false,
    isRight,
    features,
  }));
  const trial = learnHead(asBrick(first.key, first.classes), answers);
  return trial.status === 'learned' ? trial.head : undefined;
}

/** A brick with these classes: more of it does not matter once it is read. */
function asBrick(key: string, classes: readonly (string | boolean)[]): BrickDocument {
  const question = key;
  if (classes.every((value) => typeof value === 'boolean')) return { key, type: 'boolean', question };
  return { key, type: 'categorical', question, categories: classes.map((value) => ({ value: String(value) })) };
}

async function addToCache(path: string, file: string): Promise<void> {
  const read = await openReadModel(READER_FILES);
  const study = createStudy();
  const labelled = file.endsWith('.conv') ? readConvFile(file) : await readGoldenFile(file, Number(flags.most));
  for (const { conversation, bricks: labels } of labelled) {
    const documents = labels.map(({ brick }) => brick);
    const expected = Object.fromEntries(
      labels.map(({ brick, expected: value }) => [brick.key, asValue(brick.type, value)]),
    );
    const studied = await study({ kit: 'learning', bricks: documents }, { conversation, expected }, read);
    for (const brick of documents) {
      const asked = askBrick(brick);
      const classes = asked && headClasses(asked);
      const known = studied.get(brick.key);
      const label = classes?.map(String).indexOf(String(known?.value)) ?? -1;
      if (classes === undefined || known?.features === undefined || label < 0) continue;
      const { read: byReader, words, vector } = known.features;
      appendFileSync(
        path,
        `${JSON.stringify({
          file,
          key: brick.key,
          classes,
          label,
          isRight: known.isRight,
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
