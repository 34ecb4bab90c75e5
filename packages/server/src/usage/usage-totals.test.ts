import { describe, expect, it } from 'vitest';
import { usageSpan } from './usage-totals.ts';

const NOW = new Date('2026-03-15T23:30:00Z');
const span = (from?: string, to?: string) => usageSpan(NOW, from, to, 'day');

describe('usageSpan', () => {
  it('is the last thirty days, today included', () => {
    expect(span()).toEqual({ from: '2026-02-14', to: '2026-03-15', groupBy: 'day' });
    expect(span(undefined, '2026-01-30')).toMatchObject({ from: '2026-01-01', to: '2026-01-30' });
    expect(span('2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-15' });
  });

  it('may be one day, but not end before it begins', () => {
    expect(span('2026-01-01', '2026-01-01')).toMatchObject({ from: '2026-01-01', to: '2026-01-01' });
    expect(() => span('2026-01-02', '2026-01-01')).toThrow('from: must not be after "to".');
  });

  it('may be 400 days long', () => {
    expect(span('2025-01-01', '2026-02-05')).toMatchObject({ from: '2025-01-01' });
    expect(() => span('2025-01-01', '2026-02-06')).toThrow('from: at most 400 days can be requested at once.');
  });
});
