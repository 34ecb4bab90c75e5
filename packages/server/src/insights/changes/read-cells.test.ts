import { describe, expect, it } from 'vitest';
import type { CountedLine } from '../store/count-groups.ts';
import { withTallies } from './read-cells.ts';

const line = (answer: string, count: number, more: Partial<CountedLine> = {}): CountedLine => ({
  ...{ place: 1, brick: 'asked', answer, count, total: 0, squares: 0, confidence: 0, confident: 0, upTo: undefined },
  ...more,
});

function tallyOf(leading: string | number | boolean | undefined, lines: readonly CountedLine[]) {
  const measure = { key: 'asked', name: '', what: '', leading, better: undefined, format: String };
  return withTallies({ team: undefined, agent: undefined, calls: 10, lines }, [measure]).tallies.get('asked');
}

describe('how often an answer was given', () => {
  it('is counted among the calls with an answer', () => {
    const lines = [line('true', 6), line('false', 3), line('null', 2), line('null:abstained', 1)];
    expect(tallyOf(true, lines)).toEqual({ n: 9, sum: 6, squares: 6 });
    expect(tallyOf(true, [...lines, line('true', 4, { brick: 'other' })])).toEqual({ n: 9, sum: 6, squares: 6 });
  });

  it('counts a call with a list once, and each of its items', () => {
    const lines = [line('"good"', 2), line('[]', 5), line('[]"good"', 4), line('[]"bad"', 3)];
    expect(tallyOf('good', lines)).toEqual({ n: 7, sum: 6, squares: 6 });
    expect(tallyOf('bad', lines)).toEqual({ n: 7, sum: 3, squares: 3 });
  });

  it('is the sum of numbers, without those that are only shown as quantiles', () => {
    const lines = [line('#', 3, { total: 12, squares: 50 }), line('4', 1, { upTo: 2 }), line('null', 2)];
    expect(tallyOf(undefined, lines)).toEqual({ n: 3, sum: 12, squares: 50 });
  });
});
