/** Days as people write them in a filter: `october`, `last week`, `2026-10-03`. The last one that has begun is meant. */
import { daysFrom } from '../ui/days.ts';

export interface Days {
  from: string;
  to: string;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** Names that days can be given by, for suggestions. */
export const NAMED_DAYS = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month', ...MONTHS];

/** Undefined: it names no days. */
export function readDays(text: string, today: string): Days | undefined {
  const said = text.toLowerCase();
  return namedDays(said, today) ?? monthOf(said, today) ?? isoDays(said);
}

function namedDays(said: string, today: string): Days | undefined {
  const monday = daysFrom(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  const [year = 0, month = 1] = today.split('-').map(Number);
  switch (said) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: daysFrom(today, -1), to: daysFrom(today, -1) };
    case 'this week':
      return { from: monday, to: today };
    case 'last week':
      return { from: daysFrom(monday, -7), to: daysFrom(monday, -1) };
    case 'this month':
      return { from: monthDays(year, month).from, to: today };
    case 'last month':
      return month === 1 ? monthDays(year - 1, 12) : monthDays(year, month - 1);
    default:
      return undefined;
  }
}

/** `october`, `oct`, `october 2025`; without a year the last one. */
function monthOf(said: string, today: string): Days | undefined {
  const [, name = '', given] = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(said) ?? [];
  const index = MONTHS.findIndex(
    (month) => month === name || month.slice(0, 3) === name || (name === 'sept' && month === 'september'),
  );
  if (index < 0) return undefined;
  const [year = 0, month = 1] = today.split('-').map(Number);
  return monthDays(given === undefined ? (index + 1 > month ? year - 1 : year) : Number(given), index + 1);
}

function isoDays(said: string): Days | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(said) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  if (day === undefined) return monthDays(Number(year), Number(month));
  const days = monthDays(Number(year), Number(month));
  return said >= days.from && said <= days.to ? { from: said, to: said } : undefined;
}

function monthDays(year: number, month: number): Days {
  const first = (at: Date) => at.toISOString().slice(0, 10);
  return { from: first(new Date(Date.UTC(year, month - 1, 1))), to: first(new Date(Date.UTC(year, month, 0))) };
}
