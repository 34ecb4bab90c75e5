/**
 * From the share that an engine says yes to, to the share of calls with a yes, where the engine errs and how much is known only roughly.
 *
 * Rogan and Gladen (1978) divide: (observed + specificity − 1) / (sensitivity + specificity − 1). With figures from other questions that may be far off, so far that it leaves 0 to 1. So
 * every pair of sensitivity and specificity is weighed by how well it is known *and* by whether it can have led to what was observed: an engine that says yes to one call in ten cannot
 * be wrong about two calls in ten with a no. The share, before anything is seen, may be anything from 0 to 1 alike.
 */
import type { KnownShare } from './accuracy.ts';
import { type Interval, Z } from './limits.ts';

/** A share that was observed, as in a plain sample of `worth` calls. */
export interface ObservedShare {
  share: number;
  worth: number;
}

export interface CorrectedShare extends Interval {
  value: number;
  /** The engine as it most likely is, given what it said. */
  sensitivity: number;
  specificity: number;
}

const ACCURACY_STEPS = 27;
const OBSERVED_STEPS = 41;
const SHARE_STEPS = 1_000;
/** How many standard deviations around the middle are looked at. */
const REACH = 4.5;
/** Below this, answers hardly depend on what was said, and tell nothing about it. */
const LEAST_DISCRIMINATION = 0.05;

/** Undefined where no such engine can have answered so. */
export function correctErrors(
  observed: ObservedShare,
  sensitivity: KnownShare,
  specificity: KnownShare,
): CorrectedShare | undefined {
  const shares = new Float64Array(SHARE_STEPS + 1);
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
        (shares[Math.round(share * SHARE_STEPS)] as number) += weight;
        sum += weight;
      }
      total += sum;
      ofSensitivity += sum * se.at;
      ofSpecificity += sum * sp.at;
    }
  if (!(total > 0)) return undefined;
  const at = (rank: number) => quantile(shares, total, rank);
  return {
    value: at(0.5),
    low: at(0.025),
    high: at(0.975),
    sensitivity: ofSensitivity / total,
    specificity: ofSpecificity / total,
  };
}

/** A beta distribution with this mean, as values and their weights; closer together towards 0 and 1, where a little more or less decides. */
function nodesOf({ share, worth }: KnownShare, steps: number): { at: number; weight: number }[] {
  if (worth === Number.POSITIVE_INFINITY) return [{ at: share, weight: 1 }];
  const [yes, no] = [Math.max(0.5, share * worth), Math.max(0.5, (1 - share) * worth)];
  const mean = yes / (yes + no);
  const deviation = Math.sqrt((mean * (1 - mean)) / (yes + no + 1));
  const from = Math.asin(Math.sqrt(Math.max(0, mean - REACH * deviation)));
  const width = (Math.asin(Math.sqrt(Math.min(1, mean + REACH * deviation))) - from) / steps;
  const nodes = Array.from({ length: steps }, (_, step) => Math.sin(from + (step + 0.5) * width) ** 2);
  // The density, times the distance between nodes at this place.
  const logs = nodes.map((at) => (yes - 0.5) * Math.log(at) + (no - 0.5) * Math.log(1 - at));
  const highest = Math.max(...logs);
  return nodes.map((at, step) => ({ at, weight: Math.exp((logs[step] ?? 0) - highest) }));
}

function quantile(shares: Float64Array, total: number, rank: number): number {
  let passed = 0;
  for (let cell = 0; cell < shares.length; cell += 1) {
    passed += shares[cell] ?? 0;
    if (passed >= rank * total) return cell / SHARE_STEPS;
  }
  return 1;
}

/** How many calls of a plain sample would leave an interval as wide. */
export function worthOfInterval(share: number, { low, high }: Interval): number {
  const half = (high - low) / 2;
  if (half <= 1e-6) return Number.POSITIVE_INFINITY;
  // Wilson's half width solved for the number of calls; exact at a share of 0, 1/2 and 1.
  const spread = share * (1 - share);
  const [z, h] = [Z ** 2, 4 * half ** 2];
  const linear = 4 * z * spread - 2 * h * z;
  return Math.max(1, (linear + Math.sqrt(linear ** 2 + 4 * h * z ** 2 * (1 - h))) / (2 * h));
}
