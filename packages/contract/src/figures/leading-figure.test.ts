import { describe, expect, it } from 'vitest';
import type { BrickInsights } from '../endpoints/insights.ts';
import { figureOf, leadingOf } from './leading-figure.ts';

const yesNo = (yes: number, low: number, high: number): BrickInsights => ({
  key: 'solved',
  name: 'Solved',
  type: 'boolean',
  answered: 100,
  not_applicable: 0,
  abstained: 0,
  not_sure: 0,
  no_answer: 0,
  values: [
    { value: false, count: 100 - yes * 100, share: { value: 1 - yes } },
    { value: true, count: yes * 100, share: { value: yes, low, high } },
  ],
});

describe('the figure of a brick', () => {
  it('is the share of yes, of the most frequent answer, or the mean', () => {
    expect(figureOf(yesNo(0.4, 0.3, 0.5), leadingOf(yesNo(0.4, 0.3, 0.5)))?.value).toBe(0.4);
    const mood = { ...yesNo(0, 0, 0), values: [{ value: 'bad', count: 3, share: { value: 1 } }] };
    expect(leadingOf(mood)).toBe('bad');
    expect(figureOf(mood, 'good')).toEqual({ value: 0, low: 0, high: expect.closeTo(0.037, 3) });
    const score = {
      ...mood,
      values: undefined,
      quantiles: [{ quantile: 0.5, value: 6 }],
      mean: { value: 7 },
    } as unknown as BrickInsights;
    expect(figureOf(score, undefined)?.value).toBe(7);
    expect(figureOf({ ...mood, answered: 0 }, 'bad')).toBeUndefined();
  });
});
