/**
 * The share of calls with one value of several (a category, a text), from a sample of them and an engine that errs.
 *
 * Which value a wrong answer should have been is not known, so nothing is corrected: at most as many calls as were answered wrong can have been put to this
 * value, or taken from it, and the interval allows for all of them.
 */
import { type Accuracy, limitsOf } from './accuracy.ts';
import { joinStrata, type ShareEstimate, type Stratum } from './estimate-share.ts';
import { within } from './limits.ts';

/** `yes`: calls with this value; `no`: with another. */
export function estimateValue(
  strata: readonly Stratum[],
  { right }: Pick<Accuracy, 'right'>,
): ShareEstimate | undefined {
  const observed = joinStrata(strata, ({ yes, no }) => ({ part: yes, of: yes + no }));
  const without = joinStrata(strata, ({ yes, no, notSure }) => ({ part: notSure, of: yes + no + notSure }));
  if (observed === undefined || without === undefined) return undefined;
  const wrong = 1 - limitsOf(right).low;
  const notSure = without.share;
  const moreNotSure = notSure === 0 ? 0 : without.high - notSure;
  return {
    value: observed.share,
    observed: observed.share,
    low: within(0, 1, (1 - notSure - moreNotSure) * (observed.low - wrong)),
    high: within(0, 1, (1 - notSure) * (observed.high + wrong) + notSure + moreNotSure),
    sampling: { low: within(0, 1, observed.low), high: within(0, 1, observed.high) },
    n: strata.reduce((sum, { yes, no, notSure: open }) => sum + yes + no + open, 0),
    notSure,
  };
}
