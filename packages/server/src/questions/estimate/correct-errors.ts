/**
 * Estimates the share of calls with a yes from the share that an engine answers with yes, if the engine makes errors at a rate that is only roughly known.
 *
 * Rogan and Gladen (1978) divide: (observed + specificity − 1) / (sensitivity + specificity − 1). With figures from other questions, the result may be far
 * off, even outside 0 to 1. So every pair of sensitivity and specificity is weighted by its prior probability *and* by whether it is consistent with the observation: an engine that answers yes to one call in ten cannot be wrong about two calls in ten with a no. The prior of the share is uniform from 0 to 1.
 */
import type { KnownShare } from './accuracy.ts';
import { type Interval, Z } from './limits.ts';

/** An observed share, with the precision of a plain sample of `worth` calls. */
export interface ObservedShare {
  share: number;
  worth: number;
}

export interface CorrectedShare extends Interval {
  value: number;
  /** The most likely accuracy of the engine, given its answers. */
  sensitivity: number;
  specificity: number;
}

const ACCURACY_STEPS = 27;
const OBSERVED_STEPS = 41;
const SHARE_STEPS = 1_000;
/** How many standard deviations around the mean are covered. */
const REACH = 4.5;
/** Below this, answers hardly depend on the call, and are not informative. */
const LEAST_DISCRIMINATION = 0.05;

/** Undefined if no such engine could have given these answers. */
export function correctErrors(
  observed: ObservedShare,
  sensitivity: KnownShare,
  specificity: KnownShare,
): CorrectedShare | undefined {
  const shares = new Float64Array(SHARE_STEPS);
  let [total, ofSensitivity, ofSpecificity] = [0, 0, 0];
  const nodes = nodesOf({ share: observed.share, worth: observed.worth + 2 }, OBSERVED_STEPS);
  // Thirty thousand steps for each estimate: arrays of numbers, and sums that are added up once for all that was seen.
  const seen = Float64Array.from(nodes, ({ at }) => at);
  const likely = Float64Array.from(nodes, ({ weight }) => weight);
  const specificities = nodesOf(specificity, ACCURACY_STEPS);
  for (const se of nodesOf(sensitivity, ACCURACY_STEPS))
    for (const sp of specificities) {
      const discrimination = se.at + sp.at - 1;
      if (discrimination < LEAST_DISCRIMINATION) continue;
      const both = (se.weight * sp.weight) / discrimination;
      let sum = 0;
      for (let step = 0; step < seen.length; step += 1) {
        const share = ((seen[step] as number) + sp.at - 1) / discrimination;
        if (share < 0 || share > 1) continue;
        const weight = both * (likely[step] as number);
        (shares[Math.min(SHARE_STEPS - 1, Math.floor(share * SHARE_STEPS))] as number) += weight;
        sum += weight;
      }
      total += sum;
      ofSensitivity += sum * se.at;
      ofSpecificity += sum * sp.at;
    }
  if (!(total > 0)) return undefined;
  return {
    value: quantile(shares, total, 0.5),
    ...shortest(shares, total),
    sensitivity: ofSensitivity / total,
    specificity: ofSpecificity / total,
  };
}

/** A beta distribution with this mean, as values and their weights; closer together towards 0 and 1, where small differences matter. */
function nodesOf({ share, worth }: KnownShare, steps: number): { at: number; weight: number }[] {
  if (worth === Number.POSITIVE_INFINITY) return [{ at: share, weight: 1 }];
  const [yes, no] = [Math.max(0.5, share * worth), Math.max(0.5, (1 - share) * worth)];
  const mean = yes / (yes + no);
  const deviation = Math.sqrt((mean * (1 - mean)) / (yes + no + 1));
  const from = Math.asin(Math.sqrt(Math.max(0, mean - REACH * deviation)));
  const width = (Math.asin(Math.sqrt(Math.min(1, mean + REACH * deviation))) - from) / steps;
  const nodes = Array.from({ length: steps }, (_, step) => Math.sin(from + (step + 0.5) * width) ** 2);
  // The density, times the distance between nodes at this point.
  const logs = nodes.map((at) => (yes - 0.5) * Math.log(at) + (no - 0.5) * Math.log(1 - at));
  const highest = Math.max(...logs);
  return nodes.map((at, step) => ({ at, weight: Math.exp((logs[step] ?? 0) - highest) }));
}

function quantile(shares: Float64Array, total: number, rank: number): number {
  let passed = 0;
  for (let cell = 0; cell < shares.length; cell += 1) {
    passed += shares[cell] ?? 0;
    if (passed >= rank * total) return (cell + 0.5) / SHARE_STEPS;
  }
  return 1;
}

/** An interval that begins at 0 or ends at 1 may be this much wider than the shortest one: rounding of the sums should not decide. */
const HARDLY_WIDER = 1.03;

/** The shortest interval with 95 % of the probability: if the share is 0 or almost 0, it begins at 0, which equal tails would cut off. */
function shortest(shares: Float64Array, total: number): Interval {
  let [end, inside] = [0, 0];
  let best = { low: 0, high: shares.length, score: Number.POSITIVE_INFINITY };
  for (let low = 0; low < shares.length; low += 1) {
    for (; inside < 0.95 * total && end < shares.length; end += 1) inside += shares[end] ?? 0;
    if (inside < 0.95 * total) break;
    const score = (end - low) * (low === 0 || end === shares.length ? 1 : HARDLY_WIDER);
    if (score < best.score) best = { low, high: end, score };
    inside -= shares[low] ?? 0;
  }
  return { low: best.low / SHARE_STEPS, high: best.high / SHARE_STEPS };
}

/** The size of a plain sample with an interval of the same width. */
export function worthOfInterval(share: number, { low, high }: Interval): number {
  const half = (high - low) / 2;
  if (half <= 1e-6) return Number.POSITIVE_INFINITY;
  // Wilson's half width solved for the number of calls; exact for a share of 0, 1/2 and 1.
  const spread = share * (1 - share);
  const [z, h] = [Z ** 2, 4 * half ** 2];
  const linear = 4 * z * spread - 2 * h * z;
  return Math.max(1, (linear + Math.sqrt(linear ** 2 + 4 * h * z ** 2 * (1 - h))) / (2 * h));
}
