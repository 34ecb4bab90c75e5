/**
 * The answers of a run with reviewers' corrections. A correction is the value that most reviewers of an answer consider right; if they are
 * split or unsure, the original answer stays. The engine computes the consequences of corrections, as in a run.
 */
import type { BrickDocument, BrickOutput } from '@brickwork/contract';
import { applyCorrections, type Correction } from '@brickwork/engine/evaluation/apply-corrections';
import { type Answer, type Answers, toAnswer } from '../runs/answers.ts';
import type { RunOutput } from '../runs/run.ts';
import { type SaidOfAnswer, settledVote } from './quality/settled-value.ts';

export type SaidOfBrick = SaidOfAnswer & { brick: string; reviewer: string };

export function correctionsOf(reviews: readonly SaidOfBrick[]): Map<string, Correction> {
  const corrections = new Map<string, Correction>();
  for (const [brick, own] of Map.groupBy(reviews, (review) => review.brick)) {
    const vote = settledVote(own);
    if (vote === undefined || vote.verdict === 'correct') continue;
    if (vote.verdict === 'not_applicable') corrections.set(brick, { value: null, applicability: 'not_applicable' });
    else if (vote.value !== undefined) corrections.set(brick, { value: vote.value });
    // If a reviewer does not say what is right, the answer becomes "not sure".
    else corrections.set(brick, { value: null, applicability: 'abstained' });
  }
  return corrections;
}

/** `reviews` are the current ones of the run, of all reviewers; `language` is that of the kit, for reasons. */
export function reviewedOutput(
  bricks: readonly BrickDocument[],
  output: RunOutput,
  reviews: readonly SaidOfBrick[],
  language?: string,
): RunOutput {
  return { ...output, bricks: applyCorrections(bricks, output.bricks, correctionsOf(reviews), language) };
}

/** The answers that differ from the original ones, corrected or following from a correction. */
export function changedAnswers(given: Answers, reviewed: Readonly<Record<string, BrickOutput>>): Answers {
  const changed: Record<string, Answer> = {};
  for (const [brick, output] of Object.entries(reviewed)) {
    const [before, after] = [given[brick], toAnswer(output, given[brick]?.text === true)];
    if (before === undefined || !isSame(before, after)) changed[brick] = after;
  }
  return changed;
}

/** Field by field: the database returns fields in its own order. */
export function isSame(a: Answer, b: Answer): boolean {
  return (
    JSON.stringify(a.value) === JSON.stringify(b.value) &&
    a.confidence === b.confidence &&
    a.applicability === b.applicability &&
    a.text === b.text
  );
}
