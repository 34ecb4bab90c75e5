import { describe, expect, it } from 'vitest';
import type { SaidInSession } from '../store/calibration-store.ts';
import { comparePeople } from './compare-people.ts';

const said = (runId: string, reviewer: string, verdict: SaidInSession['verdict'], value?: boolean) => ({
  ...{ runId, brick: 'solved', reviewer, verdict, value, answer: true },
});

describe('comparePeople', () => {
  it('counts answers on which several people said something, by what they hold to be right', () => {
    const compared = comparePeople([
      said('a', 'ann', 'correct'),
      said('a', 'ben', 'wrong', false),
      // Both hold no to be right.
      said('b', 'ann', 'wrong', false),
      said('b', 'ben', 'wrong', false),
      said('c', 'ann', 'correct'),
    ]);
    expect(compared.bricks).toMatchObject([{ brick: 'solved', n: 2, same: { value: 0.5 } }]);
    expect(compared.answers.map(({ runId, differs }) => [runId, differs])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(compared.answers[0]?.said).toEqual([
      { reviewer: 'ann', verdict: 'correct', value: true },
      { reviewer: 'ben', verdict: 'wrong', value: false },
    ]);
    expect(comparePeople([said('a', 'ann', 'correct')])).toEqual({ bricks: [], same: undefined, answers: [] });
  });

  it('takes unsure for another opinion', () => {
    expect(comparePeople([said('a', 'ann', 'unsure'), said('a', 'ben', 'correct')]).same?.value).toBe(0);
  });
});
