import { describe, expect, it } from 'vitest';
import { meanOf, quantileOf, shareOf } from './intervals.ts';

describe('intervals', () => {
  it('of a share are Wilson’s', () => {
    expect(shareOf(8, 10)).toEqual({ value: 0.8, low: 0.490162, high: 0.943318 });
    expect(shareOf(0, 10)).toEqual({ value: 0, low: 0, high: 0.277533 });
    expect(shareOf(10, 10).high).toBe(1);
    expect(shareOf(0, 0)).toEqual({ value: 0 });
  });

  it('of a mean need two numbers', () => {
    expect(meanOf(1, 5, 25)).toEqual({ value: 5 });
    expect(meanOf(3, 6, 14)).toEqual({ value: 2, low: 0.868414, high: 3.13159 });
    expect(meanOf(2, 8, 32)).toEqual({ value: 4 });
  });

  it('of a mean stay in the range of the values', () => {
    expect(meanOf(3, 6, 14, { min: 1, max: 3 })).toEqual({ value: 2, low: 1, high: 3 });
    expect(meanOf(3, 6, 14, { min: 0 })).toEqual({ value: 2, low: 0.868414, high: 3.13159 });
    // Of an earlier version with another range.
    expect(meanOf(3, 6, 14, { min: 0, max: 1 })).toEqual({ value: 2, low: 0.868414, high: 2 });
  });

  it('of a mean have a width, however alike the numbers are', () => {
    const { low = 6, high = 6 } = meanOf(3, 18, 108, { min: 0, max: 10 });
    expect(low).toBeLessThan(5);
    expect(high).toBeGreaterThan(7);
  });

  it('of a quantile are ranks', () => {
    const values = [1, 2, 3, 4, 5].map((value) => ({ value, upTo: 20 * value }));
    expect(quantileOf(values, 100, 0.5)).toEqual({ value: 3, low: 3, high: 3 });
    expect(quantileOf(values, 100, 0.4)).toEqual({ value: 2, low: 2, high: 3 });
    expect(quantileOf([{ value: 7, upTo: 1 }], 1, 0.9)).toEqual({ value: 7, low: 7, high: 7 });
  });
});
