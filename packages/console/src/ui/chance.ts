/** How far the figures of a comparison may be off because only so many runs were compared. */
import type { Interval } from '@brickwork/contract/figures';

const Z = 1.96;

/**
 * The 95 % interval of the difference of two shares of the same runs, after Agresti and Min: half a run is added to each cell, which makes
 * it right for small numbers, too.
 */
export function differenceInterval(gained: number, lost: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const difference = (gained - lost) / (n + 2);
  const half = (Z * Math.sqrt(gained + lost + 1 - (gained - lost) ** 2 / (n + 2))) / (n + 2);
  return { low: Math.max(-1, difference - half), high: Math.min(1, difference + half) };
}

export const LIKELY_REAL = 0.05;
