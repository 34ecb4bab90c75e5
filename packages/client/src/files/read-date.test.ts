import { describe, expect, it } from 'vitest';
import { readDate } from './read-date.ts';

/** Berlin is two hours ahead in summer, one in winter. */
const local = (...[year, month, day, hour, minute]: [number, number, number, number, number]) =>
  new Date(Date.UTC(year, month, day, hour - (month > 2 && month < 10 ? 2 : 1), minute)).toISOString();

describe('readDate', () => {
  it.each([
    ['2026-11-15T08:30:00Z', '2026-11-15T08:30:00.000Z'],
    ['2026-11-15 08:30:00.123 +0200', '2026-11-15T06:30:00.000Z'],
    ['2026-11-15T08:30-05:00', '2026-11-15T13:30:00.000Z'],
    ['GMT20260915-130000_Recording.transcript.vtt', '2026-09-15T13:00:00.000Z'],
    ['1788422400', '2026-09-03T08:00:00.000Z'],
    ['1788422400000', '2026-09-03T08:00:00.000Z'],
  ])('%s has a zone', (text, at) => {
    expect(readDate(text, 'Europe/Berlin')).toEqual({ at, isLocal: false });
  });

  it.each([
    ['call_20260812_101500_5550123.txt', local(2026, 7, 12, 10, 15)],
    ['20260812101500.json', local(2026, 7, 12, 10, 15)],
    ['Meeting-20260914_090000-Meeting Recording.vtt', local(2026, 8, 14, 9, 0)],
    ['04.10.2026 09:30', local(2026, 9, 4, 9, 30)],
    ['31/12/2026', local(2026, 11, 31, 12, 0)],
    ['12/31/2026', local(2026, 11, 31, 12, 0)],
    // 4700 is no time of day, and a day is noon in its own zone.
    ['2026-09-01_4700.txt', local(2026, 8, 1, 12, 0)],
  ])('%s is local', (text, at) => {
    expect(readDate(text, 'Europe/Berlin')).toEqual({ at, isLocal: true });
  });

  it.each(['03/04/2026', '3-4-2026 chat.txt'])('%s is ambiguous', (text) => {
    expect(readDate(text, 'Europe/Berlin')).toBe('ambiguous');
  });

  it.each(['call 4711.txt', '2026-02-31', '20261399', '+4917612345678', '00:01:02', '12.5'])(
    '%s is no date',
    (text) => {
      expect(readDate(text, 'Europe/Berlin')).toBeUndefined();
    },
  );
});
