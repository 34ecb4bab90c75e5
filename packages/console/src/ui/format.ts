/** How numbers, times and sizes read: figures as in what the service sends to people, and what only pages show. */
import { formatNumber } from '@brickwork/contract/figures';

export {
  formatCredits,
  formatDay,
  formatMoney,
  formatNumber,
  formatShare,
  formatShort,
} from '@brickwork/contract/figures';

const DATE_TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

export const formatTime = (moment: string): string => DATE_TIME.format(new Date(moment));

export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 1_000) return `${ms} ms`;
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
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
