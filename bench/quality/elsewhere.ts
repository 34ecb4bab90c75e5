/**
 * Where the reader must not make the words worse: how satisfied people are, and what short calls are about.
 *
 *   node bench/quality/elsewhere.ts
 *
 * Satisfaction: every rating of it in the labelled conversations of tools/reader (the reader was trained on most of them, the words on none), Spearman's rank correlation. Intents: 48 short calls with the reasons of
 * two trades that nothing was trained, chosen or fitted on (`intents/*.conv`). Each by the words alone, and as the service answers. The other sets of this kind are golden sets: `main.ts` with `--engine lexical` and `local`.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spearman } from '@brickwork/engine/golden/spearman';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import type { ReadModel } from '@brickwork/engine/reader/reading';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { type LabelledBrick, readConvFile } from '../../tools/reader/read-conv-file.ts';
import { isRight } from './is-right.ts';

const CONVERSATIONS = new URL('../../tools/reader/conversations/', import.meta.url);
const INTENTS = new URL('intents/', import.meta.url);
const SATISFACTION = /\b(?:satisf\w+|happy|happiness|content|pleased)\b/i;
const SURE = 0.6;

interface Judged {
  label: LabelledBrick;
  value: unknown;
  confidence: number;
}

const engine = createReadingEngine();
const read = await openReadModel(READER_FILES);

async function answers(
  folder: URL,
  isAsked: (label: LabelledBrick) => boolean,
  by: ReadModel | undefined,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.conv')))
    for (const { conversation, bricks } of readConvFile(fileURLToPath(new URL(file, folder)))) {
      const asked = bricks.filter(isAsked);
      if (asked.length === 0) continue;
      const documents = asked.map(({ brick }) => brick);
      const means = { read: by, lexical: new Set<string>() };
      const { outcomes } = await engine({ kit: 'elsewhere', bricks: [] }, documents, conversation, means);
      for (const { key, value, confidence } of outcomes) {
        const label = asked.find(({ brick }) => brick.key === key);
        if (label !== undefined) judged.push({ label, value, confidence });
      }
    }
  return judged;
}

function most(judged: readonly Judged[]): string {
  return Math.max(...judged.map(({ confidence }) => confidence)).toFixed(2);
}

for (const [name, by] of [
  ['words alone', undefined],
  ['as the service answers', read],
] as const) {
  const rated = await answers(
    CONVERSATIONS,
    ({ kind, brick }) => kind === 'r' && SATISFACTION.test(brick.question ?? ''),
    by,
  );
  const pairs = rated.map(({ label, value }) => [Number(label.expected), Number(value)] as const);
  const chosen = await answers(INTENTS, ({ kind }) => kind === 'c', by);
  const right = chosen.filter(({ label, value }) => isRight(label, value as string));
  const sure = chosen.filter(({ confidence }) => confidence > SURE);
  console.log(name);
  console.log(
    `  satisfaction: Spearman ${spearman(pairs)?.toFixed(3)} of ${pairs.length}, confidence at most ${most(rated)}`,
  );
  console.log(
    `  intents: ${(right.length / chosen.length).toFixed(3)} of ${chosen.length} right, above ${SURE} ${sure.filter((each) => right.includes(each)).length} of ${sure.length}, confidence at most ${most(chosen)}`,
  );
}
