import { describe, expect, it } from 'vitest';
import { agreement, krippendorffAlpha } from './agreement.ts';
import { reliability } from './reliability.ts';

const rated = (pairs: Record<string, string>) => new Map(Object.entries(pairs));

describe('agreement', () => {
  it('is Cohen’s kappa for two people', () => {
    const both = (a: string, b: string, times: number) =>
      Array.from({ length: times }, () => rated({ anna: a, ben: b }));
    // The textbook example: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no.
    const all = [...both('y', 'y', 20), ...both('y', 'n', 5), ...both('n', 'y', 10), ...both('n', 'n', 15)];
    expect(agreement([...all, rated({ anna: 'y' })])).toEqual({
      method: 'cohen_kappa',
      value: expect.closeTo(0.4, 10),
      n: 50,
      reviewers: 2,
      same: { value: 0.7, low: expect.closeTo(0.562, 3), high: expect.closeTo(0.809, 3) },
    });
  });

  it('is Krippendorff’s alpha for more', () => {
    // Krippendorff's own example, nominal.
    const A = '. . . . . 3 4 1 2 1 1 3 3 . 3'.split(' ');
    const B = '1 . 2 1 3 3 4 3 . . . . . . .'.split(' ');
    const C = '. . 2 1 3 4 4 . 2 1 1 3 3 . 4'.split(' ');
    const units = A.map((a, index) => ({ a, b: B[index] ?? '.', c: C[index] ?? '.' }));
    const said = units.map((unit) => Object.fromEntries(Object.entries(unit).filter(([, value]) => value !== '.')));
    expect(krippendorffAlpha(said.map((unit) => Object.values(unit)))).toBeCloseTo(0.691, 3);
    expect(agreement(said.map(rated))).toMatchObject({ method: 'krippendorff_alpha', n: 12, reviewers: 3 });
  });

  it('is undefined where nothing can be said', () => {
    expect(agreement([])).toBeUndefined();
    expect(agreement([rated({ anna: 'y' }), rated({ ben: 'n' })])).toBeUndefined();
    expect(agreement([rated({ anna: 'y', ben: 'y' })])).toBeUndefined();
  });
});

describe('reliability', () => {
  it('weighs every answer, and measures the distance of confidence from accuracy', () => {
    const { bins, ece } = reliability([
      { confidence: 0.95, isRight: true, weight: 9 },
      { confidence: 0.95, isRight: false, weight: 1 },
      { confidence: 0.35, isRight: false, weight: 10 },
    ]);
    expect(bins).toEqual([
      { from: 0.3, to: 0.4, n: 1, confidence: expect.closeTo(0.35, 10), accuracy: 0 },
      { from: 0.9, to: 1, n: 2, confidence: expect.closeTo(0.95, 10), accuracy: 0.9 },
    ]);
    expect(ece).toBeCloseTo((0.05 + 0.35) / 2, 10);
    expect(reliability([])).toEqual({ bins: [], ece: undefined });
    expect(reliability([{ confidence: 1, isRight: true, weight: 1 }]).bins[0]).toMatchObject({ from: 0.9, to: 1 });
  });
});
