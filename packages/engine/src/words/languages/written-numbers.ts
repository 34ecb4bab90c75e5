/** Numbers written in digits with the signs of a language: "1.240,50 €", "1 250,5", "R$ 39,90", "29.500". */
import { folded } from '../../core/language-vocabulary.ts';
import type { NumberLanguage } from './number-language.ts';

export interface WrittenNumber {
  start: number;
  end: number;
  value: number;
  isMoney: boolean;
}

const LONGEST = 15;
/** "9h30" is a time of day, "3º" and "2e" are ranks. */
const TIME_OR_RANK = /^(?:h\d|[ºª°]|er\b|e\b|ème\b|de\b|ste\b|te\b|ter\b|a\b(?=\s\p{L}))/u;

export function findWritten({ numbers, values, digits: writing }: NumberLanguage, text: string): WrittenNumber[] {
  return [...text.matchAll(writing.pattern)].flatMap((match) => {
    const { sign, digits = '', word: factor, after } = match.groups ?? {};
    const start = match.index;
    const digitsEnd = start + (sign?.length ?? 0) + digits.length;
    if (digits.length > LONGEST || TIME_OR_RANK.test(text.slice(digitsEnd))) return [];
    const word = folded(factor?.toLowerCase() ?? '');
    const isAttached = factor !== undefined && text.startsWith(factor, digitsEnd);
    const times = numbers.factors.get(word);
    if (isAttached && times === undefined && !values.currency.has(word) && !values.units.has(word) && word !== 'x')
      return [];
    const value = writing.valueOf(digits);
    if (value === undefined) return [];
    const end =
      times === undefined ? digitsEnd : digitsEnd + text.slice(digitsEnd).indexOf(factor ?? '') + (factor ?? '').length;
    const isMoney = sign !== undefined || /[€£$]/.test(after ?? '');
    const shown = after !== undefined && factor === undefined ? digitsEnd + after.length : end;
    return [{ start, end: shown, value: value * (times ?? 1), isMoney }];
  });
}
