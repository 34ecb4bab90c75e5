import { describe, expect, it } from 'vitest';
import { DEFAULT_DELAYS_SECONDS, nextDelayMs } from './retry-schedule.ts';

const now = new Date('2026-11-15T08:00:00.000Z');
const failed = (number: number, more: { retryAfter?: string; seriesStartedAt?: Date } = {}) => ({
  number,
  now,
  retryAfter: undefined,
  seriesStartedAt: now,
  ...more,
});
const least = () => 0;

describe('nextDelayMs', () => {
  it('is 1, 2, 4, 8, 16, 32 minutes, then an hour, and over after ten attempts', () => {
    const minutes = Array.from({ length: 10 }, (_, index) =>
      nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(index + 1), least),
    ).map((delay) => delay && delay / 60_000);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, undefined]);
  });

  it('adds a tenth at most but never exceeds an hour, and never takes away', () => {
    expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(1), () => 1)).toBe(66_000);
    expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(6), () => 1)).toBe(2_112_000);
    expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(9), () => 1)).toBe(3_600_000);
    for (let step = 0; step < 1_000; step += 1)
      expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(1))).toBeGreaterThanOrEqual(60_000);
  });

  it.each([
    ['120', 120_000],
    [' 90 ', 90_000],
    ['5', 60_000],
    ['0', 60_000],
    ['-7', 60_000],
    ['1e9', 60_000],
    ['soon', 60_000],
    ['', 60_000],
    ['99999999999999999999', 3_600_000],
    ['Sun, 15 Nov 2026 08:10:00 GMT', 600_000],
    ['Sun, 15 Nov 2026 07:10:00 GMT', 60_000],
    ['Tue, 15 Nov 2033 08:10:00 GMT', 3_600_000],
    ['Mon, the third', 60_000],
  ])('takes Retry-After %j as %d ms', (retryAfter, expected) => {
    expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(1, { retryAfter }), least)).toBe(expected);
  });

  it('ends with the day that began with the first attempt', () => {
    const yesterday = new Date(now.getTime() - 24 * 3_600_000 + 90_000);
    expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(1, { seriesStartedAt: yesterday }), least)).toBe(60_000);
    expect(nextDelayMs(DEFAULT_DELAYS_SECONDS, failed(2, { seriesStartedAt: yesterday }), least)).toBeUndefined();
  });
});
