import { describe, expect, it } from 'vitest';
import { dateOrderOf, readDate } from './read-date.ts';

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
    ['5 October 2026', local(2026, 9, 5, 12, 0)],
    ['5th of Oct 2026, 2:30 PM', local(2026, 9, 5, 14, 30)],
    ['October 5, 2026 at 14:30', local(2026, 9, 5, 14, 30)],
    ['Mon, Sept. 7, 2026', local(2026, 8, 7, 12, 0)],
    ['5. März 2026 um 09:15', local(2026, 2, 5, 9, 15)],
    ['5 de octubre de 2026', local(2026, 9, 5, 12, 0)],
    ['5 août 2026', local(2026, 7, 5, 12, 0)],
    ['5 ottobre 2026', local(2026, 9, 5, 12, 0)],
    ['5 mei 2026', local(2026, 4, 5, 12, 0)],
    ['5 de março de 2026', local(2026, 2, 5, 12, 0)],
    ['call 5-Oct-2026.txt', local(2026, 9, 5, 12, 0)],
    ['10/13/2026 02:30 PM', local(2026, 9, 13, 14, 30)],
    ['10/13/2026 12:05 am', local(2026, 9, 13, 0, 5)],
    // 4700 is no time of day, and a day is noon in its own zone.
    ['2026-09-01_4700.txt', local(2026, 8, 1, 12, 0)],
  ])('%s is local', (text, at) => {
    expect(readDate(text, 'Europe/Berlin')).toEqual({ at, isLocal: true });
  });

  it.each(['03/04/2026', '3-4-2026 chat.txt'])('%s is ambiguous', (text) => {
    expect(readDate(text, 'Europe/Berlin')).toBe('ambiguous');
  });

  it.each([
    [['13/10/2026', '03/04/2026', '03.04.2026'], 'day_first'],
    [['10/13/2026', '03/04/2026', '13.10.2026'], 'month_first'],
    [['13/10/2026', '14/10/2026', '10/13/2026'], 'day_first'],
    [['13/10/2026', '10/13/2026'], 'mixed'],
    [['03/04/2026', '2026-10-13', 'soon'], undefined],
  ] as const)('%s are %s', (dates, order) => {
    expect(dateOrderOf(dates)).toBe(order);
  });

  it('reads day and month in the order of the column', () => {
    const read = (text: string, order: Parameters<typeof readDate>[2]) => readDate(text, 'UTC', order);
    const [april, march] = ['2026-04-03T12:00:00.000Z', '2026-03-04T12:00:00.000Z'];
    expect(read('03/04/2026', 'day_first')).toEqual({ at: april, isLocal: true, order: 'day_first' });
    expect(read('03/04/2026', 'month_first')).toEqual({ at: march, isLocal: true, order: 'month_first' });
    expect(read('10/13/2026', 'day_first')).toBe('another_order');
    expect(read('13/10/2026', 'month_first')).toBe('another_order');
    expect(read('03/04/2026', 'mixed')).toBe('another_order');
    expect(read('03.04.2026', 'month_first')).toEqual({ at: april, isLocal: true });
    expect(read('04/04/2026', 'mixed')).toMatchObject({ isLocal: true });
  });

  it.each(['5 Foo 2026', 'call 4711.txt', '2026-02-31', '20261399', '+4917612345678', '00:01:02', '12.5'])(
    '%s is no date',
    (text) => {
      expect(readDate(text, 'Europe/Berlin')).toBeUndefined();
    },
  );
});
