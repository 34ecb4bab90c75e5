/** What a question about a number counts: money, percent, days, people. A number with another unit is a worse answer. */

import { hasVocabulary } from '../core/language-vocabulary.ts';
import { oneOf, vocabularyLines } from '../core/read-vocabulary.ts';
import { type NumberQuestion, type NumberRange, numberQuestionIn } from '../words/languages/number-question.ts';
import type { SaidNumber } from '../words/languages/said-number.ts';

interface WantedNumber {
  isMoney: boolean;
  /** Words for what is counted, in the singular. */
  counted: ReadonlySet<string>;
  /** "How long": in any unit of time. */
  isLength: boolean;
  /** A share or a rate: it may have decimals that nobody calls a point ("three ninety-nine"). */
  isRate: boolean;
  /** "How many": a whole number. */
  isCount: boolean;
  /** In pounds, dollars or the like, not in the hundredth part of them. */
  isWholeMoney: boolean;
  /** "In thousands": 1,000. */
  in: number;
}

const CURRENCY = new RegExp(`\\b${oneOf(vocabularyLines('value-words', 'currency'))}\\b`, 'i');
const MONEY = new RegExp(`\\b${oneOf(vocabularyLines('value-words', 'asks for money'))}\\b`, 'i');
const UNIT = new RegExp(
  `^${oneOf([...vocabularyLines('value-words', 'unit of time').map((unit) => `${unit}s?`), ...vocabularyLines('value-words', 'counted')])}$`,
);
const COUNTED = /\b(?:how many|number of|how much|in|count of|amount of)\s+((?:[\p{L}'’-]+\s*){1,2})/giu;
const TIME = /\bhow long\b|\bhow often\b/i;
const COUNT = /\b(?:how many|number of|count of)\b/i;
const RATE = /\b(?:interest|apr|commission|yield)\b/i;
const HUNDREDTHS = /\b(?:cents?|pence|pennies)\b/i;
const HUNDREDTH = /^(?:cents?|pence|p|penny|pennies)$/;
const NO_NOUN = new Set(
  'the a an of is was were are did does do has have had will would and or to for in it he she they much times'.split(
    ' ',
  ),
);

/** "Eleven at night" counts no nights. */
const NO_LONGER_COUNTED = new Set([...NO_NOUN, ...'at on by from with before after since until about'.split(' ')]);

/** In English, or in the language of a conversation. */
export function numberQuestion(question: string, code: string | undefined): NumberQuestion {
  if (hasVocabulary(code)) return numberQuestionIn(code, question);
  const wanted = numberWanted(question);
  return {
    fit: (said) => numberFit(wanted, said),
    value: (said, range, inThousands = false) => numberValue(wanted, said, range, inThousands),
  };
}

function numberWanted(question: string): WantedNumber {
  const counted = new Set(
    [...question.matchAll(COUNTED)]
      .flatMap((match) => (match[1] ?? '').toLowerCase().trim().split(/\s+/))
      .filter((word) => !NO_NOUN.has(word))
      .map(singular),
  );
  if (/\bpercent(?:age)?\b|%/i.test(question)) counted.add('percent');
  if (/\bhow many times|\btimes\b/i.test(question)) counted.add('time');
  if (TIME.test(question))
    for (const unit of vocabularyLines('value-words', 'unit of time')) counted.add(singular(unit));
  const isOther = [...counted].some((word) => UNIT.test(word) || word === 'percent');
  const isMoney = CURRENCY.test(question) || (MONEY.test(question) && !isOther && !/\bhow many\b/i.test(question));
  const scale = /\bin (thousands?|millions?)\b/i.exec(question)?.[1]?.toLowerCase();
  return {
    isMoney,
    counted,
    isLength: TIME.test(question),
    isRate: counted.has('percent') || RATE.test(question),
    isCount: COUNT.test(question),
    isWholeMoney: CURRENCY.test(question) && !HUNDREDTHS.test(question),
    in: scale === undefined ? 1 : scale.startsWith('t') ? 1_000 : 1_000_000,
  };
}

function singular(word: string): string {
  return word.replace(/s$/, '').replace(/e$/, '');
}

function numberFit(wanted: WantedNumber, said: SaidNumber): number {
  const [next = ''] = said.counted;
  if (wanted.isMoney) return said.isMoney ? 1 : UNIT.test(next) ? -1 : 0;
  const named = namedIn(said);
  if (named.some((word) => wanted.counted.has(singular(word)))) return 1;
  if (wanted.counted.has('percent') && /^per cent\b/.test(said.counted.join(' '))) return 1;
  if (wanted.isRate && isLikelierPrice(said)) return OTHER_UNIT;
  if (timesOf(wanted, said) !== undefined) return 0;
  if (wanted.counted.size === 0 || !(said.isMoney || UNIT.test(next))) return 0;
  return isOtherUnit(wanted, said) ? OTHER_UNIT : -1;
}

/** "Nine ninety five" is a rate only where no other number is. */
function isLikelierPrice({ value, asPrice, otherwise }: SaidNumber): boolean {
  return Number.isInteger(value) && (asPrice ?? otherwise) !== undefined;
}

/** Five times is not five days. */
const OTHER_UNIT = -3;

function isOtherUnit({ counted }: WantedNumber, { isMoney, counted: [next = ''] }: SaidNumber): boolean {
  return [...counted].some((word) => LENGTHS.has(word)) && (isMoney || /^times?$/.test(next));
}

function namedIn({ counted: words }: SaidNumber): string[] {
  const counted = words.slice(OF_THE.exec(words.join(' '))?.[0].split(' ').length ?? 0);
  const end = counted.findIndex(
    (word, at) => NO_LONGER_COUNTED.has(word) || (at > 0 && UNIT.test(counted[at - 1] ?? '')),
  );
  return end < 0 ? counted : counted.slice(0, end);
}

/** "Six of the rolls", "three of those nights". */
const OF_THE = /^of(?: (?:the|these|those|my|our|your))?(?= )/;

/** "No, four with Billy": nothing is counted there. */
export function countsNothing(said: SaidNumber): boolean {
  return namedIn(said).length === 0;
}

/** Lengths of time that are a whole number of others: by how much. */
const LENGTHS = new Map<string, { of: 'minutes' | 'months'; length: number }>([
  ['minut', { of: 'minutes', length: 1 }],
  ['hour', { of: 'minutes', length: 60 }],
  ['day', { of: 'minutes', length: 1_440 }],
  ['week', { of: 'minutes', length: 10_080 }],
  ['month', { of: 'months', length: 1 }],
  ['year', { of: 'months', length: 12 }],
]);

/** How many of the question's unit are in the mentioned unit: seven days in a week. */
function timesOf({ counted, isLength }: WantedNumber, { counted: [next = ''] }: SaidNumber): number | undefined {
  const said = LENGTHS.get(singular(next));
  const [wanted] = isLength ? [] : [...counted].flatMap((word) => LENGTHS.get(word) ?? []);
  return said === undefined || said.of !== wanted?.of ? undefined : said.length / wanted.length;
}

function numberValue(
  wanted: WantedNumber,
  said: SaidNumber,
  range: NumberRange,
  inThousands: boolean,
): number | undefined {
  const { min, max } = range;
  return meaningsOf(wanted, said, range, inThousands)
    .map((value) => (wanted.in > 1 && value >= wanted.in ? value / wanted.in : value))
    .find((value) => value >= min && value <= max);
}

/** The likeliest first. */
function meaningsOf(wanted: WantedNumber, said: SaidNumber, range: NumberRange, inThousands: boolean): number[] {
  const { value, asPrice, otherwise } = said;
  if (value < 0) return [value, ...meaningsOf(wanted, withoutSign(said), range, inThousands)];
  const times = timesOf(wanted, said);
  if (times !== undefined && Number.isInteger(value * times * 2)) return [value * times];
  if (!wanted.isMoney) return otherMeanings(wanted, said);
  if (wanted.isWholeMoney && HUNDREDTH.test(said.counted[0] ?? '')) return [value / 100, value];
  if (isInPieces(said)) return isTiny(value, range) || inThousands ? [said.otherwise, value] : [value, said.otherwise];
  const priced = asPrice === undefined ? [value] : isTiny(asPrice, range) ? [value, asPrice] : [asPrice, value];
  const isBare = countsNothing(said) && value < THOUSAND;
  const isShortened = isBare && (inThousands || (range.min >= THOUSAND && value >= FEWEST_THOUSANDS));
  return [...priced, ...(otherwise === undefined ? [] : [otherwise]), ...(isShortened ? [value * THOUSAND] : [])];
}

function withoutSign({ otherwise: _, ...said }: SaidNumber): SaidNumber {
  return { ...said, value: -said.value };
}

/** "Forty-two five": 42.5, or 42,500. */
function isInPieces(said: SaidNumber): said is SaidNumber & { otherwise: number } {
  return !Number.isInteger(said.value) && said.otherwise !== undefined;
}

function otherMeanings({ isRate, isCount }: WantedNumber, said: SaidNumber): number[] {
  const { value, asPrice, otherwise } = said;
  if (isRate) return [value, asPrice, otherwise].filter((each) => each !== undefined);
  return isInPieces(said) ? [said.otherwise, isCount ? Math.floor(value) : value] : [value];
}

const THOUSAND = 1_000;
const FEWEST_THOUSANDS = 10;
/** A price of 31.50 is not plausible where sums of up to 20,000 are asked for: there "thirty one fifty" is 3,150. */
const PLAUSIBLE_SHARE = 1 / 500;
const WIDEST_RANGE = 1_000_000;

function isTiny(price: number, { max }: NumberRange): boolean {
  return max <= WIDEST_RANGE && price < max * PLAUSIBLE_SHARE;
}
