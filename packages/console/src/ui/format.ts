/**
 * How everything that is counted or measured reads, one format for each kind. No page formats by itself; a test looks for those that do. What is
 * also sent to people (shares, money, days) has its format in the contract.
 */
import { type Estimate, formatNumber, intervalText } from '@brickwork/contract/figures';

export {
  formatCredits,
  formatDay,
  formatMoney,
  formatNumber,
  formatShare,
  formatShort,
} from '@brickwork/contract/figures';

const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const DAY_AND_TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const WHEN = new Intl.DateTimeFormat('en-GB', DAY_AND_TIME);
const WHEN_WITH_YEAR = new Intl.DateTimeFormat('en-GB', { ...DAY_AND_TIME, year: 'numeric' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** `18 Nov 2026, 09:12:05`, in the reader's time zone. */
export const formatTime = (moment: string): string => DATE_TIME.format(new Date(moment));

/** `18 Nov, 09:12` in the reader's time zone; with the year where it is another one. */
export function formatWhen(moment: string, now = new Date()): string {
  const at = new Date(moment);
  return (at.getFullYear() === now.getFullYear() ? WHEN : WHEN_WITH_YEAR).format(at);
}

/** How far ahead of UTC a time zone is: `UTC+01:00`. */
export function formatOffset(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
  return offset === 'UTC' ? 'UTC+00:00' : offset;
}

/** `November 2026` */
export const formatMonth = (moment: Date): string => MONTH.format(moment);

/** `Mon`, in the reader's time zone. */
export const formatWeekday = (moment: string): string => WEEKDAY.format(new Date(moment));

/** Whole percent of a difference of shares: `4 %`. */
export const formatWholePercent = (share: number): string => `${Math.round(share * 100)} %`;

/** For a table that is saved: four digits are enough. */
export const roundedFigure = (value: number): number => Number(value.toPrecision(4));

/** Without binary rounding noise. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(12));

/** Means, quantiles and numbers of answers: three digits, or all before the point; and a minus that is as wide as a plus. */
export function formatFigure(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return formatNumber(rounded).replace('-', '−');
}

/** `34 – 59 %`; nothing where there are too few for an interval. */
export const intervalOf = (estimate: Estimate, format: (value: number) => string): string =>
  estimate.low === undefined || estimate.high === undefined ? '' : intervalText(estimate, format);

/** A difference of two shares, in percentage points: `+4.2`. */
export function formatPoints(difference: number): string {
  const points = (difference * 100).toFixed(1);
  return `${difference > 0 && points !== '0.0' ? '+' : ''}${points.replace('-0.0', '0.0').replace('-', '−')}`;
}

/** How likely chance alone explains a difference (p): `0.034`. */
export function formatChance(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p >= 0.995 ? '1' : String(Number(p.toPrecision(2)));
}

/** `850 ms`, `4.2 s`, `1 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `4:05`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  const padded = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

export function formatAgo(moment: string, now = Date.now()): string {
  const gone = new Date(moment).getTime() - now;
  for (const [unit, ms] of UNITS) {
    if (Math.abs(gone) >= ms) return RELATIVE.format(Math.trunc(gone / ms), unit);
  }
  return 'just now';
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KB`;
  return bytes < 1_073_741_824
    ? `${(bytes / 1_048_576).toFixed(1)} MB`
    : `${formatNumber(Math.round(bytes / 107_374_182.4) / 10)} GB`;
}

/** The value shown in a percent field, or in a plain number field (`scale` 1), without binary rounding noise. */
export const toField = (value: number, scale = 100): string => String(Number((value * scale).toPrecision(12)));

/** What was typed into such a field, as the API takes it. */
export const fromField = (text: string, scale = 100): number => Number((Number(text) / scale).toPrecision(12));

/** A sum that is proposed: three digits are enough. */
export const roundedSum = (value: number): string => String(Number(value.toPrecision(3)));
