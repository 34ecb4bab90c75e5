/** How figures read, in the console and in what is sent to people: one format for each kind of number. */
import type { Estimate } from '../endpoints/insights.ts';

const COUNT = new Intl.NumberFormat('en');
const CREDITS = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** With separators: `1,204`. */
export const formatNumber = (value: number): string => COUNT.format(value);

export const formatCredits = (value: number): string => CREDITS.format(value);

/** `€41.20`; two digits where that would be next to nothing: `€0.0034`. */
export function formatMoney(amount: number, currency: string): string {
  const isTiny = amount !== 0 && Math.abs(amount) < 0.1;
  const digits = isTiny ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(amount);
}

/** `2026-11-09` as `9 Nov`, with its year where that is not this year. */
export function formatDay(day: string, now = new Date()): string {
  const date = new Date(`${day}T00:00:00Z`);
  return (date.getUTCFullYear() === now.getUTCFullYear() ? DAY : DAY_AND_YEAR).format(date);
}

/** Whole percent; with a decimal near the ends, where 0.4 % is not nothing and 99.6 % not everything. */
export function formatShare(share: number): string {
  const value = share * 100;
  const isNearAnEnd = (value > 0 && value < 9.95) || (value > 99 && value < 100);
  return `${value.toFixed(isNearAnEnd ? 1 : 0)} %`;
}

/** Points, means and the like, where two digits say all that the sample does. */
export const formatShort = (value: number): string => formatNumber(Number(value.toPrecision(2)));

/** `from 75 before`, or that chance may explain the difference. */
export function changeText(
  before: Estimate,
  direction: 'up' | 'down' | undefined,
  format: (value: number) => string,
): string {
  const shown = format(before.value);
  return direction === undefined ? `${shown} before, no clear change` : `from ${shown} before`;
}

/** `75 – 81`, or `34 – 59 %`. */
export function intervalText({ low, high }: Estimate, format: (value: number) => string): string {
  if (low === undefined || high === undefined) return 'too few for an interval';
  // 34 – 59 %, not 34 % – 59 %.
  return `${format(low).replace(/ %$/, '')} – ${format(high)}`;
}
