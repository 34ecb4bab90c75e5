/**
 * The numbers that a turn says, written or spoken, each with its position and unit: "£1,235", "six point eight percent",
 * "four and a half thousand", "twenty-three pounds forty", "three forty", "forty-two five", "minus ten", "twice". Days of a month, times of
 * day and codes such as "V15" are no numbers here.
 */

import { hasVocabulary } from '../core/language-vocabulary.ts';
import { oneOf, vocabularyLines } from '../core/read-vocabulary.ts';
import { FILLERS, readSpokenNumber, unitOf } from '../words/extract/english-number.ts';
import { findNumbersIn } from '../words/languages/find-numbers.ts';
import type { SaidNumber } from '../words/languages/said-number.ts';
import { readWords, type Word } from '../words/text/read-words.ts';
import { amountAt, decimalsAfter, FACTORS, isClockAt, ORDINALS, partsAfter } from './spoken-amounts.ts';
import { isTwoDigits, joinedAt, type Spoken } from './spoken-pieces.ts';

const CURRENCY = new RegExp(
  `^${oneOf([...vocabularyLines('value-words', 'currency'), 'quid', 'cents?', 'pence', 'p'])}$`,
);
const SMALL_CURRENCY = /^(?:cents?|pence|p)$/;
const WORDS_AFTER = 4;
const LONGEST_WRITTEN = 12;

