import { describe, expect, it } from 'vitest';
import { errorOf, holm, testDifference } from './test-difference.ts';

const share = (sum: number, n: number) => ({ n, sum, squares: sum });
const numbers = (...values: number[]) => ({
  n: values.length,
  sum: values.reduce((all, value) => all + value, 0),
  squares: values.reduce((all, value) => all + value ** 2, 0),
});

describe('a difference', () => {
  it('of two shares is Newcombe’s', () => {
    // The published example: 56 of 70 against 48 of 80, 0.0524 to 0.3339.
    const { value, low, high, p } = testDifference(share(48, 80), share(56, 70), undefined);
    expect([value, low, high].map((each) => each.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339']);
    expect(p).toBeLessThan(0.05);
    expect(p).toBeGreaterThan(0.001);
  });

  it('of few calls is tested exactly', () => {
    // Fisher's two tails are 0.0087, and 0.0043 with half of what was seen twice.
    expect(testDifference(share(29, 33), share(1, 5), undefined).p).toBeCloseTo(0.0044, 3);
  });

  it('of two means is Welch’s', () => {
    const before = numbers(27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4);
    const after = numbers(27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.1);
    expect(testDifference(before, after, { variance: 0, weight: 0 }).p).toBeCloseTo(0.008425, 4);
  });

  it('is not sure because few calls agree', () => {
    const { p, low, high } = testDifference(numbers(80, 80, 80), numbers(70, 70, 70), { variance: 400, weight: 10 });
    expect(p).toBeGreaterThan(0.3);
    expect(high - low).toBeGreaterThan(40);
  });
});

describe('the error of a mean', () => {
  it('of a share is as if one more call had each answer', () => {
    expect(errorOf(share(4, 4), undefined).squared).toBeCloseTo((5 / 6) * (1 / 6) * (1 / 4), 12);
    expect(errorOf(share(0, 4), undefined).squared).toBeCloseTo((5 / 6) * (1 / 6) * (1 / 4), 12);
    expect(errorOf(share(0, 0), undefined).squared).toBeCloseTo(1 / 4, 12);
  });

  it('of numbers is their own, drawn to what the kit’s numbers vary', () => {
    expect(errorOf(numbers(2, 4, 6), { variance: 0, weight: 0 })).toEqual({ squared: 4 / 3, degrees: 2 });
    expect(errorOf(numbers(5, 5), { variance: 10, weight: 9 })).toEqual({ squared: 4.5, degrees: 10 });
  });
});

describe('holm', () => {
  it('asks more of each the more there are', () => {
    expect(holm([{ p: 0.03 }])).toHaveLength(1);
    expect(holm([{ p: 0.03 }, { p: 0.5 }])).toHaveLength(0);
    expect(holm([{ p: 0.02 }, { p: 0.03 }])).toHaveLength(2);
  });
});
