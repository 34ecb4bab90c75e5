/**
 * Dates of mails as Outlook writes them, without a zone: `Monday, March 3, 2025 5:40 PM`, `Montag, 3. März 2025 17:40`. They are always
 * good enough to order the mails of a thread; the exact time is only known together with a zone. Dates with ambiguous day and month are
 * left out.
 */
const MONTHS =
  'jan:1 feb:2 mar:3 mär:3 maa:3 mrt:3 apr:4 avr:4 abr:4 may:5 mai:5 mag:5 mei:5 jun:6 juin:6 giu:6 jul:7 juil:7 lug:7 aug:8 aoû:8 ago:8 sep:9 set:9 oct:10 okt:10 ott:10 out:10 nov:11 dec:12 dez:12 déc:12 dic:12';
const MONTH_OF = new Map(
  MONTHS.split(' ').map((entry): [string, number] => {
    const [name = '', number = ''] = entry.split(':');
    return [name, Number(number)];
  }),
);
const LONGEST = 80;
const ZONE = /[+-]\d{2}:?\d{2}\b|\b(?:GMT|UTC|Z|[ECMP][SD]T|CES?T|BST)\b/;
const CLOCK = /\b(\d{1,2})[:.h](\d{2})(?::(\d{2}))?(?:\s?([AaPp])\.?\s?[Mm]\b)?/g;
const WRITTEN =
  /(?:(\d{1,2})\.?(?:\s|\sde\s|º\sde\s)\s?)?\b(\p{L}{3,10})\.?\s(?:de\s)?(?:(\d{1,2})(?:st|nd|rd|th)?,?\s)?(\d{4})\b/u;
const NUMBERED = /\b(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))\b/;

/** `2025-03-03T17:40:00`, in the time zone of the sender's program. */
export function localMailTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST || ZONE.test(value)) return undefined;
  const day = writtenDay(value) ?? numberedDay(value);
  const clock = [...value.matchAll(CLOCK)].at(-1);
  if (day === undefined || clock === undefined) return undefined;
  const [, hours = '', minutes = '', seconds = '00', half] = clock;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}

function writtenDay(text: string): string | undefined {
  const [, before, name = '', after, year] = WRITTEN.exec(text) ?? [];
  const folded = name.toLowerCase();
  const month = MONTH_OF.get(folded.slice(0, 4)) ?? MONTH_OF.get(folded.slice(0, 3));
  return dayOf(year, month, Number(after ?? before));
}

function numberedDay(text: string): string | undefined {
  const [, year, month, day, first, second, last] = NUMBERED.exec(text) ?? [];
  return year === undefined ? dayOf(last, Number(second), Number(first)) : dayOf(year, Number(month), Number(day));
}

function dayOf(year: string | undefined, month: number | undefined, day: number): string | undefined {
  if (year === undefined || month === undefined || !(month >= 1 && month <= 12) || !(day >= 1 && day <= 31))
    return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
