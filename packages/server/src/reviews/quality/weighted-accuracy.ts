/**
 * The share of right answers among all runs, estimated from those that were drawn for review. Each is weighted by the inverse of its probability of being
 * drawn (Horvitz-Thompson weights, normalised as by Hájek), so that reviewing every unsure answer
 * and few of the others does not bias the estimate.
 *
 * The interval joins a Wilson interval for each stratum of equal probability (Yan and Su 2010: the squared distances to each limit
 * add up, weighted) with the variance of the strata's estimated sizes. A variance from the sample alone would be far too small
 * when the few heavy answers happen to be all right.
 */
export interface DrawnAnswer {
  probability: number;
  isRight: boolean;
}

export interface Estimate {
  n: number;
  accuracy: number;
  low: number;
  high: number;
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

export function weightedAccuracy(answers: readonly DrawnAnswer[]): Estimate | undefined {
  if (answers.length === 0) return undefined;
  const strata = strataOf(answers);
  const total = strata.reduce((sum, { size, weight }) => sum + size * weight, 0);
  const accuracy = strata.reduce((sum, { right, weight }) => sum + right * weight, 0) / total;
  let below = 0;
  let above = 0;
  for (const { size, right, weight } of strata) {
    const share = (size * weight) / total;
    const own = right / size;
    const { low, high } = wilson(own, size);
    const ofSize = (Z ** 2 * size * weight ** 2 * (own - accuracy) ** 2) / total ** 2;
    below += (share * (own - low)) ** 2 + ofSize;
    above += (share * (high - own)) ** 2 + ofSize;
  }
  return {
    n: answers.length,
    accuracy,
    low: Math.max(0, accuracy - Math.sqrt(below)),
    high: Math.min(1, accuracy + Math.sqrt(above)),
  };
}

interface Stratum {
  weight: number;
  size: number;
  right: number;
}

function strataOf(answers: readonly DrawnAnswer[]): Stratum[] {
  const strata = new Map<number, Stratum>();
  for (const { probability, isRight } of answers) {
    const stratum = strata.get(probability) ?? { weight: 1 / probability, size: 0, right: 0 };
    stratum.size += 1;
    stratum.right += Number(isRight);
    strata.set(probability, stratum);
  }
  return [...strata.values()];
}

/** The 95 % interval of a share of `size`: reliable for few answers, and for shares near 0 and 1. */
export function wilson(share: number, size: number): { low: number; high: number } {
  const square = Z ** 2;
  const centre = (share + square / (2 * size)) / (1 + square / size);
  const half = (Z / (1 + square / size)) * Math.sqrt((share * (1 - share)) / size + square / (4 * size ** 2));
  // For a share of 0 or 1, rounding alone would put a limit just outside.
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
