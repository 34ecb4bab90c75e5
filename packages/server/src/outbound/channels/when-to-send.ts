/** When a message may be sent: after the digest's minutes, and not in quiet hours. */
import { atTimeOfDay, dayIn, nextDay } from '../../core/time-zone.ts';
import type { ChannelSettings } from './channel.ts';

export interface Waiting {
  until: Date;
  outcome: 'waits_digest' | 'waits_quiet_hours';
}

export interface Moment {
  now: Date;
  timezone: string;
  /** When the channel was last sent a message other than a test. */
  lastSentAt: Date | undefined;
  /** It was already closed: a further attempt does not wait for the digest. */
  isClosed: boolean;
}

/** Undefined: at once. */
export function whenToSend(
  { settings }: { settings: ChannelSettings },
  { now, timezone, lastSentAt, isClosed }: Moment,
): Waiting | undefined {
  const quietUntil = endOfQuietHours(settings.quiet_hours, timezone, now);
  if (quietUntil !== undefined) return { until: quietUntil, outcome: 'waits_quiet_hours' };
  if (isClosed || lastSentAt === undefined) return undefined;
  const until = new Date(lastSentAt.getTime() + settings.digest_minutes * 60_000);
  return until > now ? { until, outcome: 'waits_digest' } : undefined;
}

/** Undefined outside them. Yesterday's may last until this morning. */
function endOfQuietHours(quiet: ChannelSettings['quiet_hours'], timezone: string, now: Date): Date | undefined {
  if (quiet === undefined) return undefined;
  const today = dayIn(timezone, now);
  for (const day of [nextDay(today, -1), today]) {
    const from = atTimeOfDay(timezone, day, quiet.from);
    const to = atTimeOfDay(timezone, quiet.to < quiet.from ? nextDay(day, 1) : day, quiet.to);
    if (now >= from && now < to) return to;
  }
  return undefined;
}
