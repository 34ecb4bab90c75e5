import { describe, expect, it } from 'vitest';
import { weightedAccuracy, wilson } from './weighted-accuracy.ts';

/** Mulberry32: a world is the same every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface World {
  runs: number;
  lowShare: number;
  rightWhenLow: number;
  rightWhenHigh: number;
  random: number;
  /** The part of the queue that people get through, in random order. */
  reviewed: number;
}

/** All runs of a world with their truth, and what a policy "random share, and everything of low confidence" has reviewed of them. */
function simulate(world: World, seed: number) {
  const random = seeded(seed);
  let right = 0;
  const answers: { probability: number; isRight: boolean; isLow: boolean }[] = [];
  for (let index = 0; index < world.runs; index += 1) {
    const isLow = random() < world.lowShare;
    const isRight = random() < (isLow ? world.rightWhenLow : world.rightWhenHigh);
    right += Number(isRight);
    const isDrawn = isLow || random() < world.random;
    if (isDrawn && random() < world.reviewed) answers.push({ probability: isLow ? 1 : world.random, isRight, isLow });
  }
  return { truth: right / world.runs, answers };
}

const WORLDS: [string, World][] = [
  [
    'a random slice alone',
    { runs: 4_000, lowShare: 0, rightWhenLow: 0, rightWhenHigh: 0.9, random: 0.05, reviewed: 1 },
  ],
  [
    '80 % of the reviews are of low-confidence answers',
    { runs: 4_000, lowShare: 0.17, rightWhenLow: 0.55, rightWhenHigh: 0.95, random: 0.05, reviewed: 1 },
  ],
  [
    '80 % of the reviews are of low-confidence answers, and half the queue is left',
    { runs: 4_000, lowShare: 0.17, rightWhenLow: 0.55, rightWhenHigh: 0.95, random: 0.05, reviewed: 0.5 },
  ],
  [
    'few reviews, of which hardly any heavy one is wrong',
    { runs: 1_500, lowShare: 0.08, rightWhenLow: 0.5, rightWhenHigh: 0.97, random: 0.03, reviewed: 1 },
  ],
];

describe('weightedAccuracy', () => {
  it('joins what is unsure within strata and about their sizes', () => {
    const answers = (probability: number, ...right: boolean[]) => right.map((isRight) => ({ probability, isRight }));
    // By hand: accuracy 8 / 12; Wilson's limits of 4 of 4 and of 2 of 4; a variance of 4 · (w · (own - 2/3) / 12)² for each size.
    expect(
      weightedAccuracy([...answers(1, true, true, true, true), ...answers(0.5, true, false, true, false)]),
    ).toEqual({
      n: 8,
      accuracy: expect.closeTo(2 / 3, 10),
      low: expect.closeTo(0.3429215, 6),
      high: expect.closeTo(0.946211, 6),
    });
    expect(weightedAccuracy([])).toBeUndefined();
  });

  it.each(WORLDS)('has the truth inside its 95 % interval in at least 93 of 100 worlds: %s', (_name, world) => {
    let covered = 0;
    let lowAnswers = 0;
    let reviewed = 0;
    let bias = 0;
    let width = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const { truth, answers } = simulate(world, seed * 7_919);
      const estimate = weightedAccuracy(answers);
      if (estimate === undefined) throw new Error('nothing was reviewed');
      covered += Number(estimate.low <= truth && truth <= estimate.high);
      lowAnswers += answers.filter(({ isLow }) => isLow).length;
      reviewed += answers.length;
      bias += (estimate.accuracy - truth) / 100;
      width += (estimate.high - estimate.low) / 100;
    }
    expect(covered).toBeGreaterThanOrEqual(93);
    expect(Math.abs(bias)).toBeLessThan(0.01);
    expect(width).toBeLessThan(0.2);
    if (world.runs === 4_000 && world.lowShare > 0) expect(lowAnswers / reviewed).toBeGreaterThan(0.78);
  });

  it('would be wrong without the weights', () => {
    const [, world] = WORLDS[1] ?? [];
    if (world === undefined) throw new Error('no such world');
    const { truth, answers } = simulate(world, 1);
    const plain = answers.filter(({ isRight }) => isRight).length / answers.length;
    expect(truth - plain).toBeGreaterThan(0.15);
    expect(Math.abs((weightedAccuracy(answers)?.accuracy ?? 0) - truth)).toBeLessThan(0.05);
  });

  it('is the plain share with Wilson’s interval where all were drawn alike', () => {
    const answers = Array.from({ length: 10 }, (_, index) => ({ probability: 0.1, isRight: index > 0 }));
    const estimate = weightedAccuracy(answers);
    expect(estimate?.n).toBe(10);
    expect(estimate?.accuracy).toBeCloseTo(0.9, 10);
    expect(estimate?.low).toBeCloseTo(0.5958, 3);
    expect(estimate?.high).toBeCloseTo(0.9821, 3);
    expect(weightedAccuracy([])).toBeUndefined();
  });
});

describe('wilson', () => {
  it('stays between 0 and 1 for none and for all, however rounding falls', () => {
    for (let size = 1; size <= 200; size += 1) {
      expect(wilson(0, size).low).toBeGreaterThanOrEqual(0);
      expect(wilson(1, size).high).toBeLessThanOrEqual(1);
    }
  });
});
