import { describe, expect, it } from 'vitest';
import { niceScale, shownLabels } from './axis.ts';

describe('an axis', () => {
  it('has round ticks around its values', () => {
    expect(niceScale(47.3, 75.9)).toEqual({ low: 40, high: 80, ticks: [40, 50, 60, 70, 80] });
    expect(niceScale(0, 1)).toEqual({ low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] });
    expect(niceScale(92, 99.5, { max: 100 }).high).toBe(100);
    expect(niceScale(6, 6).ticks.length).toBeGreaterThan(1);
  });

  it('has as many labels as there is room for, the last among them', () => {
    const weeks = ['5 Oct', '12 Oct', '19 Oct', '26 Oct', '2 Nov', '9 Nov'];
    expect(shownLabels(weeks, 600)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(shownLabels(weeks, 160)).toEqual([1, 3, 5]);
  });
});
