import { describe, expect, it } from 'vitest';
import { compareGroups, type Grouped, largestGroups } from './largest-groups.ts';

/** Groups of so many reviews, each named by its number. */
const groups = (...sizes: number[]): Grouped<number>[] => sizes.map((size) => [`${size}`, Array(size).fill(0)]);
const names = (found: Grouped<number>[]) => found.map(([name]) => name);

describe('largestGroups', () => {
  it('shows all that an answer has room for', () => {
    // 2,000 figures: three groups of 500 bricks and the rest.
    const { shown, rest } = largestGroups(groups(1, 3, 2), 500);
    expect([names(shown), rest]).toEqual([['1', '3', '2'], []]);
  });

  it('shows those with the most reviews where there are more', () => {
    const { shown, rest } = largestGroups(groups(1, 4, 2, 3), 500);
    expect([names(shown), names(rest)]).toEqual([['4', '3', '2'], ['1']]);
  });

  it('shows one group of however many bricks, and two thousand of none', () => {
    expect(names(largestGroups(groups(1, 2), 5_000).shown)).toEqual(['2']);
    const many = groups(...Array(2_000).fill(1));
    expect(largestGroups(many, 0).shown).toHaveLength(1_999);
    expect(largestGroups(many, 0).rest).toHaveLength(1);
  });
});

describe('compareGroups', () => {
  const sorted = (by: 'version' | 'day', ...found: (string | undefined)[]) =>
    [...found].sort((a, b) => compareGroups(by, a, b));

  it('has versions as numbers and all else as text', () => {
    expect(sorted('version', '10', '9', '2')).toEqual(['2', '9', '10']);
    expect(sorted('day', '2026-01-02', '2025-12-31', '2026-01-01')).toEqual(['2025-12-31', '2026-01-01', '2026-01-02']);
  });

  it('has what has no group last', () => {
    expect(compareGroups('day', undefined, 'a')).toBe(1);
    expect(compareGroups('day', 'a', undefined)).toBe(-1);
    expect(compareGroups('version', undefined, undefined)).toBe(0);
  });
});
