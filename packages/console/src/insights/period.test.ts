import { describe, expect, it } from 'vitest';
import { inSentence, periodOf, weekChoices } from './period.ts';

const WEDNESDAY = '2026-11-18';

describe('the days of a page', () => {
  it('are the last calendar week that has ended', () => {
    expect(periodOf({}, WEDNESDAY)).toEqual({
      from: '2026-11-09',
      to: '2026-11-15',
      label: 'Last week',
      isFinished: true,
    });
    expect(periodOf({}, '2026-11-16')).toMatchObject({ from: '2026-11-09', to: '2026-11-15' });
    expect(periodOf({}, '2026-11-15')).toMatchObject({ from: '2026-11-02', to: '2026-11-08' });
  });

  it('are so many whole weeks, or those of the address', () => {
    expect(periodOf({ weeks: 4 }, WEDNESDAY)).toMatchObject({ from: '2026-10-19', to: '2026-11-15' });
    expect(periodOf({ from: '2026-11-16', to: '2026-11-22' }, WEDNESDAY)).toMatchObject({ isFinished: false });
    for (const search of [{ weeks: 3 }, { from: '2026-11-09' }, { from: '2026-11-15', to: '2026-11-09' }])
      expect(periodOf(search, WEDNESDAY)).toMatchObject({ label: 'Last week' });
    expect(periodOf({ from: '2020-01-01', to: '2026-01-01' }, WEDNESDAY)).toMatchObject({ label: 'Last week' });
  });

  it('stand in a sentence, with their months as they are written', () => {
    expect(inSentence(periodOf({ weeks: 4 }, WEDNESDAY))).toBe('last 4 weeks');
    expect(inSentence(periodOf({ from: '2026-10-01', to: '2026-10-31' }, WEDNESDAY))).toBe('1 Oct – 31 Oct');
  });

  it('can be chosen: this week, and some before', () => {
    expect(weekChoices(WEDNESDAY).slice(0, 2)).toEqual([
      { from: '2026-11-16', to: '2026-11-22', label: 'This week so far' },
      { from: '2026-11-02', to: '2026-11-08', label: 'Week of 2 Nov' },
    ]);
  });
});
