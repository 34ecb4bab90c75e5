/** How far the figures of a comparison may be off because only so many runs were compared. */
const Z = 1.96;

export interface Interval {
  low: number;
  high: number;
}

/** Wilson's 95 % interval of a share, as in insights. */
export function shareInterval(count: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const share = count / n;
  const middle = share + (Z * Z) / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const scale = 1 + (Z * Z) / n;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

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

export function formatP(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p >= 0.995 ? '1' : String(Number(p.toPrecision(2)));
}
