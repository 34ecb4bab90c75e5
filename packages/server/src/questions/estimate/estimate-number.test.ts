import { describe, expect, it } from 'vitest';
import { estimateNumber } from './estimate-number.ts';

const KNOWN = { right: { share: 0.9, worth: 100 } };

describe('estimateNumber', () => {
  it('says nothing of many calls by the number of one', () => {
    expect(estimateNumber([{ population: 120, asked: 1, numbers: [6] }], KNOWN)).toBeUndefined();
    expect(estimateNumber([{ population: 120, asked: 12, numbers: [6] }], KNOWN)).toBeUndefined();
  });

  it('knows the mean of calls that were all asked', () => {
    const { mean } = estimateNumber([{ population: 1, asked: 1, numbers: [6] }], KNOWN) ?? {};
    expect(mean).toMatchObject({ value: 6, sampling: { low: 6, high: 6 } });
  });

  it('has finite limits where there are two', () => {
    const { mean, median } = estimateNumber([{ population: 120, asked: 12, numbers: [4, 6] }], KNOWN) ?? {};
    expect(mean?.value).toBe(5);
    for (const limit of [mean?.low, mean?.high, median?.low, median?.high]) expect(limit).toSatisfy(Number.isFinite);
  });
});
