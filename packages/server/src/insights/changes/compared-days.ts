/** Which days are compared with which: calendar weeks and months in the workspace's time zone. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { mondayOf, nextDay } from '../../core/time-zone.ts';

export interface Days {
  from: string;
  to: string;
}

export interface ComparedDays extends Days {
  against: Days;
}

export interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
  against_from?: string | undefined;
  against_to?: string | undefined;
}

/** A single week shows little; the four before it even out what is special about one. */
const WEEKS_BEFORE = 4;
const MOST_DAYS = 550;

/**
 * By default the last calendar week that has ended; a week is compared with the four before it, a month with the month before it, other
 * days with the same number of days before them.
 */
export function comparedDays(today: string, asked: AskedDays): ComparedDays {
  const lastWeek = nextDay(mondayOf(today), -7);
  const from = asked.from ?? (asked.to === undefined ? lastWeek : mondayOf(asked.to));
  const to = asked.to ?? nextDay(mondayOf(from), 6);
  requireDays('from', { from, to });
  const given = { from: asked.against_from ?? '', to: asked.against_to ?? '' };
  if ((given.from === '') !== (given.to === ''))
    throw new ServiceError('invalid_parameter', {
      detail: 'against_from: send it together with against_to, the first and the last day to compare with.',
    });
  if (given.from === '') return { from, to, against: daysBefore({ from, to }) };
  requireDays('against_from', given);
  if (given.to >= from && given.from <= to)
    throw new ServiceError('invalid_parameter', {
      detail: 'against_from: days cannot be compared with themselves; choose days before or after.',
    });
  return { from, to, against: given };
}

function requireDays(field: string, { from, to }: Days): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days < 0) throw new ServiceError('invalid_parameter', { detail: `${field}: must not be after the last day.` });
  if (days >= MOST_DAYS)
    throw new ServiceError('invalid_parameter', { detail: `${field}: at most ${MOST_DAYS} days can be compared.` });
}

export function daysBefore({ from, to }: Days): Days {
  const last = nextDay(from, -1);
  if (from === mondayOf(from) && to === nextDay(from, 6)) return { from: nextDay(from, -7 * WEEKS_BEFORE), to: last };
  const isMonth = from.endsWith('-01') && nextDay(to, 1).endsWith('-01') && to < nextDay(from, 31);
  if (isMonth) return { from: `${last.slice(0, 8)}01`, to: last };
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return { from: nextDay(from, -days), to: last };
}
