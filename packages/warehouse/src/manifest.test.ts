import { describe, expect, it } from 'vitest';
import { readManifest } from './manifest.ts';

const WRITTEN = { cursor: 'dzEuMQ', pending: ['2026-11-02'], days: { '2026-11-01': { runs: { rows: 1, bytes: 1 } } } };

describe('readManifest', () => {
  it('takes what an export has written', () => {
    expect(readManifest(JSON.stringify(WRITTEN))).toEqual(WRITTEN);
  });

  it.each([
    ['no JSON', '{'],
    ['a day that is a path', { ...WRITTEN, pending: ['../../2026-11-02'] }],
    ['a day that the database would take', { ...WRITTEN, pending: ['2026/11/02'] }],
    ['a known day that is a path', { ...WRITTEN, days: { '2026-11-01/..': {} } }],
    ['a day without files', { ...WRITTEN, days: { '2026-11-01': null } }],
    ['days without end', { ...WRITTEN, pending: Array.from({ length: 50_000 }, () => '2026-11-02') }],
    ['a list', { ...WRITTEN, days: [] }],
  ])('refuses %s, since whoever has the place can write there', (_, given) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    expect(() => readManifest(text)).toThrow('is not one that an export has written');
  });
});
