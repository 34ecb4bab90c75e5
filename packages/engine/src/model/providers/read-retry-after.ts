/** A provider that asks for a longer wait is called again after this, so that a run does not wait for days. */
const LONGEST_MS = 3_600_000;

/** How long a provider asks to wait: `retry-after-ms`, `Retry-After` in seconds or as a date, or Google's RetryInfo in the body. */
export function readRetryAfter(headers: Headers, body: string, now: number): number | undefined {
  const asked = askedMs(headers, body, now);
  return asked === undefined ? undefined : Math.min(Math.max(0, Math.ceil(asked)), LONGEST_MS);
}

function askedMs(headers: Headers, body: string, now: number): number | undefined {
  const ms = headers.get('retry-after-ms')?.trim();
  if (ms !== undefined && NUMBER.test(ms)) return Number(ms);
  const value = headers.get('retry-after')?.trim();
  if (value !== undefined && NUMBER.test(value)) return Number(value) * 1000;
  if (value !== undefined && value !== '') {
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return date - now;
  }
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}

const NUMBER = /^\d+(?:\.\d+)?$/;
