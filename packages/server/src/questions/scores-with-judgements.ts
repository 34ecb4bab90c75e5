/** What is known about the engine's probabilities after people have judged calls. */
import type { Accuracy } from './estimate/accuracy.ts';
import { binOf, type Judged, type KnownScores, type ScorePrior, TRUST } from './estimate/estimate-from-scores.ts';
import type { CountedJudgement } from './judgement.ts';

/**
 * Judgements of calls of another team or month: if the share differs there, so does the part of yes in a bin. Each counts as half a
 * judgement, and all of them as twenty at most.
 */
const ELSEWHERE = { each: 0.5, most: 20 };

/** Undefined if neither probabilities nor errors of the engine are known, or if nobody judged and its probabilities are not known. */
export function scoresWithJudgements(
  accuracy: Accuracy,
  judged: readonly CountedJudgement[],
  isHere: (judgement: CountedJudgement) => boolean,
): KnownScores | undefined {
  return judged.every(({ isYes }) => isYes === undefined) ? accuracy.scores : withJudged(accuracy, judged, isHere);
}

/** Uses the same method as if there were judgements already. */
export function judgeableScores(accuracy: Accuracy, judged: readonly CountedJudgement[]): KnownScores | undefined {
  return withJudged(accuracy, judged, ({ isHere }) => isHere);
}

function withJudged(
  accuracy: Accuracy,
  judged: readonly CountedJudgement[],
  isHere: (judgement: CountedJudgement) => boolean,
): KnownScores | undefined {
  const base = accuracy.scores ?? scoresOfAnswers(accuracy);
  if (base === undefined) return undefined;
  const here = countBins(base.prior, judged.filter(isHere));
  const elsewhere = countBins(
    base.prior,
    judged.filter((each) => !isHere(each)),
  );
  const total = [...elsewhere.yes, ...elsewhere.no].reduce((sum, count) => sum + count, 0);
  const weight = Math.min(ELSEWHERE.each, ELSEWHERE.most / Math.max(1, total));
  const add = (side: 'yes' | 'no') =>
    base.judged[side].map((count, bin) => count + weight * (elsewhere[side][bin] ?? 0));
  return { prior: base.prior, judged: { yes: add('yes'), no: add('no') }, here };
}

/** An engine with unmeasured probabilities: two bins, its no and its yes, with the precision of its known errors. */
function scoresOfAnswers({ sensitivity, specificity }: Accuracy): KnownScores | undefined {
  if (sensitivity === undefined || specificity === undefined) return undefined;
  const counts = (right: number, worth: number) => [(right * worth) / TRUST, ((1 - right) * worth) / TRUST];
  const [yesYes = 0, yesNo = 0] = counts(sensitivity.share, sensitivity.worth);
  const [noNo = 0, noYes = 0] = counts(specificity.share, specificity.worth);
  const prior: ScorePrior = { ends: [0.5], yes: [yesNo, yesYes].map(notNone), no: [noNo, noYes].map(notNone) };
  return { prior, judged: { yes: [0, 0], no: [0, 0] } };
}

/** Even if no error was observed, there may be one. */
const notNone = (count: number): number => Math.max(0.5, count);

function countBins(prior: ScorePrior, judged: readonly CountedJudgement[]): Judged {
  const counted = { yes: prior.yes.map(() => 0), no: prior.no.map(() => 0) };
  for (const { isYes, chance, count } of judged) {
    if (isYes === undefined) continue;
    const side = counted[isYes ? 'yes' : 'no'];
    const bin = binOf(prior, chance);
    side[bin] = (side[bin] ?? 0) + count;
  }
  return counted;
}
