/** One round of learning: some of a brick's answers are learned from, the others judged with and without what was learned. */
import type { ReaderHead } from '@brickwork/engine/bricks/learned-document';
import { headChances } from '@brickwork/engine/reader/learn/answer-head';
import type { HeadClass, HeadFeatures } from '@brickwork/engine/reader/learn/head-features';
import { seededRandom } from '../support/seeded-random.ts';

export interface CachedAnswer {
  file: string;
  key: string;
  classes: HeadClass[];
  label: number;
  /** Of the engine as it is. */
  isRight: boolean;
  features: HeadFeatures;
}

export interface Figures {
  name: string;
  n: number;
  /** Right answers. */
  before: number;
  after: number;
  /** How often something was learned. */
  learned: number;
}

type Head = Pick<ReaderHead, 'classes' | 'read' | 'words' | 'scale' | 'cells'>;

export function judgeRound(
  answers: readonly CachedAnswer[],
  labels: number,
  round: number,
  learn: (training: readonly CachedAnswer[]) => Head | undefined,
): Omit<Figures, 'name'> {
  const random = seededRandom(round + 1);
  const order = answers
    .map((answer) => ({ answer, at: random.next() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ answer }) => answer);
  const judged = order.slice(labels);
  const head = learn(order.slice(0, labels));
  const before = judged.filter(({ isRight }) => isRight).length;
  if (head === undefined) return { n: judged.length, before, after: before, learned: 0 };
  const after = judged.filter(({ features, label }) => {
    const chances = headChances(head, features);
    return chances.every((chance, at) => at === label || chance < (chances[label] ?? 0));
  }).length;
  return { n: judged.length, before, after, learned: 1 };
}
