/**
 * The share of calls of which the answer is yes, from a sample of them and an engine that errs.
 *
 * - The sample is stratified: every stratum counts by its part of all calls, whatever part of it was asked, so looking more closely where a rare answer
 *   is likely does not move the estimate. One stratum is a plain random sample. Limits of the strata are Wilson's, corrected for calls that are not many
 *   more than those asked, and are joined by the squares of their distances (MOVER: Zou and Donner 2008).
 * - Where the engine gives chances whose worth was measured, and people's judgements, the share comes from these (`estimate-from-scores.ts`).
 * - Else errors are corrected by what is known of the engine (`correct-errors.ts`); what is not known of it widens the interval.
 * - "Not sure" is no answer. The value is that of the calls with an answer; the interval is as wide as if all others were a no, or a yes.
 */
import type { Accuracy, KnownShare } from './accuracy.ts';
import { correctErrors, worthOfInterval } from './correct-errors.ts';
import { type EstimateShare, type KnownScores, openScores, type ScoredCalls } from './estimate-from-scores.ts';
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
  /** The engine’s answers, before its errors are corrected. */
  observed: number;
  /** The interval if the engine's accuracy were exactly known and every answer sure: what asking more calls can narrow. */
  sampling: Interval;
  /** Asked calls; and the share of these without an answer. */
  n: number;
  notSure: number;
}

/** `bins`: the sure answers of each stratum by the engine's probability of a yes. */
type Known =
  | Pick<Accuracy, 'sensitivity' | 'specificity'>
  | { scores: KnownScores; bins: readonly (readonly number[])[] };

/** Without accuracies, every answer is assumed to be right. */
export function estimateShare(strata: readonly Stratum[], known: Known): ShareEstimate | undefined {
  const observed = joinStrata(strata, ({ yes, no }) => ({ part: yes, of: yes + no }));
  if (observed === undefined) return undefined;
  const { n, share: notSure, high: mostNotSure } = notSureOf(strata);
  const sure = sureShare(strata, observed, known);
  const moreNotSure = notSure === 0 ? 0 : mostNotSure - notSure;
  const { value, low, high, sampling } = sure;
  return {
    value: within(0, 1, value),
    observed: observed.share,
    low: within(0, 1, (1 - notSure) * (value - together(value - low, moreNotSure * value))),
    high: within(0, 1, (1 - notSure) * (value + together(high - value, moreNotSure * (1 - value))) + notSure),
    sampling: { low: within(0, 1, sampling.low), high: within(0, 1, sampling.high) },
    n,
    notSure,
  };
}

type SureShare = Interval & { value: number; sampling: Interval };

function sureShare(strata: readonly Stratum[], observed: Interval & { share: number }, known: Known): SureShare {
  if ('scores' in known) return fromScores(strata, observed, known);
  const { sensitivity, specificity } = known;
  if (sensitivity === undefined || specificity === undefined)
    return { value: observed.share, low: observed.low, high: observed.high, sampling: observed };
  const population = strata.reduce((sum, each) => sum + each.population, 0);
  return corrected(observed, population, sensitivity, specificity);
}

/** Strata are weighted by their size; those without answers are assumed to be like the others. */
export function scoredCalls(strata: readonly Stratum[], bins: readonly (readonly number[])[]): ScoredCalls {
  const answered = strata.flatMap(({ population, yes, no }, at) =>
    yes + no === 0 ? [] : [{ population, n: yes + no, counts: bins[at] ?? [] }],
  );
  const inThem = answered.reduce((sum, { population }) => sum + population, 0);
  const parts = (answered[0]?.counts ?? []).map((_, bin) =>
    answered.reduce((sum, { population, n, counts }) => sum + (population * (counts[bin] ?? 0)) / (inThem * n), 0),
  );
  const asked = 1 / answered.reduce((sum, { population, n }) => sum + (population / inThem) ** 2 / n, 0);
  return { parts, asked, population: strata.reduce((sum, { population }) => sum + population, 0) };
}

const opened = new WeakMap<KnownScores, EstimateShare>();

function fromScores(
  strata: readonly Stratum[],
  observed: Interval & { share: number },
  { scores, bins }: { scores: KnownScores; bins: readonly (readonly number[])[] },
): SureShare {
  const estimate = opened.get(scores) ?? openScores(scores);
  opened.set(scores, estimate);
  const found = estimate(scoredCalls(strata, bins));
  const limit = (share: number) => within(found.low, found.high, found.value + share - observed.share);
  const { value, low, high } = found;
  return { value, low, high, sampling: { low: limit(observed.low), high: limit(observed.high) } };
}

function corrected(
  observed: Interval & { share: number },
  population: number,
  sensitivity: KnownShare,
  specificity: KnownShare,
) {
  // If every call was asked, there is no sampling error; the engine's errors remain.
  const worth = 1 / (1 / worthOfInterval(observed.share, observed) + 1 / population);
  const found = correctErrors({ share: observed.share, worth }, sensitivity, specificity);
  // No engine with this accuracy answers like this: its accuracy is not known after all.
  if (found === undefined) return { value: observed.share, low: 0, high: 1, sampling: observed };
  const discrimination = found.sensitivity + found.specificity - 1;
  const limit = (share: number) => within(found.low, found.high, (share + found.specificity - 1) / discrimination);
  return { ...found, sampling: { low: limit(observed.low), high: limit(observed.high) } };
}

/** A share of all calls, from the share in each stratum; undefined if there are no answers. */
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
    // In a stratum without answers, anything may be true.
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
