/** What thresholds would keep of a kit's last runs, the model's remaining work and cost, and how many wrong answers would be kept. */
import type { RunPrice } from '../../usage/price-of-run.ts';
import { type Estimate, weightedAccuracy, wilson } from '../quality/weighted-accuracy.ts';
import type { BrickEvidence, BrickThreshold } from './choose-thresholds.ts';
import type { LocalRun } from './local-run.ts';

export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface LocalOutlook {
  /** The share of answers, otherwise given by a model, that is kept. */
  kept: Interval | undefined;
  /** Runs for which no model is asked at all, of all. */
  withoutModel: number | undefined;
  /** For the kept answers: the expected accuracy, and reviewers' results. */
  expected: number | undefined;
  measured: Estimate | undefined;
  /** Wrong answers kept in a hundred runs; the limits are those of `measured`. */
  wrongPer100Runs: { value: number; low: number | undefined; high: number | undefined } | undefined;
  /** The share of the model's cost that is saved, compared with asking it everything. */
  saved: number | undefined;
  /** Micro-credits per thousand runs; undefined if no model is set up. */
  savedPer1000Runs: number | undefined;
}

interface Given {
  runs: readonly LocalRun[];
  evidence: readonly BrickEvidence[];
  thresholds: readonly BrickThreshold[];
  readIn(run: LocalRun, key: string): number | undefined;
  price: RunPrice;
}

/** Of runs whose input is gone. */
const USUAL_BYTES = 5_000;

export function sumUp({ runs, evidence, thresholds, readIn, price }: Given): LocalOutlook {
  const counted = runs.map((run) => {
    const asked = thresholds.filter(({ key }) => run.answers[key]?.[0] != null);
    const kept = asked.filter(({ key, from }) => from < 1 && (readIn(run, key) ?? 0) >= from).length;
    const bytes = run.inputBytes ?? USUAL_BYTES;
    const rest = asked.length - kept;
    const full = asked.length === 0 ? 0 : price.cost(bytes, asked.length);
    return { asked: asked.length, kept, full, cost: rest === 0 ? 0 : price.cost(bytes, rest) };
  });
  const total = (field: 'asked' | 'kept' | 'full' | 'cost') => counted.reduce((sum, each) => sum + each[field], 0);
  const [asked, kept, full, cost] = [total('asked'), total('kept'), total('full'), total('cost')];
  const share = asked === 0 ? undefined : kept / asked;
  const measured = weightedAccuracy(
    evidence.flatMap(({ judged }, at) => {
      const from = thresholds[at]?.from ?? 1;
      return from >= 1 ? [] : judged.filter(({ confidence }) => confidence >= from);
    }),
  );
  const right = thresholds.reduce((sum, each) => sum + each.kept * (each.expected ?? 0), 0);
  const perHundred = (wrong: number) => (100 * wrong) / runs.length;
  return {
    // Answers of one run depend on each other: the interval uses as many answers as there are runs.
    kept: share === undefined ? undefined : { value: share, ...wilson(share, runs.length) },
    withoutModel:
      runs.length === 0 ? undefined : counted.filter((each) => each.kept === each.asked).length / runs.length,
    expected: kept === 0 ? undefined : right / kept,
    measured,
    wrongPer100Runs:
      runs.length === 0
        ? undefined
        : {
            value: perHundred(kept - right),
            low: measured && perHundred(kept * (1 - measured.high)),
            high: measured && perHundred(kept * (1 - measured.low)),
          },
    saved: full === 0 ? undefined : 1 - cost / full,
    savedPer1000Runs: price.isKnown && runs.length > 0 ? (1_000 * (full - cost)) / runs.length : undefined,
  };
}
