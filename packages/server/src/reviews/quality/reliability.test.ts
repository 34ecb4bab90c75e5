import { describe, expect, it } from 'vitest';
import { reliability } from './reliability.ts';

const answer = (confidence: number, isRight: boolean, weight = 1) => ({ confidence, isRight, weight });

describe('reliability', () => {
  it('has a bin for every tenth, the last with those who are certain', () => {
    const { bins } = reliability([answer(1, true), answer(0.9, true), answer(0.05, false), answer(0.1, true)]);
    expect(bins.map(({ from, to, n }) => [from, to, n])).toEqual([
      [0, 0.1, 1],
      [0.1, 0.2, 1],
      [0.9, 1, 2],
    ]);
  });

  it('compares confidence and accuracy, each answer by its weight', () => {
    const { bins, ece } = reliability([answer(0.5, true, 3), answer(0.54, false, 1)]);
    expect(bins).toEqual([
      {
        from: 0.5,
        to: 0.6,
        n: 2,
        confidence: expect.closeTo(0.51, 10),
        accuracy: 0.75,
      },
    ]);
    expect(ece).toBeCloseTo(0.24, 10);
  });

  it('adds up the distances of all bins, above and below', () => {
    const { ece } = reliability([answer(0.2, true, 1), answer(0.8, false, 3)]);
    expect(ece).toBeCloseTo((0.8 * 1 + 0.8 * 3) / 4, 10);
  });

  it('says nothing of nothing', () => {
    expect(reliability([])).toEqual({ bins: [], ece: undefined });
  });
});
