/** Amounts that are said without a plain number: "half a dozen", "a fortnight", "three quarters of an hour", "an hour and a half", "for a month". */
import { oneOf, vocabularyLines, vocabularyWords } from '../core/read-vocabulary.ts';
import { smallNumberOf } from '../words/extract/english-number.ts';
import { SCALES } from '../words/vocabulary/numbers.ts';

export const FACTORS = new Map<string, number>([
  ['k', 1_000],
  ['grand', 1_000],
  ['m', 1_000_000],
  ['mil', 1_000_000],
  ['dozen', 12],
  ...SCALES.map((word, at): [string, number] => [word, at === 0 ? 100 : 1_000 ** at]),
]);
/** Words that are a number by themselves, and what of where they say that too. */
const ALONE = new Map(
  vocabularyLines('numbers', 'alone').map((line): [string, { value: number; unit: string | undefined }] => {
    const [words = '', meaning = ''] = line.split(': ');
    const [value = '', unit] = meaning.split(' ');
    return [words, { value: Number(value), unit }];
  }),
);
export const ORDINALS = vocabularyWords('numbers', 'ordinals');
/** "The third time", not "the third of May". */
const COUNTING = /^(?:time|call|visit|attempt|try|email|letter|message|reminder)$/;
const UNIT = new RegExp(`^${oneOf([...vocabularyLines('value-words', 'unit of time'), 'mile'])}$`);
const ARTICLE = /^an?$/;
/** "For a month", not "twenty pounds a month". */
const BEFORE_ONE =
  /^(?:for|about|around|nearly|almost|just|only|took|takes|waited|in|within|over|after|is|was|be|off)$/;
const AFTER_ONE = /^(?:ago|already|or|later|now|left|old|maybe|tops)$/;

export interface Spoken {
  from: number;
  to: number;
  value: number;
  asPrice?: number;
  otherwise?: number;
  isMoney: boolean;
  /** What is counted, where it stands before the end of the amount or in the word itself. */
  unit?: string | undefined;
}

type TextAt = (at: number) => string;

export function amountAt(textAt: TextAt, from: number): Spoken | undefined {
  return halfOf(textAt, from) ?? oneAndHalf(textAt, from) ?? oneOfUnit(textAt, from) ?? aloneAt(textAt, from);
}

/** "half a million", "half a dozen", "half an hour". */
function halfOf(textAt: TextAt, from: number): Spoken | undefined {
  if (!/^(?:half|quarter)$/.test(textAt(from))) return undefined;
  const part = textAt(from) === 'half' ? 0.5 : 0.25;
  const article = textAt(from + 1) === 'of' ? from + 2 : from + 1;
  if (!ARTICLE.test(textAt(article))) return undefined;
  const factor = FACTORS.get(textAt(article + 1));
  if (factor !== undefined) return { from, to: article + 2, value: factor * part, isMoney: false };
  return UNIT.test(textAt(article + 1)) ? { from, to: article + 1, value: part, isMoney: false } : undefined;
}

/** "a year and a half", "a ton and a half". */
function oneAndHalf(textAt: TextAt, from: number): Spoken | undefined {
  const unit = textAt(from + 1);
  if (!ARTICLE.test(textAt(from)) || FACTORS.has(unit) || !isAndHalf(textAt, from + 2)) return undefined;
  return { from, to: from + 5, value: 1.5, isMoney: false, unit };
}

function isAndHalf(textAt: TextAt, at: number): boolean {
  return textAt(at) === 'and' && textAt(at + 1) === 'a' && textAt(at + 2) === 'half';
}

/** "waited a month", "a year ago". */
function oneOfUnit(textAt: TextAt, from: number): Spoken | undefined {
  if (!ARTICLE.test(textAt(from)) || !UNIT.test(textAt(from + 1))) return undefined;
  const isAmount = BEFORE_ONE.test(textAt(from - 1)) || AFTER_ONE.test(textAt(from + 2));
  return isAmount ? { from, to: from + 1, value: 1, isMoney: false } : undefined;
}

/** "twice", "a couple", "a dozen", "the third time". */
function aloneAt(textAt: TextAt, from: number): Spoken | undefined {
  const word = textAt(from);
  if (word === 'a' && textAt(from + 1) === 'dozen') return { from, to: from + 2, value: 12, isMoney: false };
  const alone = ALONE.get(word);
  if (alone !== undefined && smallNumberOf(word) === undefined)
    return { from, to: from + 1, value: alone.value, isMoney: false, unit: alone.unit };
  const rank = ORDINALS.indexOf(word) + 1;
  return rank > 0 && COUNTING.test(textAt(from + 1)) ? { from, to: from + 1, value: rank, isMoney: false } : undefined;
}

/** "three quarters of an hour", and what stands behind a whole number: "and a half", "and three quarters". */
export function partsAfter(textAt: TextAt, value: number, to: number): { value: number; to: number } | undefined {
  if (/^quarters?$/.test(textAt(to)) && textAt(to + 1) === 'of' && ARTICLE.test(textAt(to + 2)))
    return { value: value / 4, to: to + 3 };
  if (textAt(to) !== 'and') return undefined;
  if (isAndHalf(textAt, to)) return { value: value + 0.5, to: to + 3 };
  if (textAt(to + 1) === 'a' && textAt(to + 2) === 'quarter') return { value: value + 0.25, to: to + 3 };
  return textAt(to + 1) === 'three' && textAt(to + 2) === 'quarters' ? { value: value + 0.75, to: to + 3 } : undefined;
}

/** "half past four", "ten past seven", "quarter to five": a time of day. */
export function isClockAt(textAt: TextAt, { from, to }: { from: number; to: number }): boolean {
  if (textAt(from - 1) === 'past' || textAt(to) === 'past') return true;
  return textAt(from - 1) === 'to' && textAt(from - 2) === 'quarter';
}
