/** Limits that contain a figure in 95 of 100 samples. */

export interface Interval {
  low: number;
  high: number;
}

/** The normal distribution's quantile for 95 %. */
export const Z = 1.959964;

/** Wilson's limits of a share, reliable for few answers and near 0 and 1. `n` may be an effective number of answers, and need not be whole. */
export function shareLimits(share: number, n: number): Interval {
  if (n <= 0) return { low: 0, high: 1 };
  if (n === Number.POSITIVE_INFINITY) return { low: share, high: share };
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The number of answers from an infinite population that are worth as much as `n` of `population`: if all were asked, there is no sampling error. */
export function worthWithin(n: number, population: number): number {
  if (n <= 0) return 0;
  return n >= population ? Number.POSITIVE_INFINITY : (n * (population - 1)) / (population - n);
}

/** Student's quantile for 95 %, by Cornish and Fisher's expansion; accurate to a hundredth from three degrees on. */
export function studentQuantile(degrees: number): number {
  if (degrees < 1) return 12.706;
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  return Math.min(12.706, Z + first / degrees + second / degrees ** 2);
}

export function within(low: number, high: number, value: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The root of the sum of squares: the combined effect of independent errors. */
export function together(...distances: readonly number[]): number {
  return Math.hypot(...distances);
}
