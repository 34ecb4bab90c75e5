import { describe, expect, it } from 'vitest';
import type { ChannelSettings } from './channel.ts';
import { whenToSend } from './when-to-send.ts';

const settings: ChannelSettings = {
  kind: 'slack',
  topics: ['alerts'],
  digest_minutes: 10,
  include_text: false,
  enabled: true,
  signed: false,
};
const at = (now: string, more: object = {}) => ({
  now: new Date(now),
  timezone: 'UTC',
  lastSentAt: undefined,
  isClosed: false,
  ...more,
});

describe('whenToSend', () => {
  it('sends the first at once, and the next when the digest’s minutes are over', () => {
    expect(whenToSend({ settings }, at('2026-11-17T10:00:00Z'))).toBeUndefined();
    const lastSentAt = new Date('2026-11-17T09:55:00Z');
    expect(whenToSend({ settings }, at('2026-11-17T10:00:00Z', { lastSentAt }))).toEqual({
      until: new Date('2026-11-17T10:05:00Z'),
      outcome: 'waits_digest',
    });
    expect(whenToSend({ settings }, at('2026-11-17T10:05:00Z', { lastSentAt }))).toBeUndefined();
    expect(whenToSend({ settings }, at('2026-11-17T10:00:00Z', { lastSentAt, isClosed: true }))).toBeUndefined();
  });

  const night = { ...settings, quiet_hours: { from: '22:00', to: '07:00' } };
  it.each([
    ['2026-11-17T21:59:59Z', undefined],
    ['2026-11-17T22:00:00Z', '2026-11-18T07:00:00Z'],
    ['2026-11-18T06:59:59Z', '2026-11-18T07:00:00Z'],
    ['2026-11-18T07:00:00Z', undefined],
  ])('waits for the end of a night at %s', (now, until) => {
    expect(whenToSend({ settings: night }, at(now))?.until).toEqual(until === undefined ? undefined : new Date(until));
  });

  it('knows quiet hours within a day, other time zones, and nights in which clocks change', () => {
    const noon = { ...settings, quiet_hours: { from: '12:00', to: '13:30' } };
    expect(whenToSend({ settings: noon }, at('2026-11-17T12:15:00Z'))?.until).toEqual(new Date('2026-11-17T13:30:00Z'));
    expect(whenToSend({ settings: noon }, at('2026-11-17T13:30:00Z'))).toBeUndefined();
    const tokyo = { timezone: 'Asia/Tokyo' };
    expect(whenToSend({ settings: night }, at('2026-11-17T14:00:00Z', tokyo))?.until).toEqual(
      new Date('2026-11-17T22:00:00Z'),
    );
    expect(whenToSend({ settings: night }, at('2026-11-17T23:00:00Z', tokyo))).toBeUndefined();
    // Summer time ends in the night to 25 October 2026: 07:00 is an hour later in UTC.
    const berlin = { timezone: 'Europe/Berlin' };
    expect(whenToSend({ settings: night }, at('2026-10-24T21:00:00Z', berlin))?.until).toEqual(
      new Date('2026-10-25T06:00:00Z'),
    );
  });
});
