/** Points in time from exports, converted to RFC 3339. A time without a zone is left out, never guessed. */
const WITH_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;
const MAIL_DATE =
  /^(?:[a-z]{3,9},?\s{1,3})?(\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?|Z))(?:\s|$)/i;
/** Numbers outside this range are not plausible times: years 2000 to 2100. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);

export function instantOf(value: unknown): string | undefined {
  const match = typeof value === 'string' ? WITH_ZONE.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [, day, minutes, seconds = ':00', zone = ''] = match;
  const offset = /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  return instantOfMs(Date.parse(`${day}T${minutes}${seconds.replace(',', '.').slice(0, 7)}${offset}`));
}

/** Milliseconds since 1970, as a number or in digits. */
export function instantOfMs(value: unknown): string | undefined {
  const ms = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof ms !== 'number' || !(ms >= EARLIEST_MS && ms <= LATEST_MS)) return undefined;
  return new Date(ms).toISOString();
}

/** Seconds since 1970, as a number or as `"1482960138.003543"`. */
export function instantOfSeconds(value: unknown): string | undefined {
  const seconds = typeof value === 'string' && /^\d{1,12}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' ? instantOfMs(Math.round(seconds * 1_000)) : undefined;
}

/** The `Date` of a mail: `Mon, 3 Mar 2025 10:00:00 +0100`. */
export function instantOfMailDate(value: unknown): string | undefined {
  const date = typeof value === 'string' ? MAIL_DATE.exec(value.trim())?.[1] : undefined;
  return date === undefined ? undefined : instantOfMs(Date.parse(date));
}

export function earliest(instants: ReadonlyArray<string | undefined>): string | undefined {
  let first: string | undefined;
  for (const instant of instants)
    if (instant !== undefined && (first === undefined || instant < first)) first = instant;
  return first;
}
