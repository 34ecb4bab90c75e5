/**
 * The answers of a run as its reviewers see them: for each brick what most of them hold to be right. Where they are evenly split, or
 * unsure, the answer stays as it was given. A correction has no confidence.
 */

import { type Answer, type Answers, toAnswer } from '../runs/answers.ts';
import { type SaidOfAnswer, settledVote } from './quality/settled-value.ts';

export function correctionsOf(reviews: readonly (SaidOfAnswer & { brick: string })[], given: Answers): Answers {
  const corrections: Record<string, Answer> = {};
  for (const [brick, own] of Map.groupBy(reviews, (review) => review.brick)) {
    const answer = given[brick];
    const vote = settledVote(own);
    if (answer === undefined || vote === undefined || vote.verdict === 'correct') continue;
    // A reviewer who does not say what would have been right leaves no value.
    const value = vote.verdict === 'wrong' ? (vote.value ?? null) : null;
    const why = vote.verdict === 'not_applicable' ? { applicability: vote.verdict } : {};
    corrections[brick] = toAnswer({ value, ...why }, answer.text === true);
  }
  return corrections;
}

/** The answers of the corrected bricks alone, before and after. */
export function changedBy(given: Answers, corrections: Answers): { before: Answers; after: Answers } {
  const before = Object.entries(given).filter(([brick]) => Object.hasOwn(corrections, brick));
  return { before: Object.fromEntries(before), after: corrections };
}
