import { describe, expect, it } from 'vitest';
import { yesNo } from '../../test/insights-fixtures.ts';
import { trustIn } from './trust.ts';

describe('trust', () => {
  it('is what reviewers found, from the least to the most right question', () => {
    const bricks = [
      { ...yesNo('empathy', 5, 10), reviewed: { n: 40, accuracy: 0.84, low: 0.7, high: 0.92 } },
      { ...yesNo('disclosed', 5, 10), reviewed: { n: 24, accuracy: 0.97, low: 0.9, high: 0.99 } },
      { ...yesNo('mood', 5, 10), reviewed: { n: 2 } },
      { ...yesNo('score', 5, 10), reviewed: { n: 0 } },
    ];
    expect(trustIn(bricks)).toEqual({
      least: { name: 'empathy', right: 84, low: 70, high: 92 },
      most: { name: 'disclosed', right: 97, low: 90, high: 99 },
      reviewed: 66,
      estimated: 2,
    });
  });

  it('is not known where nobody reviewed', () => {
    expect(trustIn([yesNo('empathy', 5, 10)])).toMatchObject({ least: undefined, reviewed: 0 });
  });
});
