/**
 * The numbers that a turn says, written or spoken, each with its place and with what it counts: "£1,235", "six point eight percent",
 * "four and a half thousand", "twenty-three pounds forty", "three forty", "twice". Days of a month, times of day and codes such as "V15"
 * are no numbers here.
 */
import { FILLERS, readSpokenNumber, smallNumberOf, unitOf } from '../words/extract/spoken-number.ts';
import { readWords, type Word } from '../words/text/read-words.ts';
import { SCALES } from '../words/vocabulary/numbers.ts';
import { oneOf, vocabularyLines, vocabularyWords } from '../words/vocabulary/read-vocabulary.ts';

export interface SaidNumber {
  /** Offsets into the text. */
  start: number;
  end: number;
  value: number;
  /** What it would be as a sum of money, where that differs: "nine ninety nine" is 999, as a price 9.99. */
  asPrice?: number;
  isMoney: boolean;
  /** The words that follow: one of them is what was counted. */
  counted: string[];
}

const CURRENCY = new RegExp(
  `^${oneOf([...vocabularyLines('value-words', 'currency'), 'quid', 'cents?', 'pence', 'p'])}$`,
);
const SMALL_CURRENCY = /^(?:cents?|pence|p)$/;
const FACTORS = new Map<string, number>([
  ['k', 1_000],
  ['grand', 1_000],
  ['m', 1_000_000],
  ['mil', 1_000_000],
  ['dozen', 12],
  ...SCALES.map((word, at): [string, number] => [word, at === 0 ? 100 : 1_000 ** at]),
]);
/** Words that are a number by themselves. */
const ALONE = new Map(
  vocabularyLines('numbers', 'alone').map((line): [string, number] => {
    const [words = '', value = ''] = line.split(': ');
    return [words, Number(value)];
  }),
);
const ORDINALS = vocabularyWords('numbers', 'ordinals');
/** "The third time", not "the third of May". */
const COUNTING = /^(?:time|call|visit|attempt|try|email|letter|message|reminder)$/;
const WORDS_AFTER = 3;
const LONGEST_WRITTEN = 12;

const WRITTEN =
  /(?<![\p{L}\p{N}.,:/#-])(?<sign>[$€£¥]\s?)?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{N}]|[:/-]\d|(?:st|nd|rd|th)\b)(?:\s?(?<factor>k|m|thousand|million|hundred|grand|dozen)\b)?(?<letters>\p{L}*)(?<after>\s?[€£%])?/giu;

/** A number does not go on behind one of these: "that is sixty-six. Ten percent off". It does in "one thousand, four hundred". */
const CLAUSE = /[^.?!;:,]+(?:(?:[.?!;:,](?!\s|$)|(?<=(?:thousand|million)),)[^.?!;:,]*)*/gi;

/** In the order of the text, and in a time that grows as the text does. */
export function findNumbers(text: string): SaidNumber[] {
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
  return [...written, ...spoken].filter((number) => !isClock(number)).sort((left, right) => left.start - right.start);
}

const CLOCK = /^(?:o['’]?clock|[ap]\.?m\b|[ap] m\b|at night\b|in the (?:morning|afternoon|evening)\b|tonight\b)/;

/** "Eleven at night", "six o’clock": a time of day. */
function isClock({ value, asPrice, isMoney, counted }: SaidNumber): boolean {
  const couldBeHour = value <= 24 || (asPrice !== undefined && asPrice < 24);
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

/** "15cm", "2kg", "30min", "300ish": units and the like that are written on to their number. */
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
    const { value, asPrice, isMoney, to } = number;
    const counted = wordsFrom(words, to);
    found.push({
      start: first.start,
      end: last.end,
      value: rounded(value),
      ...(asPrice !== undefined && { asPrice: rounded(asPrice) }),
      isMoney: isMoney || CURRENCY.test(counted[0] ?? ''),
      counted,
    });
    at = to;
  }
  return found;
}

interface Spoken {
  from: number;
  to: number;
  value: number;
  asPrice?: number;
  isMoney: boolean;
}

function spokenAt(words: readonly Word[], from: number): Spoken | undefined {
  const textAt = (at: number): string => words[at]?.text ?? '';
  const half = halfOf(textAt, from);
  if (half !== undefined) return half;
  const alone = aloneAt(textAt, from);
  if (alone !== undefined) return alone;
  const core = cardinalAt(words, from);
  if (core === undefined || isOrdinalNext(textAt, core)) return undefined;
  let { value, to } = core;
  if (textAt(to) === 'point' && unitOf(textAt(to + 1)) >= 0) {
    let decimals = '';
    for (to += 1; unitOf(textAt(to)) >= 0; to += 1) decimals += String(unitOf(textAt(to)));
    value += Number(`0.${decimals}`);
  } else if (textAt(to) === 'and' && textAt(to + 1) === 'a' && textAt(to + 2) === 'half') {
    value += 0.5;
    to += 3;
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
  const second = readSpokenNumber(words, to);
  if (second !== undefined && isTwoDigits(value) && isTwoDigits(second.value)) {
    return {
      from,
      to: second.to,
      value: value * 100 + second.value,
      asPrice: value + second.value / 100,
      isMoney: false,
    };
  }
  const isPair = value >= 100 && value < 1_000 && !words.slice(from, to).some(({ text }) => text === SCALES[0]);
  return isPair && value % 100 === 99 ? { ...number, asPrice: value / 100 } : number;
}

function isTwoDigits(value: number): boolean {
  return Number.isInteger(value) && value >= 10 && value <= 99;
}

/** "That one", "the green one": no number. */
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

/** "half a million", "half a dozen". */
function halfOf(textAt: (at: number) => string, from: number): Spoken | undefined {
  const factor = FACTORS.get(textAt(from + 2));
  if (textAt(from) !== 'half' || !/^an?$/.test(textAt(from + 1)) || factor === undefined) return undefined;
  return { from, to: from + 3, value: factor / 2, isMoney: false };
}

/** "twice", "a couple", "a dozen", "the third time". */
function aloneAt(textAt: (at: number) => string, from: number): Spoken | undefined {
  const word = textAt(from);
  if (word === 'a' && textAt(from + 1) === 'dozen') return { from, to: from + 2, value: 12, isMoney: false };
  const value = ALONE.get(word);
  if (value !== undefined && smallNumberOf(word) === undefined) return { from, to: from + 1, value, isMoney: false };
  const rank = ORDINALS.indexOf(word) + 1;
  return rank > 0 && COUNTING.test(textAt(from + 1)) ? { from, to: from + 1, value: rank, isMoney: false } : undefined;
}
