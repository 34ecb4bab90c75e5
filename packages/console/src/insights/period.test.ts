import { describe, expect, it } from 'vitest';
import { periodOf } from './period.ts';

describe('the period of an address', () => {
  it('is the last weeks up to today, and as many days before', () => {
    expect(periodOf({ weeks: 1 }, '2026-11-17')).toEqual({
      from: '2026-11-11',
      to: '2026-11-17',
      before: { from: '2026-11-04', to: '2026-11-10' },
      label: 'Last 7 days',
    });
    expect(periodOf({ weeks: 3 }, '2026-11-17')).toMatchObject({ from: '2026-10-21', label: 'Last 4 weeks' });
  });

  it('is the same for whoever opens a link with days', () => {
    const link = { from: '2026-10-01', to: '2026-10-31' };
    expect(periodOf(link, '2027-03-01')).toMatchObject({
      ...link,
      before: { from: '2026-08-31', to: '2026-09-30' },
      label: '1 Oct – 31 Oct',
    });
  });

  it('ignores days that are none, in the wrong order, or too many', () => {
    for (const link of [
      { from: '2026-10-01' },
      { from: '2026-13-01', to: '2026-13-02' },
      { from: '2026-10-31', to: '2026-10-01' },
      { from: '2020-01-01', to: '2026-10-01' },
    ])
      expect(periodOf(link, '2026-11-17').from).toBe('2026-10-21');
  });
});
