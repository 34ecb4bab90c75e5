/** What was found in a conversation, in the normal form of the type that a brick extracts: a sum as `94.50`, a time as `17:30`, a day with its year as `2026-05-03`. */

import { folded, languageWords } from '../../core/language-vocabulary.ts';
import { clockTimeIn } from './clock-time.ts';
import { findNumbersIn } from './find-numbers.ts';
import { numberLanguage } from './number-language.ts';
import { readSpoken } from './spoken-number.ts';

const NUMERIC_DATE = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/;
const FEWEST_DIGITS = 6;

/** The text itself where the type has no normal form, or the words do not show it. */
export function typedValueIn(code: string, extract: string, text: string): string {
  switch (extract) {
    case 'money': {
      const sums = findNumbersIn(code, text);
      const sum = sums.find(({ isMoney }) => isMoney) ?? sums[0];
      return sum === undefined ? text : Number.isInteger(sum.value) ? String(sum.value) : sum.value.toFixed(2);
    }
    case 'time':
      return clockTimeIn(code, text) ?? text;
    case 'date':
      return dateIn(code, text) ?? text;
    case 'phone':
      return digitsIn(code, text) ?? text;
    default:
      return text;
  }
}

/** Days come before months in all of these languages. */
function dateIn(code: string, text: string): string | undefined {
  const [, day, month, year] = NUMERIC_DATE.exec(text) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined)
    return isoDate(Number(year), Number(month), Number(day));
  const months = languageWords(code, 'values', 'months').map(folded);
  const named = /(?<!\d)(\d{1,2})\.?[ºªa-z]{0,2}\s(?:d[eio]\s)?(\p{L}+)\s(?:d[eio]\s)?(\d{4})(?!\d)/iu.exec(text);
  const [, date, name = '', of] = named ?? [];
  const at = months.indexOf(folded(name.toLowerCase()));
  return date === undefined || of === undefined || at < 0 ? undefined : isoDate(Number(of), at + 1, Number(date));
}

function isoDate(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Digits, written in groups or said one by one or in pairs. */
function digitsIn(code: string, text: string): string | undefined {
  const { numbers } = numberLanguage(code);
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|\+?\d+/gu) ?? [];
  let digits = '';
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const said = /^\+?\d/.test(word) ? undefined : readSpoken(numbers, words, at);
    digits += /^\+?\d/.test(word) ? word : (said?.value ?? '');
    at = said?.to ?? at + 1;
  }
  return digits.length >= FEWEST_DIGITS ? digits : undefined;
}
