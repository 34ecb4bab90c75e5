/**
 * Mean and median of a number over the calls that have one, from a sample of them and an engine that errs.
 *
 * The mean is a ratio: the sum of the numbers by the count of calls with one, both weighted by stratum; its variance is that of the residuals. The size of
 * errors in wrong numbers is not known. For the mean we assume that wrong numbers are off by at most one standard deviation of all of them on average; the median needs no
 * assumption: at most as many numbers as are wrong can have crossed it.
 */
import { type Accuracy, limitsOf } from './accuracy.ts';
import { type Interval, studentQuantile, Z } from './limits.ts';

/** Calls of one stratum: how many there are, how many were asked, and the numbers of those that have one. */
export interface NumberStratum {
  population: number;
  asked: number;
  numbers: readonly number[];
}

export interface NumberEstimate extends Interval {
  value: number;
  sampling: Interval;
}

export interface NumberEstimates {
  mean: NumberEstimate;
  median: NumberEstimate;
  /** Calls with a number. */
  n: number;
  standardDeviation: number;
}

/** Nothing if one number stands for calls that were not asked: their spread is not known. */
export function estimateNumber(
  strata: readonly NumberStratum[],
  { right }: Pick<Accuracy, 'right'>,
): NumberEstimates | undefined {
  const asked = strata.filter((stratum) => stratum.asked > 0);
  const n = asked.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if (n === 0) return undefined;
  const weighted = asked.flatMap((stratum) =>
    stratum.numbers.map((number) => ({ number, weight: stratum.population / stratum.asked })),
  );
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const mean = weighted.reduce((sum, { number, weight }) => sum + weight * number, 0) / total;
  const variance = weighted.reduce((sum, { number, weight }) => sum + weight * (number - mean) ** 2, 0) / total;
  const standardDeviation = Math.sqrt(variance);
  const half = studentQuantile(n - 1) * standardErrorOf(asked, mean, total);
  const areAllAsked = asked.every((stratum) => stratum.asked >= stratum.population);
  if (!Number.isFinite(half) || (n === 1 && !areAllAsked)) return undefined;
  const wrong = 1 - limitsOf(right).low;
  const off = half + wrong * standardDeviation;
  const at = quantilesOf(weighted, total);
  // The size of a plain sample with the mean's standard error, so that strata count for the median too.
  const worth = half === 0 ? Number.POSITIVE_INFINITY : Math.max(1, variance / (half / Z) ** 2);
  const rank = Z * Math.sqrt(0.25 / worth);
  return {
    mean: { value: mean, low: mean - off, high: mean + off, sampling: { low: mean - half, high: mean + half } },
    median: {
      value: at(0.5),
      low: at(0.5 - rank - wrong),
      high: at(0.5 + rank + wrong),
      sampling: { low: at(0.5 - rank), high: at(0.5 + rank) },
    },
    n,
    standardDeviation,
  };
}

/** By linearisation: calls without a number have no residual, but count as asked. */
function standardErrorOf(strata: readonly NumberStratum[], mean: number, total: number): number {
  let variance = 0;
  for (const { population, asked, numbers } of strata) {
    if (asked >= population) continue;
    if (asked < 2) return Number.POSITIVE_INFINITY;
    const sum = numbers.reduce((all, number) => all + (number - mean), 0);
    const squares = numbers.reduce((all, number) => all + (number - mean) ** 2, 0);
    const spread = Math.max(0, (squares - sum ** 2 / asked) / (asked - 1));
    variance += (population ** 2 * (1 - asked / population) * spread) / asked;
  }
  return Math.sqrt(variance) / total;
}

function quantilesOf(weighted: readonly { number: number; weight: number }[], total: number): (rank: number) => number {
  const sorted = weighted.toSorted((a, b) => a.number - b.number);
  return (rank) => {
    let passed = 0;
    for (const { number, weight } of sorted) {
      passed += weight;
      if (passed >= rank * total) return number;
    }
    return sorted.at(-1)?.number ?? 0;
  };
}
