/** What a question about a number counts: money, percent, days, people. A number that was said of something else is a worse answer. */
import { oneOf, vocabularyLines } from '../words/vocabulary/read-vocabulary.ts';
import type { SaidNumber } from './find-said-numbers.ts';

export interface WantedNumber {
  isMoney: boolean;
  /** Words for what is counted, in the singular. */
  counted: ReadonlySet<string>;
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
const NO_NOUN = new Set(
  'the a an of is was were are did does do has have had will would and or to for in it he she they much times'.split(
    ' ',
  ),
);

/** "Eleven at night" counts no nights. */
const NO_LONGER_COUNTED = new Set([...NO_NOUN, ...'at on by from with before after since until about'.split(' ')]);

export function numberWanted(question: string): WantedNumber {
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
  return { isMoney, counted, in: scale === undefined ? 1 : scale.startsWith('t') ? 1_000 : 1_000_000 };
}

function singular(word: string): string {
  return word.replace(/s$/, '').replace(/e$/, '');
}

/** 1: it was said of what the question counts. -1: of something else. 0: nothing tells. */
export function numberFit(wanted: WantedNumber, said: SaidNumber): number {
  const [next = ''] = said.counted;
  if (wanted.isMoney) return said.isMoney ? 1 : UNIT.test(next) ? -1 : 0;
  const end = said.counted.findIndex(
    (word, at) =>
      (NO_LONGER_COUNTED.has(word) && (at > 0 || word !== 'of')) || (at > 0 && UNIT.test(said.counted[at - 1] ?? '')),
  );
  const named = end < 0 ? said.counted : said.counted.slice(0, end);
  if (named.some((word) => wanted.counted.has(singular(word)))) return 1;
  if (wanted.counted.has('percent') && /^per cent\b/.test(said.counted.join(' '))) return 1;
  return wanted.counted.size > 0 && (said.isMoney || UNIT.test(next)) ? -1 : 0;
}

export function numberValue(wanted: WantedNumber, { value, asPrice }: SaidNumber): number {
  const said = wanted.isMoney && asPrice !== undefined ? asPrice : value;
  return wanted.in > 1 && said >= wanted.in ? said / wanted.in : said;
}
