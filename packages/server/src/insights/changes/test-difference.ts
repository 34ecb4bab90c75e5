/**
 * Whether a figure differs between two periods by more than chance: two shares by Newcombe's interval, two means by
 * Welch's test. The difference itself is tested; whether two intervals overlap says less than half as much.
 */

/** The answers of a group of calls: for a share, `sum` and `squares` are how often the answer was given. */
export interface Tally {
  n: number;
  sum: number;
  squares: number;
}

export interface Difference {
  value: number;
  low: number;
  high: number;
  /** The probability that chance alone makes a difference this large. */
  p: number;
}

/** How much numbers of the kit vary between calls: a few calls alone do not show it, and three equal numbers show nothing. */
export interface Spread {
  variance: number;
  /** The weight of this estimate, in calls. */
  weight: number;
}

export const Z = 1.959964;

export const NOTHING: Tally = { n: 0, sum: 0, squares: 0 };
export const add = (a: Tally, b: Tally): Tally => ({
  n: a.n + b.n,
  sum: a.sum + b.sum,
  squares: a.squares + b.squares,
});
export const without = (a: Tally, b: Tally): Tally => add(a, { n: -b.n, sum: -b.sum, squares: -b.squares });
export const meanOf = ({ n, sum }: Tally): number => (n === 0 ? 0 : sum / n);

/** `spread` is undefined for shares. */
export function testDifference(before: Tally, after: Tally, spread: Spread | undefined): Difference {
  return spread === undefined ? differenceOfShares(before, after) : differenceOfMeans(before, after, spread);
}

/** Newcombe's interval from Wilson's limits of both shares; `p` is one minus the confidence at which the interval begins to include zero. */
function differenceOfShares(before: Tally, after: Tally): Difference {
  const value = meanOf(after) - meanOf(before);
  const { low, high } = newcombe(before, after, Z);
  let [inside, outside] = [40, 0];
  for (let step = 0; step < 50; step += 1) {
    const z = (inside + outside) / 2;
    const limits = newcombe(before, after, z);
    if (limits.low <= 0 && limits.high >= 0) inside = z;
    else outside = z;
  }
  const p = value === 0 ? 1 : 2 * normalTail(inside);
  return { value, low, high, p: Math.max(p, exactP(before, after)) };
}

/** Up to this many calls, Newcombe's interval is too narrow in the tail, which matters for a correction for many tests. */
const FEW = 60;

/** Fisher's exact test, counting half of the probability of the observed table, which only matters for few calls. */
function exactP(before: Tally, after: Tally): number {
  const [fewer, more] = before.n < after.n ? [before, after] : [after, before];
  if (fewer.n > FEW) return 0;
  const [all, given] = [fewer.n + more.n, fewer.sum + more.sum];
  const chance = (count: number) =>
    Math.exp(logChoose(given, count) + logChoose(all - given, fewer.n - count) - logChoose(all, fewer.n));
  const counts = Array.from({ length: fewer.n + 1 }, (_, count) => count);
  const isBelow = fewer.sum * all < fewer.n * given;
  const tail = counts.filter((count) => (isBelow ? count < fewer.sum : count > fewer.sum)).map(chance);
  return Math.min(1, 2 * (tail.reduce((sum, each) => sum + each, 0) + chance(fewer.sum) / 2));
}

function logChoose(of: number, chosen: number): number {
  if (chosen < 0 || chosen > of) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  const fewer = Math.min(chosen, of - chosen);
  for (let step = 1; step <= fewer; step += 1) sum += Math.log((of - fewer + step) / step);
  return sum;
}

function newcombe(before: Tally, after: Tally, z: number): { low: number; high: number } {
  const [from, to] = [meanOf(before), meanOf(after)];
  const [of1, of2] = [wilson(before, z), wilson(after, z)];
  return {
    low: to - from - Math.hypot(to - of2.low, of1.high - from),
    high: to - from + Math.hypot(of2.high - to, from - of1.low),
  };
}

export function wilson({ n, sum }: Tally, z: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = sum / n;
  const middle = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z * Math.sqrt(Math.max(0, share * (1 - share)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Welch's test, with each variance stabilised by the kit's. */
function differenceOfMeans(before: Tally, after: Tally, spread: Spread): Difference {
  const [first, second] = [errorOf(before, spread), errorOf(after, spread)];
  const error = Math.sqrt(first.squared + second.squared);
  const degrees = error ** 4 / (first.squared ** 2 / first.degrees + second.squared ** 2 / second.degrees);
  const value = meanOf(after) - meanOf(before);
  const half = studentQuantile(degrees) * error;
  const p = error === 0 ? Number(value === 0) : studentP(value / error, degrees);
  return { value, low: value - half, high: value + half, p };
}

/** For a mean: its squared standard error. */
export function errorOf(tally: Tally, spread: Spread | undefined): { squared: number; degrees: number } {
  const { n, sum, squares } = tally;
  if (spread === undefined) {
    // Two more calls, one of each answer: a few calls that agree do not make a share certain.
    const share = (sum + 1) / (n + 2);
    return { squared: (share * (1 - share)) / Math.max(1, n), degrees: Number.POSITIVE_INFINITY };
  }
  const own = Math.max(0, squares - sum ** 2 / Math.max(1, n));
  const degrees = Math.max(1, n - 1 + spread.weight);
  return { squared: (own + spread.weight * spread.variance) / degrees / Math.max(1, n), degrees };
}

/** Student's quantile for 95 %, by Cornish and Fisher's expansion. */
export function studentQuantile(degrees: number): number {
  if (degrees < 1) return 12.706;
  return Math.min(12.706, Z + (Z ** 3 + Z) / 4 / degrees + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96 / degrees ** 2);
}

/** Two-sided, by Wallace's approximation: within 2 % of the exact one from three degrees on. */
function studentP(t: number, degrees: number): number {
  const z = ((8 * degrees + 1) / (8 * degrees + 3)) * Math.sqrt(degrees * Math.log1p(t ** 2 / degrees));
  return 2 * normalTail(Number.isFinite(degrees) ? z : Math.abs(t));
}

/** The share of a normal distribution above `z`; Abramowitz and Stegun 7.1.26 is not exact enough in the tail, this continued fraction is. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 2) {
    let [term, sum] = [z, z];
    for (let k = 1; k < 60; k += 1) {
      term *= z ** 2 / (2 * k + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = 60; k > 0; k -= 1) fraction = z + k / fraction;
  return density / fraction;
}

/**
 * Which of many tests are significant. Holm's procedure: among weeks in which nothing changed, at most one in twenty lists a change,
 * however many tests there are. Benjamini and Hochberg's would let the consequences of one real change (the score of the team, of all, of
 * its agents) pay for false ones.
 */
export function holm<Test extends { p: number }>(tests: readonly Test[], level = 0.05): Test[] {
  const sorted = tests.toSorted((a, b) => a.p - b.p);
  const first = sorted.findIndex(({ p }, index) => p > level / (sorted.length - index));
  return first < 0 ? sorted : sorted.slice(0, first);
}
