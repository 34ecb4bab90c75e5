/**
 * What reviews say about a yes/no brick, from calls that were drawn at random only. People who pick calls themselves pick the wrong
 * answers, which would then stand for all calls with a similar probability. Each drawn call counts for as many as it was unlikely to be drawn.
 */
import { isDrawn, type ReviewedAnswer } from '../reviews/quality/measure-quality.ts';
import { settledVote } from '../reviews/quality/settled-value.ts';
import type { KnownShare } from './estimate/accuracy.ts';
import { binOf, type KnownScores, type ScorePrior } from './estimate/estimate-from-scores.ts';

/** An answer on which reviewers agree, as in the reviewed view. */
export interface DrawnReview {
  answer: boolean;
  right: boolean;
  confidence: number | undefined;
  weight: number;
}

export function drawnReviews(said: readonly ReviewedAnswer[], brick: string): DrawnReview[] {
  const byRun = Map.groupBy(said.filter((each) => each.brick === brick).filter(isDrawn), ({ runId }) => runId);
  return [...byRun.values()].flatMap((own) => {
    const right = settledVote(own)?.value;
    return own.slice(0, 1).flatMap(({ answer, confidence, probability }) => {
      if (typeof right !== 'boolean' || typeof answer !== 'boolean') return [];
      return [{ answer, right, confidence, weight: 1 / probability }];
    });
  });
}

/** By the engine's probability of a yes: how many calls are known to be a yes, and how many a no. */
export function judgedScores(reviews: readonly DrawnReview[], prior: ScorePrior): KnownScores {
  const bins = prior.yes.map((): DrawnReview[] => []);
  for (const review of reviews) {
    const { answer, confidence } = review;
    if (confidence !== undefined) bins[binOf(prior, answer ? confidence : 1 - confidence)]?.push(review);
  }
  const shares = bins.map((own) => weightedShare(own, ({ right }) => right));
  return {
    prior,
    judged: {
      yes: shares.map(({ share, worth }) => share * worth),
      no: shares.map(({ share, worth }) => (1 - share) * worth),
    },
  };
}

/** `worth`: how many reviews of equal weight have the same uncertainty (Kish). */
export function weightedShare(reviews: readonly DrawnReview[], isPart: (review: DrawnReview) => boolean): KnownShare {
  let [all, part, squares] = [0, 0, 0];
  for (const review of reviews) {
    all += review.weight;
    squares += review.weight ** 2;
    if (isPart(review)) part += review.weight;
  }
  return all === 0 ? { share: 0, worth: 0 } : { share: part / all, worth: all ** 2 / squares };
}
