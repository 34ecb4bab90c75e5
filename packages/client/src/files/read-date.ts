/** When a conversation took place, by a date beside it or in its file's name. */

interface ReadDate {
  /** RFC 3339 in UTC. */
  at: string;
  /** It was written without a zone, so the workspace’s was taken. */
  isLocal: boolean;
  /** In which day and month were read, where only the column could decide it. */
  order?: DateOrder;
}

const CLOCK = String.raw`(?:[T ,_-]*(?:at |um )?(?<hour>\d{2}|\d(?=:))(?<mark>[:h_.-]?)(?<minute>\d{2})(?:\k<mark>(?<second>\d{2}))?(?:\.\d{1,9})?(?:\s?(?<half>[ap])\.?m\b\.?)?\s?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d{2})`;
const YEAR_FIRST = new RegExp(
  String.raw`(?<!\d)${YEAR}(?<between>[-_./]?)(?<month>\d{2})\k<between>(?<day>\d{2})(?!\d(?!\d{3}(?:\d{2})?(?!\d)))${CLOCK}`,
  'i',
);
const DAY_OR_MONTH_FIRST = new RegExp(
  String.raw`(?<!\d)(?<one>\d{1,2})(?<between>[-_./])(?<two>\d{1,2})\k<between>${YEAR}(?!\d)${CLOCK}`,
  'i',
);
/** 5 October 2026, 5. Oktober 2026, 5 de octubre de 2026; October 5, 2026. */
const WITH_WORDS = [
  String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?[ _-]{1,3}(?:de |of )?(?<word>\p{L}{3,10})\.?,?[ _-]{1,3}(?:de |del )?${YEAR}(?!\d)${CLOCK}`,
  String.raw`(?<!\p{L})(?<word>\p{L}{3,10})\.?[ _-]{1,3}(?<day>\d{1,2})(?:st|nd|rd|th)?,?[ _-]{1,3}${YEAR}(?!\d)${CLOCK}`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** File names have at most 255 characters. */
const LONGEST = 255;

/** Whether 03/04/2026 is 3 April or March 4th. */
export type DateOrder = 'day_first' | 'month_first';

/**
 * Undefined where there is none; `ambiguous` where day and month cannot be told apart. `order` is that of the column: a date which cannot be
 * written in it is in `another_order`, like every one of a column without an order (`mixed`).
 */
export function readDate(
  written: string,
  timezone: string,
  order?: DateOrder | 'mixed',
): ReadDate | 'ambiguous' | 'another_order' | undefined {
  const text = written.slice(0, LONGEST).normalize('NFC');
  const trimmed = text.trim();
  if (/^\d{10}(?:\.\d{1,6})?$/.test(trimmed)) return fromEpoch(Number(trimmed) * 1000);
  if (/^\d{13}$/.test(trimmed)) return fromEpoch(Number(trimmed));
  const year = YEAR_FIRST.exec(text);
  if (year?.groups !== undefined) {
    // GMT20260915-130000, as Zoom names its recordings.
    const [zone] = /GMT$/i.exec(text.slice(0, year.index)) ?? [];
    return fromParts({ ...year.groups, zone: year.groups.zone ?? zone }, timezone);
  }
  const other = DAY_OR_MONTH_FIRST.exec(text)?.groups;
  if (other === undefined) return withWords(text, timezone);
  const { one: first = '', two: second = '' } = other;
  const own = orderOf(first, second, other.between);
  const isEither = first === second || other.between === '.';
  if (!isEither && order !== undefined && (order === 'mixed' || (own ?? order) !== order)) return 'another_order';
  const known = isEither ? 'day_first' : (own ?? (order === 'mixed' ? undefined : order));
  if (known === undefined) return 'ambiguous';
  const [month, day] = known === 'day_first' ? [second, first] : [first, second];
  const read = fromParts({ ...other, month, day }, timezone);
  return read && own === undefined && !isEither ? { ...read, order: known } : read;
}

/** 03.04.2026 is written where the day comes first; 03/04/2026 in both orders. */
function orderOf(first: string, second: string, between: string | undefined): DateOrder | undefined {
  if (Number(first) > 12 || between === '.') return 'day_first';
  return Number(second) > 12 ? 'month_first' : undefined;
}

/** The order of a column, where its dates decide it: that of most of those which can only be read in one. */
export function dateOrderOf(dates: readonly string[]): DateOrder | 'mixed' | undefined {
  const counts = { day_first: 0, month_first: 0 };
  for (const written of dates) {
    const text = written.slice(0, LONGEST);
    const {
      one = '',
      two = '',
      between,
    } = (YEAR_FIRST.test(text) ? null : DAY_OR_MONTH_FIRST.exec(text))?.groups ?? {};
    const order = between === '.' ? undefined : orderOf(one, two, between);
    if (order !== undefined) counts[order] += 1;
  }
  const { day_first, month_first } = counts;
  if (day_first === month_first) return day_first === 0 ? undefined : 'mixed';
  return day_first > month_first ? 'day_first' : 'month_first';
}

function withWords(text: string, timezone: string): ReadDate | undefined {
  for (const pattern of WITH_WORDS) {
    const groups = pattern.exec(text)?.groups;
    const month = groups === undefined ? undefined : monthOf(groups.word ?? '');
    if (month !== undefined) return fromParts({ ...groups, month: String(month) }, timezone);
  }
  return undefined;
}

const LANGUAGES = ['en', 'en-GB', 'de', 'es', 'fr', 'it', 'nl', 'pt'];
let months: Map<string, number> | undefined;

/** By its name or a short form of it, in the languages that conversations are read in. */
function monthOf(word: string): number | undefined {
  months ??= new Map(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, index): [string, number] => [
          plain(format.format(Date.UTC(2026, index, 15))),
          index + 1,
        ]);
      }),
    ),
  );
  return months.get(plain(word));
}

function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

function fromEpoch(ms: number): ReadDate {
  return { at: new Date(ms).toISOString(), isLocal: false };
}

function fromParts(written: Readonly<Record<string, string | undefined>>, timezone: string): ReadDate | undefined {
  const [year = 0, month = 0, day = 0] = [written.year, written.month, written.day].map(Number);
  const clocked = [hourOf(written), Number(written.minute ?? 0), Number(written.second ?? 0)];
  // Digits after a date may be a number of the call: 2026-09-01_4700.
  const hasClock = written.hour !== undefined && (clocked[0] ?? 0) < 24 && clocked.slice(1).every((part) => part < 60);
  const [hour, minute, second] = hasClock ? clocked : [0, 0, 0];
  const zone = hasClock ? written.zone : undefined;
  const parts = [year, month - 1, day, hour ?? 0, minute ?? 0, second ?? 0] as const;
  const utc = new Date(Date.UTC(...parts));
  // 31 February is no date, and 20261399 no day.
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== day || utc.getUTCHours() !== hour) return undefined;
  if (zone === undefined) {
    // Noon: wherever it is read, it is this day.
    const local = hasClock ? utc.getTime() : Date.UTC(year, month - 1, day, 12);
    return { at: new Date(inZone(local, timezone)).toISOString(), isLocal: true };
  }
  const sign = zone.startsWith('-') ? 1 : -1;
  const [hours = 0, minutes = 0] = (zone.match(/\d{2}/g) ?? []).map(Number);
  return { at: new Date(utc.getTime() + sign * (hours * 60 + minutes) * 60_000).toISOString(), isLocal: false };
}

function hourOf({ hour = '0', half }: Readonly<Record<string, string | undefined>>): number {
  if (half === undefined || Number(hour) > 12) return Number(hour);
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** The moment at which clocks in the zone show what `local` shows in UTC. Twice: the offset may change in between. */
function inZone(local: number, timezone: string): number {
  const once = local - offsetOf(local, timezone);
  return local - offsetOf(once, timezone);
}

function offsetOf(moment: number, timezone: string): number {
  const shown = new Map(
    clockOf(timezone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: string) => shown.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  const day = [part('year'), part('month') - 1, part('day')] as const;
  return Date.UTC(...day, part('hour'), part('minute'), part('second')) - Math.floor(moment / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** To make one takes a thousand times as long as to use it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en', { ...numeric, second: 'numeric', hourCycle: 'h23', timeZone });
  clocks.set(timeZone, made);
  return made;
}
