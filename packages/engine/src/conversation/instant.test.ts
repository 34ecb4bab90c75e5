import { describe, expect, it } from 'vitest';
import { earliest, instantOf, instantOfMailDate, instantOfMs, instantOfSeconds } from './instant.ts';

describe('a point in time', () => {
  it.each([
    ['2025-03-03T10:00:00Z', '2025-03-03T10:00:00.000Z'],
    ['2025-03-03T10:00:00.123456+02:00', '2025-03-03T08:00:00.123Z'],
    ['2025-03-03T10:00:00.000+0000', '2025-03-03T10:00:00.000Z'],
    ['2025-03-03 10:00 GMT', '2025-03-03T10:00:00.000Z'],
    ['2025-03-03T10:00:00', undefined],
    ['2025-03-03', undefined],
    ['2025-13-03T10:00:00Z', undefined],
    ['03/03/2025 10:00 GMT', undefined],
  ])('%s is %s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  it.each([
    ['Mon, 3 Mar 2025 10:00:00 +0100 (CET)', '2025-03-03T09:00:00.000Z'],
    ['3 Mar 2025 10:00 GMT', '2025-03-03T10:00:00.000Z'],
    ['Mon, 3 Mar 2025 10:00:00', undefined],
  ])('of a mail: %s is %s', (text, instant) => {
    expect(instantOfMailDate(text)).toBe(instant);
  });

  it('may be a number, unless it is a position in a recording', () => {
    expect(instantOfMs(1741000000000)).toBe('2025-03-03T11:06:40.000Z');
    expect(instantOfSeconds('1741000000.5')).toBe('2025-03-03T11:06:40.500Z');
    expect(instantOfMs(1200)).toBeUndefined();
    expect(instantOfSeconds(Number.NaN)).toBeUndefined();
  });

  it('is the first of several', () => {
    expect(earliest([undefined, '2025-03-03T10:00:00.000Z', '2025-03-03T09:00:00.000Z'])).toBe(
      '2025-03-03T09:00:00.000Z',
    );
    expect(earliest([])).toBeUndefined();
  });
});
