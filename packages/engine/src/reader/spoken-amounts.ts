/** Amounts that are said without a plain number: "half a dozen", "a fortnight", "three quarters of an hour", "an hour and a half", "for a month", "a pound fifty". */
import { oneOf, vocabularyLines, vocabularyWords } from '../core/read-vocabulary.ts';
import { smallNumberOf, unitOf } from '../words/extract/english-number.ts';
import { SCALES, UNITS } from '../words/vocabulary/numbers.ts';
import { endsAt, isTwoDigits, type Spoken } from './spoken-pieces.ts';

export const FACTORS = new Map<string, number>([
  ['k', 1_000],
  ['grand', 1_000],
  ['m', 1_000_000],
  ['mil', 1_000_000],
  ['dozen', 12],
  ...SCALES.map((word, at): [string, number] => [word, at === 0 ? 100 : 1_000 ** at]),
]);
/** Words that are a number by themselves, and their unit if they include it. */
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
const COIN = /^(?:pound|dollar|euro|buck|quid)$/;
const NOUGHT = /^(?:nought|naught|nil)$/;
const BEFORE_POINT = /^(?:|is|was|be|by|at|to|of|just|only|about|around|under|over|than|or|and|another|its|it's)$/;
const PARTS = new Map([
  ['half', 1 / 2],
  ['third', 1 / 3],
  ['quarter', 1 / 4],
  ['fifth', 1 / 5],
  ['eighth', 1 / 8],
]);
const COUNTS = new Map([['a', 1], ['an', 1], ...UNITS.map((word, at): [string, number] => [word, at])]);
/** "For a month", not "twenty pounds a month". */
const BEFORE_ONE =
  /^(?:for|about|around|nearly|almost|just|only|took|takes|waited|in|within|over|after|is|was|be|off)$/;
const AFTER_ONE = /^(?:ago|already|or|later|now|left|old|maybe|tops)$/;

type TextAt = (at: number) => string;
type Whole = Pick<Spoken, 'from' | 'to' | 'value'>;

export function amountAt(textAt: TextAt, from: number): Spoken | undefined {
  return (
    halfOf(textAt, from) ??
    oneAndHalf(textAt, from) ??
    oneOfUnit(textAt, from) ??
    oneOfMoney(textAt, from) ??
    pointAt(textAt, from) ??
    aloneAt(textAt, from)
  );
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

/** "A pound fifty", "a grand" (not "a grand piano"). */
function oneOfMoney(textAt: TextAt, from: number): Spoken | undefined {
  if (!ARTICLE.test(textAt(from))) return undefined;
  const money = textAt(from + 1);
  if (money === 'grand' && textAt(from + 2) !== 'total' && endsAt(textAt(from + 2) || undefined))
    return { from, to: from + 2, value: 1_000, isMoney: true };
  if (!COIN.test(money)) return undefined;
  const tens = smallNumberOf(textAt(from + 2)) ?? 0;
  const units = tens >= 20 ? Math.max(0, UNITS.indexOf(textAt(from + 3))) : 0;
  const to = units > 0 ? from + 4 : from + 3;
  return isTwoDigits(tens) && endsAt(textAt(to) || undefined)
    ? { from, to, value: 1 + (tens + units) / 100, isMoney: true }
    : undefined;
}

/** "Point five percent", "nought point seven five"; not "at this point five of us". */
function pointAt(textAt: TextAt, from: number): Spoken | undefined {
  const isZero = NOUGHT.test(textAt(from));
  const point = isZero ? from + 1 : from;
  if (textAt(point) !== 'point' || unitOf(textAt(point + 1)) < 0) return undefined;
  if (!isZero && !BEFORE_POINT.test(textAt(from - 1))) return undefined;
  const { value, to } = decimalsAfter(textAt, point);
  return { from, to, value, isMoney: false };
}

/** The digits behind the word "point", which stands at `point`. */
export function decimalsAfter(textAt: TextAt, point: number): { value: number; to: number } {
  let decimals = '';
  let to = point + 1;
  for (; unitOf(textAt(to)) >= 0; to += 1) decimals += String(unitOf(textAt(to)));
  return { value: Number(`0.${decimals}`), to };
}

/**
 * "Three quarters of an hour", and what stands behind a whole number: "and a half", "and three quarters". Behind a thousand or a million it is a part of that:
 * "a million and a half". Behind a hundred only where one hundred is meant: "a hundred and a half thousand", but "two hundred and a half percent".
 */
export function partsAfter(textAt: TextAt, { from, to, value }: Whole): { value: number; to: number } | undefined {
  if (/^quarters?$/.test(textAt(to)) && textAt(to + 1) === 'of' && ARTICLE.test(textAt(to + 2)))
    return { value: value / 4, to: to + 3 };
  if (textAt(to) !== 'and') return undefined;
  const part = (PARTS.get(textAt(to + 2).replace(/s$/, '')) ?? 0) * (COUNTS.get(textAt(to + 1)) ?? 0);
  if (part <= 0 || part >= 1) return undefined;
  const scale = SCALES.indexOf(textAt(to - 1));
  const isOfScale = scale > 0 || (scale === 0 && ARTICLE.test(textAt(from)));
  return { value: value + part * (isOfScale ? (FACTORS.get(textAt(to - 1)) ?? 1) : 1), to: to + 3 };
}

/** "half past four", "ten past seven", "quarter to five": a time of day. */
export function isClockAt(textAt: TextAt, { from, to }: { from: number; to: number }): boolean {
  if (textAt(from - 1) === 'past' || textAt(to) === 'past') return true;
  return textAt(from - 1) === 'to' && textAt(from - 2) === 'quarter';
}
