/**
 * Numbers that are said in pieces, most significant first, and their possible values: "thirty one fifty" (3,150 or 31.50), "six fifty" (650
 * or 6.50), "forty-two five" (42.5 or 42,500), "nineteen oh five" (1,905), "one eighty-nine ninety-nine" (189.99), "two thousand three
 * fifty" (2,350).
 */
import { oneOf, vocabularyLines } from '../core/read-vocabulary.ts';
import { readSpokenNumber, type SpokenNumber, unitOf } from '../words/extract/english-number.ts';
import type { Word } from '../words/text/read-words.ts';
import { SCALES } from '../words/vocabulary/numbers.ts';

const [HUNDRED, THOUSAND] = SCALES;
const CURRENCY = new RegExp(`^${oneOf([...vocabularyLines('value-words', 'currency'), 'quid', 'percent', 'per'])}$`);
/** A number that one of these follows counts nothing: "forty-two five a year", not "forty-two five star hotels". */
const ENDS = new Set(
  'a an the and or but so if in on at for to from by with without before after of off up please thanks sir madam each every all altogether total including plus minus is was then now because as that when it i we you he she they'.split(
    ' ',
  ),
);

export interface Spoken {
  from: number;
  to: number;
  value: number;
  asPrice?: number;
  otherwise?: number;
  isMoney: boolean;
  /** The unit, if it comes before the end of the amount or is part of the word. */
  unit?: string | undefined;
}

export function isTwoDigits(value: number): boolean {
  return Number.isInteger(value) && value >= 10 && value <= 99;
}

/** Whether a number that ends before this word may end a sum. */
export function endsAt(word: string | undefined): boolean {
  return word === undefined || ENDS.has(word) || CURRENCY.test(word);
}

/** The total of a number and the pieces after it; nothing if it stands alone. */
export function joinedAt(words: readonly Word[], number: Spoken): Spoken | undefined {
  const { from, to, value } = number;
  const said = words.slice(from, to).map(({ text }) => text);
  const second = ohAndUnit(words, to) ?? readSpokenNumber(words, to);
  const isTens = isTwoDigits(value);
  if (second !== undefined) {
    const joined = isTens ? behindTens(words, number, second) : behindMore(words, number, said, second);
    if (joined !== undefined) return joined;
  }
  const isPair = value >= 100 && value < 1_000 && !said.includes(HUNDRED ?? '');
  if (!isPair) return undefined;
  return value % 100 === 99 ? { ...number, asPrice: value / 100 } : { ...number, otherwise: value / 100 };
}

/** "Thirty one fifty", "nineteen oh five", "forty-two five". */
function behindTens(words: readonly Word[], number: Spoken, second: SpokenNumber): Spoken | undefined {
  const { value, to } = number;
  if (isTwoDigits(second.value) || isOhAndUnit(second)) {
    const asPrice = value + second.value / 100;
    return { ...number, to: second.to, value: value * 100 + second.value, asPrice };
  }
  if (second.value <= 0 || second.value >= 10 || second.to !== to + 1) return undefined;
  const decimal = value + second.value / 10;
  const otherwise = decimal * 1_000;
  const next = words[second.to]?.text;
  const isInList = next === 'and' || next === 'or';
  const isAlways = value === 24 && second.value === 7;
  return endsAt(next) && !isInList && !isAlways
    ? { ...number, to: second.to, value: decimal, otherwise }
    : { ...number, otherwise };
}

/** "One thousand eight fifty", "two thousand oh eight", "one eighty-nine ninety-nine". */
function behindMore(
  words: readonly Word[],
  number: Spoken,
  said: readonly string[],
  second: SpokenNumber,
): Spoken | undefined {
  const { value } = number;
  if (said.at(-1) === THOUSAND && isOhAndUnit(second)) return { ...number, to: second.to, value: value + second.value };
  if (!isTwoDigits(second.value) || unitOf(words[second.from]?.text ?? '') >= 0) return undefined;
  const unit = unitOf(said.at(-1) ?? '');
  if (said.at(-2) === THOUSAND && unit > 0)
    return { ...number, to: second.to, value: value + unit * 99 + second.value };
  return isSumOf(number, said) && ENDS.has(words[second.to]?.text ?? 'a')
    ? { ...number, to: second.to, value: value + second.value / 100 }
    : undefined;
}

/** Not digits of a code ("three eight one"), nor "two hundred and three", where the unit may begin the next number: "two hundred and three eighty-five". */
function isSumOf({ value }: Spoken, said: readonly string[]): boolean {
  const [last = '', before = ''] = said.toReversed();
  const isCode = said.length > 1 && said.every((word) => unitOf(word) >= 0) && !said.includes('oh');
  const isOpen = unitOf(last) > 0 && (before === 'and' || SCALES.includes(before));
  return Number.isInteger(value) && value > 100 && value < 10_000 && !isCode && !isOpen;
}

/** "Oh five". */
function ohAndUnit(words: readonly Word[], from: number): SpokenNumber | undefined {
  const value = /^oh?$/.test(words[from]?.text ?? '') ? unitOf(words[from + 1]?.text ?? '') : 0;
  return value > 0 ? { from, to: from + 2, value } : undefined;
}

function isOhAndUnit({ from, to, value }: SpokenNumber): boolean {
  return value < 10 && to === from + 2;
}
