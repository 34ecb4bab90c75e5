/** When a conversation took place, by a date beside it or in its file's name. */

interface ReadDate {
  /** RFC 3339 in UTC. */
  at: string;
  /** It was written without a zone, so the workspace’s was taken. */
  isLocal: boolean;
}

const CLOCK = String.raw`(?:[T _-]*(\d{2})([:h_.-]?)(\d{2})(?:\6(\d{2}))?(?:\.\d{1,9})?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`(?<!\d)((?:19|20)\d{2})([-_./]?)(\d{2})\2(\d{2})(?!\d(?!\d{3}(?:\d{2})?(?!\d)))${CLOCK}`,
);
const DAY_OR_MONTH_FIRST = new RegExp(String.raw`(?<!\d)(\d{1,2})([-_./])(\d{1,2})\2((?:19|20)\d{2})(?!\d)${CLOCK}`);

/** File names have at most 255 characters. */
const LONGEST = 255;

/** Undefined where there is none; `ambiguous` where day and month cannot be told apart. */
export function readDate(written: string, timezone: string): ReadDate | 'ambiguous' | undefined {
  const text = written.slice(0, LONGEST);
  const trimmed = text.trim();
  if (/^\d{10}(?:\.\d{1,6})?$/.test(trimmed)) return fromEpoch(Number(trimmed) * 1000);
  if (/^\d{13}$/.test(trimmed)) return fromEpoch(Number(trimmed));
  const year = YEAR_FIRST.exec(text);
  if (year !== null) {
    // GMT20260915-130000, as Zoom names its recordings.
    const [zone] = /GMT$/i.exec(text.slice(0, year.index)) ?? [];
    return fromParts([year[1], year[3], year[4]], [year[5], year[7], year[8], year[9] ?? zone], timezone);
  }
  const other = DAY_OR_MONTH_FIRST.exec(text);
  if (other === null) return undefined;
  const [first, second] = [Number(other[1]), Number(other[3])];
  // 03.04.2026 is written where the day comes first; 03/04/2026 in both orders.
  const isDayFirst = first > 12 || other[2] === '.';
  if (!isDayFirst && second <= 12 && first !== second) return 'ambiguous';
  const [month, day] = isDayFirst ? [other[3], other[1]] : [other[1], other[3]];
  return fromParts([other[4], month, day], [other[5], other[7], other[8], other[9]], timezone);
}

function fromEpoch(ms: number): ReadDate {
  return { at: new Date(ms).toISOString(), isLocal: false };
}

function fromParts(
  date: readonly (string | undefined)[],
  clock: readonly (string | undefined)[],
  timezone: string,
): ReadDate | undefined {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const clocked = clock.slice(0, 3).map((part) => Number(part ?? 0));
  // Digits after a date may be a number of the call: 2026-09-01_4700.
  const hasClock = clock[0] !== undefined && (clocked[0] ?? 0) < 24 && clocked.slice(1).every((part) => part < 60);
  const [hour, minute, second] = hasClock ? clocked : [0, 0, 0];
  const zone = hasClock ? clock[3] : undefined;
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
