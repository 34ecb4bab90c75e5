/**
 * The share of calls of which the answer is yes, from a sample of them and an engine that errs.
 *
 * - The sample is stratified: every stratum counts by its part of all calls, whatever part of it was asked, so looking more closely where a rare answer
 *   is likely does not move the estimate. One stratum is a plain random sample. Limits of the strata are Wilson's, corrected for calls that are not many
 *   more than those asked, and are joined by the squares of their distances (MOVER: Zou and Donner 2008).
 * - Errors are corrected as Rogan and Gladen (1978) do it: (observed + specificity − 1) / (sensitivity + specificity − 1). What is not known about the engine
 *   widens the interval: each of the three shares is moved to its own limit, and the distances are joined as above.
 * - "Not sure" is no answer. The value is that of the calls with an answer; the interval is as wide as if all others were a no, or a yes.
 */
import type { Accuracy, KnownShare } from './accuracy.ts';
import { limitsOf } from './accuracy.ts';
import { type Interval, shareLimits, together, within, worthWithin } from './limits.ts';

/** Calls of one stratum: how many there are, and what those that were asked answer. */
export interface Stratum {
  population: number;
  yes: number;
  no: number;
  notSure: number;
}

export interface ShareEstimate extends Interval {
  value: number;
  /** As the engine answered, before its errors are corrected. */
  observed: number;
  /** The interval if the engine's accuracy were exactly known and every answer sure: what asking more calls narrows. */
  sampling: Interval;
  /** Calls that were asked; of these, the share without an answer. */
  n: number;
  notSure: number;
}

const CERTAIN: KnownShare = { share: 1, worth: Number.POSITIVE_INFINITY };

export function estimateShare(
  strata: readonly Stratum[],
  { sensitivity = CERTAIN, specificity = CERTAIN }: Pick<Accuracy, 'sensitivity' | 'specificity'>,
): ShareEstimate | undefined {
  const observed = joinStrata(strata, ({ yes, no }) => ({ part: yes, of: yes + no }));
  if (observed === undefined) return undefined;
  const { n, share: notSure, high: mostNotSure } = notSureOf(strata);
  const corrected = (p: number, se = sensitivity.share, sp = specificity.share) => correct(p, se, sp);
  const value = corrected(observed.share);
  const sampling = sort(corrected(observed.low), corrected(observed.high));
  const [se, sp] = [limitsOf(sensitivity), limitsOf(specificity)];
  // A larger sensitivity or a smaller specificity means fewer calls with a yes behind the same answers.
  const below = together(
    value - sampling.low,
    value - corrected(observed.share, se.high),
    value - corrected(observed.share, undefined, sp.low),
  );
  const above = together(
    sampling.high - value,
    corrected(observed.share, se.low) - value,
    corrected(observed.share, undefined, sp.high) - value,
  );
  const sure = within(0, 1, value);
  const moreNotSure = notSure === 0 ? 0 : mostNotSure - notSure;
  return {
    value: sure,
    observed: observed.share,
    low: within(0, 1, (1 - notSure) * (sure - together(below, moreNotSure * sure))),
    high: within(0, 1, (1 - notSure) * (sure + together(above, moreNotSure * (1 - sure))) + notSure),
    sampling: { low: within(0, 1, sampling.low), high: within(0, 1, sampling.high) },
    n,
    notSure,
  };
}

/** Below this, answers hardly depend on what was said, and tell nothing about it. */
const LEAST_DISCRIMINATION = 0.05;

/** Not kept within 0 and 1: limits are joined first. An engine that cannot tell allows every share. */
function correct(observed: number, sensitivity: number, specificity: number): number {
  const discrimination = sensitivity + specificity - 1;
  if (discrimination < LEAST_DISCRIMINATION) return observed + specificity - 1 < 0 ? -1 : 2;
  return (observed + specificity - 1) / discrimination;
}

/** A share of all calls, from what part of each stratum has it; undefined when nobody has answered. */
export function joinStrata(
  strata: readonly Stratum[],
  counted: (stratum: Stratum) => { part: number; of: number },
): (Interval & { share: number }) | undefined {
  const all = strata.reduce((sum, { population }) => sum + population, 0);
  const cells = strata.map((stratum) => ({ ...counted(stratum), population: stratum.population }));
  const known = cells.filter(({ of }) => of > 0);
  if (all === 0 || known.length === 0) return undefined;
  const inKnown = known.reduce((sum, { population }) => sum + population, 0);
  const pooled = known.reduce((sum, { part, of, population }) => sum + (population / inKnown) * (part / of), 0);
  let share = 0;
  const below: number[] = [];
  const above: number[] = [];
  for (const { part, of, population } of cells) {
    const weight = population / all;
    // Of a stratum that nobody has answered in, anything may be true.
    const own = of === 0 ? pooled : part / of;
    const limits = shareLimits(own, worthWithin(of, population));
    share += weight * own;
    below.push(weight * (own - limits.low));
    above.push(weight * (limits.high - own));
  }
  return { share, low: share - together(...below), high: share + together(...above) };
}

function notSureOf(strata: readonly Stratum[]): { n: number; share: number; high: number } {
  const n = strata.reduce((sum, { yes, no, notSure }) => sum + yes + no + notSure, 0);
  const { share = 0, high = 1 } =
    joinStrata(strata, ({ yes, no, notSure }) => ({ part: notSure, of: yes + no + notSure })) ?? {};
  return { n, share, high };
}

function sort(a: number, b: number): Interval {
  return { low: Math.min(a, b), high: Math.max(a, b) };
}
