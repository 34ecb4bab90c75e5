import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatChance,
  formatClock,
  formatDuration,
  formatFigure,
  formatPoints,
  formatShare,
  fromField,
  intervalOf,
  toField,
} from './format.ts';

describe('one format for each kind', () => {
  it.each([
    [
      'durations',
      [850, 4_240, 59_960, 80_000, 119_700, 7_500_000].map(formatDuration),
      ['850 ms', '4.2 s', '1 min', '1 min 20 s', '2 min', '2 h 5 min'],
    ],
    ['moments of a recording', [0, 65.9, 3_723].map(formatClock), ['0:00', '1:05', '1:02:03']],
    ['figures', [0, 3.456, -12.345, 1_234.4, 48.04].map(formatFigure), ['0', '3.46', '−12.3', '1,234', '48']],
    ['points', [0.042, -0.0123, 0.0001, -0.0001].map(formatPoints), ['+4.2', '−1.2', '0.0', '0.0']],
    ['chance', [1, 0.04567, 0.0000001].map(formatChance), ['1', '0.046', '< 0.0001']],
    ['sizes', [12, 2_048, 5_242_880, 3_221_225_472].map(formatBytes), ['12 B', '2.0 KB', '5.0 MB', '3 GB']],
  ])('%s', (_, shown, expected) => expect(shown).toEqual(expected));

  it('intervals, with one unit, and nothing where there is none', () => {
    expect(intervalOf({ value: 0.5, low: 0.34, high: 0.59 }, formatShare)).toBe('34 – 59 %');
    expect(intervalOf({ value: 0.5 }, formatShare)).toBe('');
  });

  it('ages', () => {
    const now = Date.parse('2026-11-18T12:00:00Z');
    expect(formatAgo('2026-11-18T11:57:00Z', now)).toBe('3 min. ago');
    expect(formatAgo('2026-11-18T12:00:00Z', now)).toBe('just now');
  });

  it('fields for percent give back what they were given', () => {
    for (const share of [0.1, 0.07, 0.29, 0.575, 1 / 3]) expect(fromField(toField(share))).toBeCloseTo(share, 12);
    expect([0.07, 0.29, 0.575].map((share) => toField(share))).toEqual(['7', '29', '57.5']);
  });
});

/** Formats nothing: it computes with a calendar. */
const COMPUTES = ['ui/days.ts'];
const BY_ITSELF = /\.toFixed\(|\.toPrecision\(|\.toLocale\w*String\(|Intl\.\w+Format\b|\* 100\)* ?\} %/;

describe('no page', () => {
  it('formats by itself', () => {
    const root = join(import.meta.dirname, '..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|^ui\/format\.ts$/.test(path) && !COMPUTES.includes(path));
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (BY_ITSELF.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
