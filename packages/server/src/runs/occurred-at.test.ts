import { describe, expect, it } from 'vitest';
import { foundMoment, occurredAtOf } from './occurred-at.ts';

const NOW = new Date('2026-01-10T00:00:00Z');
const at = (text: string) => new Date(text);
const inLisbon = async () => 'Europe/Lisbon';
const inKolkata = async () => 'Asia/Kolkata';

describe('the time of a conversation', () => {
  it('may be a day ahead', () => {
    expect(occurredAtOf(undefined, NOW)).toBeUndefined();
    expect(occurredAtOf('2026-01-11T00:00:00Z', NOW)).toEqual(at('2026-01-11T00:00:00Z'));
    expect(occurredAtOf('1970-01-01T00:00:00Z', NOW)).toEqual(new Date(0));
    expect(() => occurredAtOf('2026-01-11T00:00:00.001Z', NOW)).toThrow('more than a day in the future');
    expect(() => occurredAtOf('1969-12-31T23:59:59Z', NOW)).toThrow('before 1970');
  });

  it('is left out where a file has a wrong one', async () => {
    const found = (occurredAt: string | undefined) => foundMoment({ occurredAt }, inLisbon, NOW);
    expect(await found('2026-01-11T00:00:00Z')).toEqual(at('2026-01-11T00:00:00Z'));
    expect([await found('2026-01-11T00:00:00.001Z'), await found(undefined)]).toEqual([undefined, undefined]);
    expect(await foundMoment({ occurredLocal: '2025-02-99T10:00:00' }, inLisbon, NOW)).toBeUndefined();
  });

  it('without a zone is one of the workspace, in summer and in winter', async () => {
    const local = (occurredLocal: string, zone = inLisbon) => foundMoment({ occurredLocal }, zone, NOW);
    expect(await local('2025-07-03T17:40:00')).toEqual(at('2025-07-03T16:40:00Z'));
    expect(await local('2025-03-03T17:40:00')).toEqual(at('2025-03-03T17:40:00Z'));
    expect(await local('2025-03-03T17:40:00', inKolkata)).toEqual(at('2025-03-03T12:10:00Z'));
    expect(
      await foundMoment({ occurredAt: '2025-03-03T17:40:00Z', occurredLocal: '2024-01-01T00:00:00' }, inKolkata, NOW),
    ).toEqual(at('2025-03-03T17:40:00Z'));
  });
});
