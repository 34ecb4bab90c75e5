import { describe, expect, it } from 'vitest';
import { correctErrors } from './correct-errors.ts';
import { estimateShare } from './estimate-share.ts';

const STRATA = [{ population: 1_000, yes: 20, no: 80, notSure: 0 }];
const KNOWN = { share: 0.8, worth: 20 };

describe('estimateShare', () => {
  it('corrects nothing where only one of the two errors is known', () => {
    const plain = estimateShare(STRATA, {});
    expect(plain?.value).toBe(0.2);
    expect(estimateShare(STRATA, { sensitivity: KNOWN })).toEqual(plain);
    expect(estimateShare(STRATA, { specificity: KNOWN })).toEqual(plain);
    expect(estimateShare(STRATA, { sensitivity: KNOWN, specificity: KNOWN })?.value).toBeLessThan(0.15);
  });
});

describe('correctErrors', () => {
  it('begins at 0, or ends at 1, where the shortest interval is hardly shorter', () => {
    const limits = (share: number) => correctErrors({ share, worth: 50 }, KNOWN, KNOWN);
    expect(limits(0.28)).toMatchObject({ low: 0, high: expect.closeTo(0.399, 2) });
    expect(limits(0.72)).toMatchObject({ low: expect.closeTo(0.601, 2), high: 1 });
    expect(limits(0.5)?.low).toBeGreaterThan(0);
  });
});
