const Z = 1.96;

export interface Interval {
  low: number;
  high: number;
}

/** Wilson's 95 % interval of a share, which is honest for few runs and for shares near 0 and 1. */
export function shareInterval(count: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const share = count / n;
  const middle = share + (Z * Z) / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const scale = 1 + (Z * Z) / n;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
