/** How long a provider asks to wait: `retry-after-ms`, `Retry-After` in seconds or as a date, or Google's RetryInfo in the body. */
export function readRetryAfter(headers: Headers, body: string, now: number): number | undefined {
  const ms = headers.get('retry-after-ms');
  if (ms !== null && /^\d+(?:\.\d+)?$/.test(ms.trim())) return Math.ceil(Number(ms));
  const value = headers.get('retry-after')?.trim();
  if (value !== undefined && /^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  if (value !== undefined && value !== '') {
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return Math.max(0, date - now);
  }
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Math.ceil(Number(delay) * 1000);
}
