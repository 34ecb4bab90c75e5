/**
 * Workspaces made of labelled kits (`bench/quality/simulated-workspaces.ts`): the interval of the share holds the truth as often as it says, and what judging calls
 * is said to bring comes true.
 */
import { describe, expect, it } from 'vitest';
import {
  ENGINES,
  type Engine,
  estimateSimulated,
  judgeSome,
  medianOf,
  simulateWorkspace,
} from '../../../../../bench/quality/simulated-workspaces.ts';
import { seededRandom } from '../../../../../bench/support/seeded-random.ts';
import { draws } from '../../../../../test/support/draws.ts';
import { expectedHalf, judgementsByBin } from './choose-judgements.ts';
import { openScores } from './estimate-from-scores.ts';
import { fitScorePrior, type RecordedBrick } from './fit-score-prior.ts';
import { shareLimits } from './limits.ts';
import recorded from './recorded-scores.json' with { type: 'json' };

const WORLDS = draws(300);
/** Fewer worlds say less: what chance may do to a figure grows as it does for a mean. */
const SLACK = Math.sqrt(300 / WORLDS);
const KITS: Readonly<Record<string, Readonly<Record<string, RecordedBrick>>>> = recorded;

function simulate(most: number, engine = 'as it is') {
  const [widths, alone]: [number[], number[]] = [[], []];
  let [held, nearer, differing] = [0, 0, 0];
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = seededRandom(seed * 7919);
    const workspace = simulateWorkspace(random, ENGINES[engine] as Engine);
    const { calls, prior, truth } = workspace;
    const { here, none, parts } = judgeSome(prior, calls, random, most);
    const found = estimateSimulated(workspace, { parts, here, judged: none });
    held += Number(found.low <= truth && truth <= found.high);
    widths.push(found.high - found.low);
    const people = shareLimits(truth, most);
    alone.push(people.high - people.low);
    const raw = calls.filter(({ chance }) => chance >= 0.5).length / calls.length;
    if (Math.abs(raw - found.value) < 0.005) continue;
    differing += 1;
    nearer += Number(Math.abs(found.value - truth) < Math.abs(raw - truth));
  }
  const figures = {
    coverage: held / WORLDS,
    width: medianOf(widths),
    alone: medianOf(alone),
    nearer: nearer / differing,
  };
  // biome-ignore lint/suspicious/noConsole: the figures are what this test is run for.
  console.log(`${most} judgements, an engine ${engine}:`, figures);
  return figures;
}

describe('the share of simulated workspaces', () => {
  it.each([
    [0, 0.65],
    [12, 0.32],
    [20, 0.25],
    [40, 0.19],
  ])('with %i judgements is within its interval in 93 to 99 of 100, which is at most %f wide', (most, widest) => {
    const { coverage, width, alone, nearer } = simulate(most);
    expect(coverage).toBeGreaterThanOrEqual(0.95 - 0.02 * SLACK);
    expect(coverage).toBeLessThanOrEqual(0.95 + 0.04 * SLACK);
    expect(width).toBeLessThanOrEqual(widest * (1 + 0.05 * (SLACK - 1)));
    expect(width).toBeLessThanOrEqual(alone);
    expect(nearer).toBeGreaterThanOrEqual(0.6 - 0.05 * (SLACK - 1));
  });

  it.each(['says anything', 'says the contrary'])('holds with 40 judgements of an engine that %s', (engine) => {
    expect(simulate(40, engine).coverage).toBeGreaterThanOrEqual(0.95 - 0.02 * SLACK);
  });
});

describe('what judging twelve more calls is said to bring', () => {
  it.each([0, 12])(
    'comes true or better, and within half more in nineteen of twenty workspaces, after %i',
    (before) => {
      const ratios: number[] = [];
      for (let seed = 1; seed <= draws(100); seed += 1) {
        const random = seededRandom(seed * 104_729);
        const workspace = simulateWorkspace(random, ENGINES['as it is'] as Engine);
        const { calls, prior } = workspace;
        const first = judgeSome(prior, calls, random, before);
        const known = { prior, judged: first.none, here: first.here };
        const left = first.parts.map((part) => Math.floor(part * calls.length));
        const more = judgementsByBin(known, first.parts, left, 12);
        const all = { parts: first.parts, asked: calls.length, population: calls.length };
        const promised = expectedHalf(known, all, more);
        const after = judgeSome(prior, calls, random, before + 12);
        const { low, high } = estimateSimulated(workspace, {
          parts: after.parts,
          here: after.here,
          judged: after.none,
        });
        ratios.push((high - low) / 2 / promised);
      }
      // biome-ignore lint/suspicious/noConsole: the figures are what this test is run for.
      console.log(`half of the interval, and what was promised, after ${before}:`, medianOf(ratios));
      const sorted = ratios.toSorted((a, b) => a - b);
      expect(medianOf(ratios)).toBeGreaterThan(0.75);
      expect(medianOf(ratios)).toBeLessThan(1.1 + 0.05 * (SLACK - 1));
      expect(sorted[Math.floor(0.95 * sorted.length) - 1]).toBeLessThan(1.5);
    },
  );
});

describe('openScores', () => {
  const prior = fitScorePrior(Object.values(KITS).flatMap((bricks) => Object.values(bricks)));
  const none = { yes: prior.yes.map(() => 0), no: prior.no.map(() => 0) };
  const parts = prior.yes.map(() => 1 / prior.yes.length);

  it('gives the same figures again, narrower ones for more calls, and says less of a part of them', () => {
    const judged = { yes: [0, 1, 3, 6, 8], no: [8, 7, 5, 2, 0] };
    const estimate = openScores({ prior, judged });
    const all = estimate({ parts, asked: 400, population: 400 });
    expect(openScores({ prior, judged })({ parts, asked: 400, population: 400 })).toEqual(all);
    const some = estimate({ parts, asked: 40, population: 4_000 });
    expect(some.high - some.low).toBeGreaterThan(all.high - all.low);
  });

  it('follows people where they disagree with the engine', () => {
    const many = { yes: prior.yes.map(() => 0), no: prior.no.map(() => 60) };
    expect(openScores({ prior, judged: none })({ parts, asked: 500, population: 500 }).value).toBeGreaterThan(0.1);
    expect(openScores({ prior, judged: many })({ parts, asked: 500, population: 500 }).high).toBeLessThan(0.05);
  });

  it('leaves nothing to chance in calls that were judged', () => {
    const half = { yes: [10, 10, 10, 10, 10], no: [10, 10, 10, 10, 10] };
    const all = { parts, asked: 100, population: 100 };
    const { value, low, high } = openScores({ prior, judged: none, here: half })(all);
    expect([value, low, high]).toEqual([0.5, 0.5, 0.5]);
    const elsewhere = openScores({ prior, judged: half })(all);
    expect(elsewhere.high - elsewhere.low).toBeGreaterThan(0.05);
  });
});
