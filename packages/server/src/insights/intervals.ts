/** 95 % intervals: how far off a figure may be, given the number of runs. */

export interface Estimate {
  value: number;
  /** Absent if there is too little data for an interval. */
  low?: number;
  high?: number;
}

/** The normal distribution's quantile for 95 %. */
const Z = 1.959964;

/** A share with Wilson's interval, which is reliable for few runs and for shares near 0 and 1. */
export function shareOf(count: number, of: number): Estimate {
  if (of === 0) return { value: 0 };
  const share = count / of;
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))) / (1 + Z ** 2 / of);
  return { value: round(share), low: round(Math.max(0, middle - half)), high: round(Math.min(1, middle + half)) };
}

/**
 * `total` and `squares` are the sums of the numbers and of their squares. Intervals stay within the `range` of the values: a score of 100
 * points cannot have a mean of 107. Versions with another range may have a mean outside it, which stays in its interval. The range also
 * limits how much numbers may vary, and counts like one more call: three calls with the same score do not make a mean certain.
 */
export function meanOf(
  count: number,
  total: number,
  squares: number,
  {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: { min?: number | undefined; max?: number | undefined } = {},
): Estimate {
  const mean = total / count;
  if (count < 2) return { value: round(mean) };
  const own = Math.max(0, squares - count * mean ** 2);
  const prior = Number.isFinite(max - min) ? ((max - min) / 4) ** 2 : 0;
  const variance = Math.max(own / (count - 1), (own + prior) / count);
  // Equal numbers do not show the uncertainty of their mean.
  if (variance < 1e-12 * mean ** 2 || variance === 0) return { value: round(mean) };
  const half = Z * Math.sqrt(variance / count);
  const low = Math.min(mean, Math.max(min, mean - half));
  const high = Math.max(mean, Math.min(max, mean + half));
  return { value: round(mean), low: round(low), high: round(high) };
}

/**
 * A quantile and the interval between the two ranks that contain it in 95 of 100 samples. `values` are sorted, and `upTo` is how many of
 * all `count` numbers are not larger; numbers at other ranks may be missing.
 */
export function quantileOf(values: readonly { value: number; upTo: number }[], count: number, share: number): Estimate {
  const half = Z * Math.sqrt(count * share * (1 - share));
  return {
    value: atRank(values, share * count),
    low: atRank(values, share * count - half),
    high: atRank(values, share * count + half),
  };
}

function atRank(values: readonly { value: number; upTo: number }[], rank: number): number {
  return (values.find(({ upTo }) => upTo >= rank) ?? values.at(-1))?.value ?? 0;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
