/**
 * The probability that a phrase is this frequent on one side by chance: Fisher's one-sided exact test, because counts are small and skewed.
 * Thousands of phrases are tested, so only so many significant ones are kept that about one in twenty of them is chance (Benjamini and
 * Hochberg 1995), and none in 95 of 100 contrasts between calls that do not differ.
 */

const FALSE_SHARE = 0.05;
/** The remainder of a sum of decreasing terms that is left out. */
const NEGLIGIBLE = 1e-12;

export interface Margins {
  inside: number;
  against: number;
}

/** The probability that at least `inside` of the calls with a phrase are on the first side, if it is equally frequent on both. */
export function openChances(calls: Margins): (phrase: Margins) => number {
  const all = calls.inside + calls.against;
  const logs = new Float64Array(all + 1);
  for (let each = 1; each <= all; each += 1) logs[each] = (logs[each - 1] ?? 0) + Math.log(each);
  const choose = (of: number, some: number) => (logs[of] ?? 0) - (logs[some] ?? 0) - (logs[of - some] ?? 0);
  return ({ inside, against }) => {
    const having = inside + against;
    const most = Math.min(having, calls.inside);
    const total = choose(all, having);
    let sum = 0;
    for (let at = inside; at <= most; at += 1) {
      const part = Math.exp(choose(calls.inside, at) + choose(calls.against, having - at) - total);
      sum += part;
      if (part < sum * NEGLIGIBLE) break;
    }
    return Math.min(1, sum);
  };
}

/** The largest probability that is still significant, among `looked` phrases that could have been more frequent. */
export function smallEnough(chances: readonly number[], looked: number): number {
  const sorted = chances.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex((chance, rank) => chance <= (FALSE_SHARE * (rank + 1)) / Math.max(1, looked));
  return sorted[last] ?? -1;
}
