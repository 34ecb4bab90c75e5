/** Days of a time zone. */
import { ServiceError } from '@brickwork/engine/core/service-error';

/** Names of the IANA database only: offsets such as `+01:00` ignore summer time, and abbreviations are ambiguous. */
export function requireTimeZone(field: string, name: string): string {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) || !isKnown(name))
    throw new ServiceError('invalid_parameter', {
      detail: `${field}: “${name.slice(0, 60)}” is not a time zone. Use a name such as Europe/Lisbon or UTC.`,
    });
  return name;
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** When a day begins in the time zone. If summer time skips midnight, an hour later. */
export function startOfDay(timezone: string, day: string): Date {
  return atTimeOfDay(timezone, day, '00:00');
}

/** When clocks there show `time` (`08:00`) on that day. */
export function atTimeOfDay(timezone: string, day: string, time: string): Date {
  const local = Date.parse(`${day}T${time}Z`);
  const guess = local - offsetAt(timezone, local);
  return new Date(local - offsetAt(timezone, guess));
}

/** This many days later, as `2026-11-15`. */
export function nextDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  return nextDay(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** How far clocks there are ahead of UTC, in milliseconds. */
function offsetAt(timezone: string, time: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(time);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '00';
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(local) - Math.floor(time / 1_000) * 1_000;
}

/** The current day there, as `2026-11-15`. */
export function dayIn(timezone: string, moment: Date): string {
  return daysIn(timezone)(moment);
}

/** The same for many moments. */
export function daysIn(timezone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => format.format(moment);
}
