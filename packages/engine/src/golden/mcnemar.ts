/**
 * McNemar's exact test: of the lines on which two answers differ in being right, how likely is a split at least this
 * uneven if neither is better? Two-sided binomial, so that it is exact for few lines too.
 */
export function mcnemar(gained: number, lost: number): number {
  const total = gained + lost;
  // With logarithms: 2^-n is too small for a double at n = 1,075.
  let logTerm = -total * Math.LN2;
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= Math.min(gained, lost); k += 1) {
    logTerm += Math.log(total - k + 1) - Math.log(k);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, 2 * sum);
}
