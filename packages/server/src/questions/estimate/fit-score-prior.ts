/**
 * How the engine's probabilities are distributed over calls with a yes and with a no, and how much this differs between questions: fitted
 * on labelled kits.
 */
import { binOf, type ScorePrior } from './estimate-from-scores.ts';

/** Thousandths: what the engine gave to the calls with a yes, and to those with a no. */
export interface RecordedBrick {
  yes: readonly number[];
  no: readonly number[];
}

const BINS = 5;
/** Sums of the pseudo-counts that are tried: a small sum means a large difference between questions. */
const SUMS = Array.from({ length: 60 }, (_, step) => 1.5 * 1.1 ** step);

export function fitScorePrior(bricks: readonly RecordedBrick[], bins = BINS): ScorePrior {
  const all = bricks.flatMap(({ yes, no }) => [...yes, ...no]).toSorted((a, b) => a - b);
  const ends = Array.from(
    { length: bins - 1 },
    (_, at) => (all[Math.floor(((at + 1) * all.length) / bins)] ?? 0) / 1_000,
  );
  const counted = (side: 'yes' | 'no') =>
    bricks.map((brick) => {
      const counts = Array.from({ length: bins }, () => 0);
      for (const chance of brick[side]) {
        const bin = binOf({ ends }, chance / 1_000);
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
      return counts;
    });
  return { ends, yes: fitDirichlet(counted('yes')), no: fitDirichlet(counted('no')) };
}

/** The means are those of all calls; of the sums, the one that makes the counts of the questions likeliest. */
function fitDirichlet(counted: readonly (readonly number[])[]): number[] {
  const bins = counted[0]?.length ?? 0;
  const totals = Array.from(
    { length: bins },
    (_, bin) => 0.5 + counted.reduce((sum, each) => sum + (each[bin] ?? 0), 0),
  );
  const of = totals.reduce((sum, each) => sum + each, 0);
  const means = totals.map((total) => total / of);
  const likelihood = (sum: number) =>
    counted.reduce(
      (log, counts) =>
        log +
        polyaLog(
          counts,
          means.map((mean) => mean * sum),
        ),
      0,
    );
  const best = SUMS.reduce((found, sum) => (likelihood(sum) > likelihood(found) ? sum : found));
  return means.map((mean) => mean * best);
}

/** Of a Dirichlet and multinomial distribution; rising products, as counts are small. */
function polyaLog(counts: readonly number[], pseudo: readonly number[]): number {
  const rising = (from: number, times: number) => {
    let log = 0;
    for (let step = 0; step < times; step += 1) log += Math.log(from + step);
    return log;
  };
  const sum = pseudo.reduce((all, each) => all + each, 0);
  const n = counts.reduce((all, each) => all + each, 0);
  return counts.reduce((log, count, bin) => log + rising(pseudo[bin] ?? 0, count), 0) - rising(sum, n);
}
