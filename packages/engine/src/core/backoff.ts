/** Exponential delay with full jitter above a minimum: base, 2·base, 4·base … up to max, each plus up to a tenth. */
export function backoffMs(attempt: number, baseMs: number, maxMs: number, random: () => number = Math.random): number {
  const delay = Math.min(maxMs, baseMs * 2 ** Math.min(Math.max(attempt - 1, 0), 30));
  return Math.round(delay * (1 + 0.1 * random()));
}
