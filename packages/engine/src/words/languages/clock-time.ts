/** A time of day in a few words of a language, as `17:30`: "halb sechs", "cinco y media", "9h30", "17.30 Uhr", "neun Uhr fünfzehn". */
import { folded, languageLines, languageValues } from '../../core/language-vocabulary.ts';
import { numberLanguage } from './number-language.ts';
import { readSpoken } from './spoken-number.ts';

const WRITTEN = /(?<!\p{N})([01]?\d|2[0-3])(?:\s?[:.h]\s?|\s\p{L}+\s)?([0-5]\d)?(?!\p{N})/u;

interface Clock {
  hour: number;
  minute: number;
}

/** Undefined where the words say none. */
export function clockTimeIn(code: string, text: string): string | undefined {
  const plain = folded(text.toLowerCase());
  const found = writtenTime(plain) ?? spokenTime(code, plain) ?? namedHour(code, plain);
  if (found === undefined) return undefined;
  const isLater =
    found.hour < 12 && languageLines(code, 'values', 'afternoon').some((phrase) => holds(plain, folded(phrase)));
  const minutes = (found.hour + (isLater ? 12 : 0)) * 60 + found.minute;
  const inDay = (minutes + 24 * 60) % (24 * 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

function holds(text: string, phrase: string): boolean {
  return ` ${text.match(/\p{L}+/gu)?.join(' ') ?? ''} `.includes(` ${phrase} `);
}

function writtenTime(text: string): Clock | undefined {
  const [, hour, minute = '0'] = WRITTEN.exec(text) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

function namedHour(code: string, text: string): Clock | undefined {
  const named = languageValues(code, 'values', 'named hours').find(([name]) => holds(text, folded(name)));
  return named && { hour: named[1], minute: 0 };
}

function spokenTime(code: string, text: string): Clock | undefined {
  const { numbers, values } = numberLanguage(code);
  const words = text.match(/\p{L}+/gu) ?? [];
  const phraseAt = (section: string, at: number) =>
    languageValues(code, 'values', section)
      .map(([phrase, minute]) => ({ words: folded(phrase).split(' '), minute }))
      .filter(({ words: said }) => said.every((word, index) => words[at + index] === word))
      .toSorted((left, right) => right.words.length - left.words.length)[0];
  for (let at = 0; at < words.length; at += 1) {
    const before = phraseAt('before hour', at);
    const from = at + (before?.words.length ?? 0);
    const hour = hourAt(words, from);
    if (hour === undefined) continue;
    const to = values.clockUnit.has(words[hour.to] ?? '') ? hour.to + 1 : hour.to;
    const after = before === undefined ? phraseAt('after hour', to) : undefined;
    const more = before === undefined && after === undefined ? minutesAt(words, to) : undefined;
    return { hour: hour.value, minute: before?.minute ?? after?.minute ?? more ?? 0 };
  }
  return undefined;

  /** The longest number up to 24: "cinco" of "cinco y media", which as a number would be 5.5. */
  function hourAt(all: readonly string[], from: number): { value: number; to: number } | undefined {
    const whole = readSpoken(numbers, all, from);
    const fitting =
      whole !== undefined && Number.isInteger(whole.value) ? whole : readSpoken(numbers, all.slice(0, from + 1), from);
    return fitting !== undefined && Number.isInteger(fitting.value) && fitting.value <= 24 ? fitting : undefined;
  }

  function minutesAt(all: readonly string[], from: number): number | undefined {
    const isJoined = numbers.at(all, from)?.parts[0]?.kind === 'join';
    const read = readSpoken(numbers, all, isJoined ? from + 1 : from);
    return read !== undefined && Number.isInteger(read.value) && read.value >= 5 && read.value < 60
      ? read.value
      : undefined;
  }
}
