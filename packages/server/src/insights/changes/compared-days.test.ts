import { describe, expect, it } from 'vitest';
import { comparedDays } from './compared-days.ts';

/** A Thursday. */
const TODAY = '2026-11-19';
const days = (asked: Parameters<typeof comparedDays>[1]) => {
  const { from, to, against } = comparedDays(TODAY, asked);
  return [from, to, against.from, against.to];
};

describe('days that are compared', () => {
  it.each([
    ['nothing: the last whole week with the four before', {}, '2026-11-09 2026-11-15 2026-10-12 2026-11-08'],
    ['a Monday: that week', { from: '2026-11-02' }, '2026-11-02 2026-11-08 2026-10-05 2026-11-01'],
    ['a day in a week: to its end', { from: '2026-11-04' }, '2026-11-04 2026-11-08 2026-10-30 2026-11-03'],
    ['a last day: from its Monday', { to: '2026-11-18' }, '2026-11-16 2026-11-18 2026-11-13 2026-11-15'],
    [
      'a month with the month before',
      { from: '2026-03-01', to: '2026-03-31' },
      '2026-03-01 2026-03-31 2026-02-01 2026-02-28',
    ],
    [
      'two months with as many days',
      { from: '2026-03-01', to: '2026-04-30' },
      '2026-03-01 2026-04-30 2025-12-30 2026-02-28',
    ],
    [
      'one day with the day before',
      { from: '2026-11-18', to: '2026-11-18' },
      '2026-11-18 2026-11-18 2026-11-17 2026-11-17',
    ],
    [
      'other days that are named',
      { from: '2026-11-09', to: '2026-11-15', against_from: '2025-11-10', against_to: '2025-11-16' },
      '2026-11-09 2026-11-15 2025-11-10 2025-11-16',
    ],
  ])('%s', (_, asked, wanted) => {
    expect(days(asked).join(' ')).toBe(wanted);
  });

  it.each([
    [{ from: '2026-11-10', to: '2026-11-09' }, 'from: must not be after the last day.'],
    [{ from: '2024-01-01', to: '2026-01-01' }, 'from: at most 550 days can be compared.'],
    [{ against_from: '2026-11-01' }, 'against_from: send it together with against_to'],
    [{ against_to: '2026-11-01' }, 'against_from: send it together with against_to'],
    [{ against_from: '2026-11-15', against_to: '2026-11-20' }, 'days cannot be compared with themselves'],
    [{ against_from: '2026-11-01', against_to: '2026-11-09' }, 'days cannot be compared with themselves'],
    [{ against_from: '2026-11-05', against_to: '2026-11-01' }, 'against_from: must not be after the last day.'],
  ])('refuses %j', (asked, why) => {
    expect(() => days(asked)).toThrow(expect.objectContaining({ detail: expect.stringContaining(why) }));
  });
});
