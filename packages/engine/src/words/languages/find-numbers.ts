/**
 * The numbers that a turn says in a language other than English, written ("1.240,50 €") or spoken ("vierundneunzig Euro fünfzig", "quatre-vingt-douze"), each
 * with its place and with what it counts. Days of a month, times of day and codes are no numbers here. What a language needs for it is in `assets/vocabulary`.
 */

import { folded } from '../../core/language-vocabulary.ts';
import { isCounted, joinCents } from './join-cents.ts';
import { type NumberLanguage, numberLanguage } from './number-language.ts';
import type { NumberWords } from './number-words.ts';
import type { PlacedNumber, SaidNumber } from './said-number.ts';
import { readSpoken } from './spoken-number.ts';
import type { ValueWords } from './value-words.ts';
import { findWritten } from './written-numbers.ts';

interface PlacedWord {
  text: string;
  start: number;
  end: number;
}

interface Bare {
  start: number;
  end: number;
  value: number;
  isMoney: boolean;
}

/** A number does not go on behind one of these. Within a written number there is no blank after them; the day in "3. November" has one. */
const CLAUSE = /[^.?!;:,…¿¡]+(?:(?:[.:,](?=\p{N})|(?<=\p{N})\.(?=\s\p{L}))[^.?!;:,…¿¡]*)*/gu;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’](?=s\b)s)?|\p{N}+/gu;
const WORDS_AFTER = 3;

/** In the order of the text, and in a time that grows as the text does. */
export function findNumbersIn(code: string, text: string): SaidNumber[] {
  const language = numberLanguage(code);
  return [...text.matchAll(CLAUSE)].flatMap(({ 0: clause, index }) =>
    findInClause(language, clause).map((number) => ({
      ...number,
      start: index + number.start,
      end: index + number.end,
    })),
  );
}

function findInClause(language: NumberLanguage, text: string): SaidNumber[] {
  const words = [...text.matchAll(WORD)].map((match): PlacedWord => {
    const start = match.index;
    return { text: match[0].toLowerCase().replaceAll('’', "'"), start, end: start + match[0].length };
  });
  const written = findWritten(language, text);
  let at = 0;
  const spoken = findSpoken(language, words).filter(({ start, end }) => {
    while ((written[at]?.end ?? end) <= start) at += 1;
    return (written[at]?.start ?? end) >= end;
  });
  const found = [...written, ...spoken].sort((left, right) => left.start - right.start);
  return joinCents(language, placed(language, words, found))
    .filter((number) => !isMoment(language, number))
    .map(({ before: _, between: __, ...number }) => ({ ...number, value: Number(number.value.toFixed(6)) }));
}

const MOST_BETWEEN = 2;

function placed({ values }: NumberLanguage, words: readonly PlacedWord[], found: readonly Bare[]): PlacedNumber[] {
  let next = 0;
  let since: number | undefined;
  return found.map((number) => {
    while ((words[next]?.start ?? number.start) < number.start) next += 1;
    const first = next;
    while ((words[next]?.start ?? number.end) < number.end) next += 1;
    const counted = words.slice(next, next + WORDS_AFTER).map(({ text }) => text);
    const isNear = since !== undefined && first - since <= MOST_BETWEEN;
    const between = isNear ? words.slice(since, first).map(({ text }) => folded(text)) : undefined;
    since = next;
    const isMoney = number.isMoney || values.currency.has(folded(counted[0] ?? ''));
    return { ...number, isMoney, counted, before: words[first - 1]?.text ?? '', between };
  });
}

function findSpoken({ numbers, values }: NumberLanguage, words: readonly PlacedWord[]): Bare[] {
  const texts = words.map(({ text }) => text);
  const found: Bare[] = [];
  for (let at = 0; at < words.length; ) {
    if (values.isPercent(texts.slice(at, at + 2))) {
      at += values.isPercent(texts.slice(at, at + 1)) ? 1 : 2; // "Per cento" is no hundred.
      continue;
    }
    const number = spokenAt(numbers, values, texts, at);
    const first = words[at];
    const last = words[(number?.to ?? 0) - 1];
    if (number === undefined || first === undefined || last === undefined) {
      at += 1;
      continue;
    }
    found.push({ start: first.start, end: last.end, value: number.value, isMoney: false });
    at = number.to;
  }
  return found;
}

interface Spoken {
  value: number;
  /** One past the last word. */
  to: number;
}

function spokenAt(
  numbers: NumberWords,
  values: ValueWords,
  words: readonly string[],
  from: number,
): Spoken | undefined {
  const aloneAt = (at: number): Spoken | undefined => {
    const value = numbers.alone.get(words[at] ?? '');
    return value === undefined ? undefined : { value, to: at + 1 };
  };
  const core = readSpoken(numbers, words, from);
  if (core === undefined) return aloneAt(from);
  const next = folded(words[core.to] ?? '');
  const isFollowed = values.units.has(next) || values.currency.has(next);
  const decimal = decimalsAt(numbers, words, core.to);
  // "Une quinzaine", "un paio": the word after the article is the number.
  if (core.isArticle && decimal === undefined && !isFollowed) return aloneAt(core.to);
  return decimal === undefined ? core : { value: core.value + decimal.value, to: decimal.to };
}

/** "Komma fünf", "vírgula sete cinco"; in Portuguese also "e cinquenta" and "e duzentos" after a number that is complete. */
function decimalsAt(numbers: NumberWords, words: readonly string[], at: number): Spoken | undefined {
  const word = folded(words[at] ?? '');
  const isJoin = numbers.decimalJoins.has(word);
  if (!numbers.decimalWords.has(word) && !isJoin) return undefined;
  const first = readSpoken(numbers, words, at + 1);
  if (first === undefined || !Number.isInteger(first.value)) return undefined;
  if (isJoin) {
    const isTens = first.value >= 10 && first.value < 100;
    const isHundreds = first.value >= 100 && first.value < 1_000 && first.value % 100 === 0;
    return isTens || isHundreds ? { value: first.value / (isTens ? 100 : 1_000), to: first.to } : undefined;
  }
  let digits = String(first.value);
  let { to } = first;
  for (let more = readSpoken(numbers, words, to); more !== undefined && more.value < 10; ) {
    digits += String(more.value);
    ({ to } = more);
    more = readSpoken(numbers, words, to);
  }
  return { value: Number(`0.${digits}`), to };
}

const HOURS = 24;

/** "Um neun", "a las cinco", "9 Uhr", "le 3 novembre". */
function isMoment({ values }: NumberLanguage, number: PlacedNumber): boolean {
  const [next = '', second = ''] = number.counted.map(folded);
  if (values.months.has(next) || (next === 'de' && values.months.has(second))) return true;
  if (number.isMoney || number.value > HOURS) return false;
  if (values.isClockAfter(number.counted)) return true;
  return values.clockBefore.has(number.before) && (values.clockUnit.has(next) || !isCounted(values, number));
}
