/**
 * Whether an amount, date, time, phone number or e-mail address follows from the quotes given for it. A model may give a real quote and a
 * value of its own ("$50" for 9,999), so the value is read from the quotes once more, by the extractors of the local engine.
 */
import type { BrickDocument, BrickValue, EvidenceSpan } from '@brickwork/contract/kit';
import type { Turn } from '../../conversation/conversation.ts';
import type { Candidate } from '../../words/extract/candidate.ts';
import { unitOf } from '../../words/extract/english-number.ts';
import { findDates } from '../../words/extract/find-dates.ts';
import { findMoney } from '../../words/extract/find-money.ts';
import { findEmails } from '../../words/extract/find-patterns.ts';
import { findPhones } from '../../words/extract/find-phones.ts';
import { findTimes } from '../../words/extract/find-times.ts';
import { foldText } from './fold-text.ts';
import { numbersIn } from './number-words.ts';

interface Kind {
  find(turns: readonly Turn[]): Candidate[];
  /** For values that the extractor does not read: whether the words of the quotes allow the value. */
  isPossible(value: string, quotes: string): boolean;
}

const SCALE = /\b(?:k|grand|hundred|thousand|million|billion|lakh|crore)\b|\dk\b/;

const KINDS: Readonly<Record<string, Kind>> = {
  money: { find: findMoney, isPossible: isAmountOf },
  phone: { find: findPhones, isPossible: (value, quotes) => spokenDigits(quotes).includes(digitsOf(value)) },
  email: { find: findEmails, isPossible: isAddressOf },
  date: { find: findDates, isPossible: isDateOf },
  time: { find: findTimes, isPossible: isTimeOf },
};

/** True for bricks of other kinds, and for languages without number words here. */
export function isValueGrounded(
  brick: BrickDocument,
  value: BrickValue,
  evidence: readonly EvidenceSpan[],
  isEnglish: boolean,
): boolean {
  const kind = 'extract' in brick ? KINDS[brick.extract ?? ''] : undefined;
  if (kind === undefined || typeof value !== 'string' || evidence.length === 0) return true;
  const quotes = foldText(evidence.map(({ text }) => text).join(' ')).text;
  if (!isEnglish && !/\p{N}/u.test(quotes)) return true;
  const turns = evidence.map(({ text }, index): Turn => ({ index, text, start: 0, end: text.length }));
  const wanted = normal(value);
  return (
    kind.isPossible(value, quotes) ||
    quotes.includes(foldText(value).text.trim()) ||
    kind.find(turns).some((candidate) => normal(candidate.value) === wanted)
  );
}

function normal(value: string): string {
  return value.toLowerCase().replace(/^\+/, '').replace(/\.0+$/, '');
}

/** 1250.50 is in "1,250.50", "1.250,50" and "1250"; 1200000 is in "1.2 million". */
function isAmountOf(value: string, quotes: string): boolean {
  const [whole = '', cents = ''] = value.split('.');
  const forms = new Set([whole, digitsOf(value), whole + cents.padEnd(2, '0')]);
  const numbers = (quotes.match(/\d(?:[\d.,' ]*\d)?/g) ?? []).map(digitsOf);
  if (numbers.some((number) => forms.has(number))) return true;
  const start = digitsOf(value).replace(/0+$/, '');
  return SCALE.test(quotes) && numbers.some((number) => number.replace(/0+$/, '') === start);
}

function isAddressOf(value: string, quotes: string): boolean {
  const level = (text: string) =>
    text.replace(/\b(?:at|dot|underscore|dash|hyphen)\b/g, '').replace(/[^\p{L}\p{N}]+/gu, '');
  return level(quotes).includes(level(foldText(value).text));
}

/** Only a full date has another form than its words; its day must be in the quote. */
function isDateOf(value: string, quotes: string): boolean {
  const [, day] = /^\d{4}-\d{2}-(\d{2})$/.exec(value) ?? [];
  return day !== undefined && numbersIn(quotes).has(Number(day));
}

function isTimeOf(value: string, quotes: string): boolean {
  const hour = Number(value.split(':')[0]);
  if (/\b(?:noon|midday|midnight)\b/.test(quotes) && hour % 12 === 0) return true;
  const said = numbersIn(quotes);
  const isBefore = /\b(?:to|till|of)\b/.test(quotes) && said.has((hour % 12) + 1);
  return said.has(hour) || said.has(hour % 12) || (hour % 12 === 0 && said.has(12)) || isBefore;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** "oh seven double four" is 0744. */
function spokenDigits(text: string): string {
  let repeat = 1;
  let digits = '';
  for (const [word] of text.matchAll(/\p{L}+|\d/gu)) {
    const digit = /\d/.test(word) ? Number(word) : unitOf(word);
    if (word === 'double' || word === 'triple') repeat = word === 'double' ? 2 : 3;
    else if (digit >= 0) {
      digits += String(digit).repeat(repeat);
      repeat = 1;
    }
  }
  return digits;
}
