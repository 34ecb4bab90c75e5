import { describe, expect, it } from 'vitest';
import { openChances, smallEnough } from './by-chance.ts';

describe('the chance that a phrase is this frequent on one side', () => {
  it('is Fisher’s exact one', () => {
    // The lady tasting tea: three of her four cups were right, or all of them.
    const chanceOf = openChances({ inside: 4, against: 4 });
    expect(chanceOf({ inside: 3, against: 1 })).toBeCloseTo(17 / 70, 12);
    expect(chanceOf({ inside: 4, against: 0 })).toBeCloseTo(1 / 70, 12);
  });

  it('is that of both sides, which need not have equally many calls', () => {
    const chanceOf = openChances({ inside: 2, against: 8 });
    expect(chanceOf({ inside: 2, against: 0 })).toBeCloseTo(1 / 45, 12);
    expect(chanceOf({ inside: 1, against: 1 })).toBeCloseTo(17 / 45, 12);
    expect(chanceOf({ inside: 0, against: 5 })).toBeCloseTo(1, 12);
  });
});

describe('how small a chance must be', () => {
  it('depends on how many phrases could have been more frequent', () => {
    expect(smallEnough([0.01, 0.03, 0.9], 3)).toBe(0.03);
    expect(smallEnough([0.01, 0.03, 0.9], 5)).toBe(0.01);
    expect(smallEnough([0.01, 0.03, 0.9], 6)).toBeLessThan(0);
    expect(smallEnough([], 0)).toBeLessThan(0);
  });
});
