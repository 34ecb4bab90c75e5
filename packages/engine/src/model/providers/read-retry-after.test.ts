import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['milliseconds before seconds', { 'retry-after-ms': '1500.2', 'retry-after': '9' }, '', 1_501],
    ['seconds', { 'retry-after': ' 2.5 ' }, '', 2_500],
    ['a date', { 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT' }, '', 30_000],
    ['a date that has passed', { 'retry-after': 'Sun, 15 Nov 2026 09:00:00 GMT' }, '', 0],
    ['a delay in the body', {}, '{"error":{"details":[{"retryDelay":"17s"}]}}', 17_000],
    ['nothing', {}, '{}', undefined],
    ['words', { 'retry-after': 'later' }, '{}', undefined],
    ['a week', { 'retry-after': '604800' }, '', 3_600_000],
    ['more than a number holds', { 'retry-after': '9'.repeat(400) }, '', 3_600_000],
    ['a date in a thousand years', { 'retry-after': 'Sun, 15 Nov 3026 10:00:00 GMT' }, '', 3_600_000],
  ])('reads %s, an hour at most', (_what, headers, body, ms) => {
    expect(readRetryAfter(new Headers(headers as Record<string, string>), body, NOW)).toBe(ms);
  });
});
