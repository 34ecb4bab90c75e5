/** Workspaces made of labelled kits, in which people reviewed answers: whatever they picked, the interval of the share holds the truth. */
import { describe, expect, it } from 'vitest';
import {
  ENGINES,
  type Engine,
  estimateSimulated,
  judgeSome,
  medianOf,
  type SimulatedCall,
  simulateWorkspace,
} from '../../../../bench/quality/simulated-workspaces.ts';
import { type SeededRandom, seededRandom } from '../../../../bench/support/seeded-random.ts';
import { draws } from '../../../../test/support/draws.ts';
import type { ReviewedAnswer } from '../reviews/quality/measure-quality.ts';
import { drawnReviews, judgedScores } from './drawn-reviews.ts';

const WORLDS = draws(200);
/** Fewer worlds say less: what chance may do to a figure grows as it does for a mean. */
const SLACK = Math.sqrt(200 / WORLDS);
const MOST_CORRECTED = 40;

const isWrong = ({ isYes, chance }: SimulatedCall) => chance >= 0.5 !== isYes;

function reviewOf(calls: readonly SimulatedCall[], call: SimulatedCall, probability?: number): ReviewedAnswer {
  const answer = call.chance >= 0.5;
  return {
    ...{ runId: `${calls.indexOf(call)}`, brick: 'asked', reviewer: 'ann', group: undefined, answer, probability },
    ...(answer === call.isYes ? { verdict: 'correct', value: undefined } : { verdict: 'wrong', value: call.isYes }),
    confidence: answer ? call.chance : 1 - call.chance,
  };
}

/** Which calls a policy draws, with their probability. */
type Policy = (call: SimulatedCall, calls: readonly SimulatedCall[]) => number;

const POLICIES: Readonly<Record<string, Policy>> = {
  nothing: () => 0,
  'some at random': (_call, { length }) => Math.min(1, 60 / length),
  'all that are doubtful, and some at random': ({ chance }, { length }) =>
    Math.abs(chance - 0.5) < 0.2 ? 1 : Math.min(1, 60 / length),
  'every third wrong answer, and some at random': (call, { length }) =>
    isWrong(call) && Math.round(call.chance * 1_000) % 3 === 0 ? 1 : Math.min(1, 60 / length),
};

/** The wrong answers that a person found and corrected, and what the policy drew. */
function reviewsOf(calls: readonly SimulatedCall[], policy: Policy, random: SeededRandom): ReviewedAnswer[] {
  const drawn = calls.flatMap((call) => {
    const probability = policy(call, calls);
    return random.next() < probability ? [reviewOf(calls, call, probability)] : [];
  });
  const ids = new Set(drawn.map(({ runId }) => runId));
  const corrected = calls
    .filter(isWrong)
    .slice(0, MOST_CORRECTED)
    .map((call) => reviewOf(calls, call))
    .filter(({ runId }) => !ids.has(runId));
  return [...corrected, ...drawn];
}

/** Without any review, by seed. */
const unreviewed = new Map<number, ReturnType<typeof estimateSimulated>>();

function simulate(policy: Policy) {
  const [widths, before]: [number[], number[]] = [[], []];
  let [held, farther] = [0, 0];
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const random = seededRandom(seed * 7919);
    const workspace = simulateWorkspace(random, ENGINES['as it is'] as Engine);
    const { calls, prior, truth } = workspace;
    const { none, parts } = judgeSome(prior, calls, random, 0);
    const { judged } = judgedScores(drawnReviews(reviewsOf(calls, policy, random), 'asked'), prior);
    const found = estimateSimulated(workspace, { parts, here: none, judged });
    const without = unreviewed.get(seed) ?? estimateSimulated(workspace, { parts, here: none, judged: none });
    unreviewed.set(seed, without);
    held += Number(found.low <= truth && truth <= found.high);
    farther += Math.abs(found.value - truth) - Math.abs(without.value - truth);
    widths.push(found.high - found.low);
    before.push(without.high - without.low);
  }
  const figures = {
    coverage: held / WORLDS,
    width: medianOf(widths),
    without: medianOf(before),
    farther: farther / WORLDS,
  };
  // biome-ignore lint/suspicious/noConsole: the figures are what this test is run for.
  console.log(figures);
  return figures;
}

describe('the share of simulated workspaces in which a person corrected only wrong answers', () => {
  it('is what it is without these reviews', () => {
    const { coverage, width, without, farther } = simulate(POLICIES.nothing as Policy);
    expect(coverage).toBeGreaterThanOrEqual(0.95 - 0.02 * SLACK);
    expect([width, farther]).toEqual([without, 0]);
  });

  it.each(Object.keys(POLICIES).slice(1))('is nearer to the truth where a policy also drew %s', (policy) => {
    const { coverage, width, without, farther } = simulate(POLICIES[policy] as Policy);
    expect(coverage).toBeGreaterThanOrEqual(0.95 - 0.02 * SLACK);
    expect(width).toBeLessThan(without);
    expect(farther).toBeLessThan(0);
  });
});
