/** A moment in the past as people write it: a date, a date and time, or a time ago (`7d`, `12h`, `30m`). */
import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseSince(text: string): Date {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return new Date(Date.now() - Number(amount) * (UNITS[unit] ?? 0));
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Use a date such as 2027-01-31, or how long ago, such as 7d, 12h or 30m.');
  return date;
}
