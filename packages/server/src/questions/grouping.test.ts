import { describe, expect, it } from 'vitest';
import { groupOfRun, unfinishedWeeks } from './grouping.ts';

const at = (time: string) => new Date(time);
const week = (timezone: string) => ({ name: 'week', timezone }) as const;

describe('groupOfRun', () => {
  it('is the value of the metadata key, or the Monday of the week there', () => {
    const run = { metadata: { team: 'Porto' }, occurredAt: at('2026-11-15T23:30:00Z') };
    expect(groupOfRun({ name: 'team', metadataKey: 'team' })(run)).toBe('Porto');
    expect(groupOfRun({ name: 'agent', metadataKey: 'agent' })(run)).toBeNull();
    expect(groupOfRun(undefined)(run)).toBeNull();
    expect(groupOfRun(week('UTC'))(run)).toBe('2026-11-09');
    // Half an hour past midnight of Monday in Berlin.
    expect(groupOfRun(week('Europe/Berlin'))(run)).toBe('2026-11-16');
  });
});

describe('unfinishedWeeks', () => {
  const now = at('2026-11-18T12:00:00Z');
  const groups = ['2026-10-19', '2026-10-26', '2026-11-09', '2026-11-16'].map((group) => ({ group }));
  const found = (filter: { occurredAfter?: Date; occurredBefore?: Date }, timezone = 'UTC') =>
    unfinishedWeeks(week(timezone), groups, filter, now);

  it('are those that have not ended, and those that the filter cuts', () => {
    expect(found({})).toEqual(['2026-11-16']);
    expect(found({ occurredAfter: at('2026-10-21T00:00:00Z') })).toEqual(['2026-10-19', '2026-11-16']);
    expect(found({ occurredBefore: at('2026-11-16T00:00:00Z') })).toEqual(['2026-11-16']);
    expect(found({ occurredBefore: at('2026-11-15T00:00:00Z') })).toEqual(['2026-11-09', '2026-11-16']);
  });

  it('begin and end at midnight of the time zone, also where clocks were changed', () => {
    const monday = { occurredAfter: at('2026-10-18T22:00:00Z') };
    expect(found(monday, 'Europe/Berlin')).toEqual(['2026-11-16']);
    expect(found({ occurredAfter: at('2026-10-18T22:00:01Z') }, 'Europe/Berlin')).toEqual(['2026-10-19', '2026-11-16']);
    // Winter time.
    expect(found({ occurredBefore: at('2026-11-15T23:00:00Z') }, 'Europe/Berlin')).toEqual(['2026-11-16']);
  });

  it('are none of other groupings', () => {
    expect(unfinishedWeeks({ name: 'team', metadataKey: 'team' }, groups, {}, now)).toEqual([]);
  });
});
