/** Sums of money, written ("$1,250.50", "12 EUR") or spoken ("one hundred and three dollars"). */

import type { Turn } from '../../conversation/conversation.ts';
import { oneOf, vocabularyLines } from '../../core/read-vocabulary.ts';
import { readTurnWords, type Word } from '../text/read-words.ts';
import { MONEY_STRENGTH } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';
import { readSpokenNumber } from './english-number.ts';

const CURRENCY = new RegExp(`^${oneOf(vocabularyLines('value-words', 'currency'))}$`);
const WRITTEN =
  /([$€£¥]\s?)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(k\b)?(\s?[€£]|\s?(?:dollars?|bucks?|euros?|pounds?|usd|eur|gbp)\b)?/giu;
const HOUR_BEFORE = /\bat\s$/i;
const HOURS = /^(?:\d|1[0-2])$/;
/** "at 10 a month" is a price. */
const EACH_AFTER = /^\s?(?:an?|per|each|apiece)\b/i;
const UNIT_AFTER =
  /^(?::\d|\s?(?:%|percent\b|[ap]\.?m\b|o'clock|minutes?\b|hours?\b|days?\b|weeks?\b|months?\b|years?\b))/i;
const LONGEST_SUM = 15;

function plainDecimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2);
}

/** An hour, a share or a length of time, where no currency stands beside the number. */
function isOther(text: string, match: RegExpMatchArray): boolean {
  const at = match.index ?? 0;
  const after = text.slice(at + match[0].length, at + match[0].length + 12);
  const isHour =
    HOURS.test(match[2] ?? '') && HOUR_BEFORE.test(text.slice(Math.max(0, at - 8), at)) && !EACH_AFTER.test(after);
  return isHour || UNIT_AFTER.test(after);
}

function findWritten(turn: Turn): Candidate[] {
  const found: Candidate[] = [];
  for (const match of turn.text.matchAll(WRITTEN)) {
    const [whole, before, digits = '', thousands, after] = match;
    if (digits.length > LONGEST_SUM || (before === undefined && after === undefined && isOther(turn.text, match)))
      continue;
    const value = Number(digits.replaceAll(',', '')) * (thousands === undefined ? 1 : 1_000);
    const start = turn.start + match.index;
    const bare = digits.includes(',') || thousands !== undefined ? MONEY_STRENGTH.thousands : MONEY_STRENGTH.bareNumber;
    const strength = before !== undefined || after !== undefined ? 1 : bare;
    found.push({ turn, start, end: start + whole.trimEnd().length, value: plainDecimal(value), strength });
  }
  return found;
}

function centsAfter(words: readonly Word[], from: number): { cents: number; to: number } | undefined {
  const at = words[from]?.text === 'and' ? from + 1 : from;
  const number = readSpokenNumber(words, at);
  if (number === undefined || !/^cents?$/.test(words[number.to]?.text ?? '') || number.value > 99) return undefined;
  return { cents: number.value, to: number.to + 1 };
}

function findSpoken(turn: Turn): Candidate[] {
  const words = readTurnWords(turn);
  const found: Candidate[] = [];
  for (let at = 0; at < words.length; ) {
    const number = readSpokenNumber(words, at);
    if (number === undefined) {
      at += 1;
      continue;
    }
    let to = number.to;
    let value = number.value;
    const hasCurrency = CURRENCY.test(words[to]?.text ?? '');
    if (hasCurrency) {
      to += 1;
      const cents = centsAfter(words, to);
      if (cents !== undefined) {
        value += cents.cents / 100;
        to = cents.to;
      }
    }
    const start = turn.start + (words[number.from]?.start ?? 0);
    const end = turn.start + (words[to - 1]?.end ?? 0);
    found.push({ turn, start, end, value: plainDecimal(value), strength: hasCurrency ? 1 : MONEY_STRENGTH.bareNumber });
    at = to;
  }
  return found;
}

export function findMoney(turns: readonly Turn[]): Candidate[] {
  return turns.flatMap((turn) => [...findWritten(turn), ...findSpoken(turn)]);
}
