/** What the reviewers of a run agree on: the labels for golden sets and for learning. */
import type { BrickValue } from '@brickwork/contract';
import { goldenLineFault } from '@brickwork/engine/kits/golden-line';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { settledVote } from '../reviews/quality/settled-value.ts';
import type { ReviewedLabels } from './store/reviewed-runs.ts';

/** A brick that the version does not have, or a value that it cannot return, is left out. */
export function possible(kit: Kit, expected: Readonly<Record<string, BrickValue>>): Record<string, BrickValue> {
  return Object.fromEntries(Object.entries(expected).filter(([key, value]) => isPossible(kit, key, value)));
}

/** Reviewers may say that any question does not apply, also one that always has an answer. */
function isPossible(kit: Kit, key: string, value: BrickValue): boolean {
  const brick = kit.bricks.find((candidate) => candidate.key === key);
  return brick !== undefined && (value === null || goldenLineFault(kit, { [key]: value }) === undefined);
}

/** What reviewers agree on; null if the question does not apply, by their verdict or as a consequence of it. */
export function consensus(
  { reviews, changed }: Pick<ReviewedLabels, 'reviews' | 'changed'>,
  minReviewers: number,
): Record<string, BrickValue> {
  const byBrick = Map.groupBy(reviews, ({ brick }) => brick);
  const settled = [...byBrick].flatMap(([brick, own]): [string, BrickValue][] => {
    const vote = settledVote(own);
    if (vote === undefined || vote.count < minReviewers) return [];
    const applies = changed[brick]?.applicability !== 'not_applicable' && vote.verdict !== 'not_applicable';
    const value = applies ? vote.value : null;
    return value === undefined ? [] : [[brick, value]];
  });
  return Object.fromEntries(settled);
}
