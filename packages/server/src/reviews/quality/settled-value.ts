/** The value that the reviewers of one answer agree on. */
import type { BrickValue, Verdict } from '@brickwork/contract';

/** A current review, if it says what is right. */
export interface SaidOfAnswer {
  verdict: Verdict;
  value: BrickValue | undefined;
  answer: BrickValue | undefined;
}

interface Vote {
  verdict: Verdict;
  /** The right value; undefined if nobody gave it. */
  value: BrickValue | undefined;
  count: number;
}

/** The value that most reviewers consider right, ignoring those who are unsure; undefined if they are split. */
export function settledVote(reviews: readonly SaidOfAnswer[]): Vote | undefined {
  const votes = new Map<string, Vote>();
  for (const { verdict, value, answer } of reviews) {
    if (verdict === 'unsure') continue;
    const right = verdict === 'correct' ? answer : value;
    const key = right === undefined ? verdict : JSON.stringify(right);
    votes.set(key, { verdict, value: right, count: (votes.get(key)?.count ?? 0) + 1 });
  }
  const [most, next] = [...votes.values()].sort((a, b) => b.count - a.count);
  return most === undefined || next?.count === most.count ? undefined : most;
}
