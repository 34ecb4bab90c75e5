/**
 * How many calls of each bin people should judge next, and how narrow the interval then becomes. A judgement is most useful where there are
 * many calls and least is known about their answers. The calls of a bin are drawn at random, so the choice of bins does not bias the
 * estimate.
 */
import { countsOf, type KnownScores, openScores, type ScoredCalls } from './estimate-from-scores.ts';

/** A bin that the engine is sure of is treated as if one in ten of its answers were wrong: otherwise errors there would never be found. */
const LEAST_VARIANCE = 0.09;

/** By bin, `most` in all; `left` says how many of each can be judged. */
export function judgementsByBin(
  known: KnownScores,
  parts: readonly number[],
  left: readonly number[],
  most: number,
): number[] {
  const { yes, no } = countsOf(known);
  const chosen = parts.map(() => 0);
  for (let each = 0; each < most; each += 1) {
    const gains = parts.map((part, bin) => {
      if ((chosen[bin] ?? 0) >= (left[bin] ?? 0)) return 0;
      const [a, b] = [yes[bin] ?? 0, no[bin] ?? 0];
      const rate = a / (a + b);
      return part ** 2 * (Math.max(LEAST_VARIANCE, rate * (1 - rate)) / (a + b + (chosen[bin] ?? 0) + 1) ** 2);
    });
    const best = gains.indexOf(Math.max(...gains));
    if ((gains[best] ?? 0) <= 0) break;
    chosen[best] = (chosen[best] ?? 0) + 1;
  }
  return chosen;
}

/** Half of the expected interval after this many more calls of each bin are judged. */
export function expectedHalf(known: KnownScores, calls: ScoredCalls, more: readonly number[]): number {
  const { rates } = openScores(known)(calls);
  const added = (side: 'yes' | 'no') =>
    more.map((count, bin) => {
      const rate = rates[bin] ?? 0;
      return (known.here?.[side][bin] ?? 0) + count * (side === 'yes' ? rate : 1 - rate);
    });
  const { low, high } = openScores({ ...known, here: { yes: added('yes'), no: added('no') } })(calls);
  return (high - low) / 2;
}
