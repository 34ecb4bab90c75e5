import { describe, expect, it } from 'vitest';
import { formatDay, formatShare, intervalText } from './format.ts';

describe('formatShare', () => {
  it('is whole, and has a decimal near the ends', () => {
    const shown = [0, 0.004, 0.076, 0.7143, 0.994, 0.996, 1].map(formatShare);
    expect(shown).toEqual(['0 %', '0.4 %', '7.6 %', '71 %', '99.4 %', '99.6 %', '100 %']);
  });
});

describe('intervalText', () => {
  it('names the unit once, and says when there is no interval', () => {
    expect(intervalText({ value: 0.5, low: 0.34, high: 0.59 }, formatShare)).toBe('34 – 59 %');
    expect(intervalText({ value: 0.5 }, formatShare)).toBe('too few for an interval');
  });
});

describe('formatDay', () => {
  it('has a year where it is not this one', () => {
    const now = new Date('2026-11-18T00:00:00Z');
    expect(['2026-11-09', '2025-12-31'].map((day) => formatDay(day, now))).toEqual(['9 Nov', '31 Dec 2025']);
  });
});
