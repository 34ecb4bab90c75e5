/** When a failed delivery is retried: after the delays below or those in the settings, plus up to a tenth but never more than an hour, or never. */
export const DEFAULT_DELAYS_SECONDS = [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600] as const;

/** Counted from the first attempt. */
const WINDOW_MS = 24 * 3_600_000;
const MAX_DELAY_SECONDS = 3_600;

export interface FailedAttempt {
  /** Number in the series of attempts, from 1. */
  number: number;
  seriesStartedAt: Date;
  now: Date;
  /** The receiver's Retry-After header. */
  retryAfter: string | undefined;
}

/** Undefined: there are no more retries, and the delivery is dead-lettered. */
export function nextDelayMs(
  delaysSeconds: readonly number[],
  attempt: FailedAttempt,
  random: () => number = Math.random,
): number | undefined {
  const scheduled = delaysSeconds[attempt.number - 1];
  if (scheduled === undefined) return undefined;
  const wanted = retryAfterSeconds(attempt.retryAfter, attempt.now);
  const jittered = Math.min(scheduled * 1_000 + Math.floor(scheduled * 100 * random()), MAX_DELAY_SECONDS * 1_000);
  const delayMs = Math.ceil(Math.max(jittered, wanted * 1_000));
  return attempt.now.getTime() + delayMs > attempt.seriesStartedAt.getTime() + WINDOW_MS ? undefined : delayMs;
}

/** Seconds, or an HTTP date; anything else is ignored. At most an hour. */
function retryAfterSeconds(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : /^[A-Z][a-z]{2},? /.test(text)
      ? (Date.parse(text) - now.getTime()) / 1_000
      : 0;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(0, seconds), MAX_DELAY_SECONDS);
}