const WRITTEN =
  /(?<![\p{L}\p{N}.,:/#-])(?<sign>[$€£¥]\s?)?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{N}]|[:/-]\d|(?:st|nd|rd|th)\b)(?:\s?(?<factor>k|m|thousand|million|hundred|grand|dozen)\b)?(?<letters>\p{L}*)(?<after>\s?[€£%])?/giu;

/** A number does not continue after one of these: "that is sixty-six. Ten percent off". It does in "one thousand, four hundred". */
const CLAUSE = /[^.?!;:,]+(?:(?:[.?!;:,](?!\s|$)|(?<=(?:thousand|million)),)[^.?!;:,]*)*/gi;

/** In the order of the text, and in a time that grows as the text does. In English, or in the language of a conversation. */
export function findNumbers(text: string, code?: string): SaidNumber[] {
  if (hasVocabulary(code)) return findNumbersIn(code, text);
  return [...text.matchAll(CLAUSE)].flatMap(({ 0: clause, index }) =>
    findInClause(clause).map((number) => ({ ...number, start: index + number.start, end: index + number.end })),
  );
}

function findInClause(text: string): SaidNumber[] {
  const words = readWords(text);
  const written = findWritten(text, words);
  let at = 0;
  const spoken = findSpoken(words).filter(({ start, end }) => {
    while ((written[at]?.end ?? end) <= start) at += 1;
    return (written[at]?.start ?? end) >= end;
  });
  const found = [...written, ...spoken].filter((number) => !isClock(number));
  return withSigns(
    text,
    found.sort((left, right) => left.start - right.start),
  );
}

const MINUS = /(?<![\p{L}\p{N}])(?:minus|negative)\s$/iu;
const LONGEST_SIGN = 10;

/** "Minus ten", not "forty minus ten". Where nothing is below zero, it is ten. */
function withSigns(text: string, numbers: readonly SaidNumber[]): SaidNumber[] {
  return numbers.map((number, at) => {
    const { start, value, asPrice: _asPrice, otherwise: _otherwise, ...rest } = number;
    const sign = MINUS.exec(text.slice(Math.max(0, start - LONGEST_SIGN), start))?.[0];
    const isTakenAway = sign !== undefined && (numbers[at - 1]?.end ?? -2) >= start - sign.length - 1;
    if (sign === undefined || isTakenAway) return number;
    return { ...rest, start: start - sign.length, value: -value, otherwise: value };
  });
}

const CLOCK = /^(?:o['’]?clock|[ap]\.?m\b|[ap] m\b|at night\b|in the (?:morning|afternoon|evening)\b|tonight\b)/;

/** "Eleven at night", "six o’clock": a time of day. */
function isClock({ value, asPrice, otherwise, isMoney, counted }: SaidNumber): boolean {
  const couldBeHour = value <= 24 || [asPrice, otherwise].some((each) => each !== undefined && each < 24);
  return couldBeHour && !isMoney && CLOCK.test(counted.join(' '));
}

function findWritten(text: string, words: readonly Word[]): SaidNumber[] {
  let next = 0;
  return [...text.matchAll(WRITTEN)].flatMap((match) => {
    const { sign, digits = '', factor, letters = '', after } = match.groups ?? {};
    const isCounted = letters === '' || CURRENCY.test(letters.toLowerCase()) || UNIT_LETTERS.test(letters);
    if (digits.length > LONGEST_WRITTEN || !isCounted) return [];
    const times = FACTORS.get(factor?.toLowerCase() ?? '') ?? 1;
    const start = match.index;
    const end = start + match[0].trimEnd().length;
    while ((words[next]?.start ?? end) < end) next += 1;
    const counted = [
      ...(letters === '' ? [] : [letters.toLowerCase()]),
      ...(after === '%' ? ['percent'] : []),
      ...wordsFrom(words, next),
    ];
    const isMoney = sign !== undefined || /[€£]/.test(after ?? '') || CURRENCY.test(counted[0] ?? '');
    return [{ start, end, value: rounded(Number(digits.replaceAll(',', '')) * times), isMoney, counted }];
  });
}

/** "15cm", "2kg", "30min", "300ish": units attached to their number. */
const UNIT_LETTERS = /^(?:ish|mm|cm|m|km|g|kg|lb|lbs|oz|ml|l|h|hr|hrs|min|mins|s|sec|gb|mb|tb|kw|kwh|mph|ft|in|x)$/i;

/** Sums of tenths and the like end as they are said: 6.8, not 6.800000000000001. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function wordsFrom(words: readonly Word[], from: number): string[] {
  return words.slice(from, from + WORDS_AFTER).map(({ text }) => text);
}

function findSpoken(words: readonly Word[]): SaidNumber[] {
  const found: SaidNumber[] = [];
  for (let at = 0; at < words.length; ) {
    const number = spokenAt(words, at);
    const first = words[number?.from ?? at];
    const last = words[(number?.to ?? at) - 1];
    if (number === undefined || first === undefined || last === undefined) {
      at += 1;
      continue;
    }
    const { value, asPrice, otherwise, isMoney, unit, to } = number;
    const counted = [...(unit === undefined ? [] : [unit]), ...wordsFrom(words, to)];
    found.push({
      start: first.start,
      end: last.end,
      value: rounded(value),
      ...(asPrice !== undefined && { asPrice: rounded(asPrice) }),
      ...(otherwise !== undefined && { otherwise: rounded(otherwise) }),
      isMoney: isMoney || CURRENCY.test(counted[0] ?? ''),
      counted,
    });
    at = to;
  }
  return found;
}

function spokenAt(words: readonly Word[], from: number): Spoken | undefined {
  const textAt = (at: number): string => words[at]?.text ?? '';
  const amount = amountAt(textAt, from);
  if (amount !== undefined) return amount;
  const core = cardinalAt(words, from);
  if (core === undefined || isOrdinalNext(textAt, core) || isClockAt(textAt, core)) return undefined;
  let { value, to } = core;
  if (textAt(to) === 'point' && unitOf(textAt(to + 1)) >= 0) {
    const decimals = decimalsAfter(textAt, to);
    value += decimals.value;
    to = decimals.to;
  } else {
    ({ value, to } = partsAfter(textAt, core) ?? core);
  }
  const factor = FACTORS.get(textAt(to));
  if (factor !== undefined) return { from, to: to + 1, value: value * factor, isMoney: textAt(to) === 'grand' };
  return withCents(words, { from, to, value, isMoney: false }, core.to === to);
}

/** "twenty-three pounds forty", "twenty four ninety nine". */
function withCents(words: readonly Word[], number: Spoken, isWhole: boolean): Spoken {
  const { from, to, value } = number;
  const currency = words[to]?.text ?? '';
  if (CURRENCY.test(currency) && !SMALL_CURRENCY.test(currency)) {
    const next = words[to + 1]?.text === 'and' ? to + 2 : to + 1;
    const cents = readSpokenNumber(words, next);
    const isCents =
      cents !== undefined && cents.value < 100 && (next === to + 1 || SMALL_CURRENCY.test(words[cents.to]?.text ?? ''));
    if (isCents && isTwoDigits(cents.value))
      return { from, to: cents.to, value: value + cents.value / 100, isMoney: true };
    return { ...number, isMoney: true };
  }
  if (!isWhole) return number;
  return joinedAt(words, number) ?? number;
}

/** "That one", "the green one": not a number. */
const BEFORE_PRONOUN =
  /^(?:that|this|the|another|which|no|every|each|any|some|right|old|new|other|last|next|first|second)$/;

/** Two digits in a row are more often two numbers ("two, three times") than one. */
function cardinalAt(words: readonly Word[], from: number): Spoken | undefined {
  if (FILLERS.has(words[from]?.text ?? '')) return undefined;
  const number = readSpokenNumber(words, from);
  if (number === undefined) return undefined;
  const isOne = number.value === 1 && number.to === from + 1;
  if (isOne && BEFORE_PRONOUN.test(words[from - 1]?.text ?? '')) return undefined;
  const first = words[from]?.text ?? '';
  const second = words[from + 1]?.text ?? '';
  const isPairOfDigits = number.to === from + 2 && unitOf(first) > 0 && unitOf(second) > 0;
  return isPairOfDigits ? { from, to: from + 1, value: unitOf(first), isMoney: false } : { ...number, isMoney: false };
}

/** "the twenty eighth", "the third of May". */
function isOrdinalNext(textAt: (at: number) => string, { to, value }: Spoken): boolean {
  return value >= 20 && value < 100 && ORDINALS.slice(0, 9).includes(textAt(to));
}
