/** How a language writes numbers in digits: "1.240,50", "1 250,5", "29.500". */
import { languageWords } from '../../core/language-vocabulary.ts';

export interface Digits {
  /** Finds numbers, with the groups `sign`, `digits`, `word` (what follows in letters) and `after`. */
  pattern: RegExp;
  valueOf(digits: string): number | undefined;
}

const SIGNS: Readonly<Record<string, string>> = { point: '.', comma: ',', apostrophe: "'’", blank: ' \u00a0\u202f' };

export function readDigits(code: string): Digits {
  const thousands = languageWords(code, 'numbers', 'thousands')
    .map((name) => SIGNS[name] ?? '')
    .join('');
  const grouped = `\\d{1,3}(?<separator>[.,${thousands}])\\d{3}(?:\\k<separator>\\d{3})*(?:[.,]\\d+)?`;
  const source = `(?<![\\p{L}\\p{N}.,:/#-])(?<sign>(?:[$€£¥]|R\\$|US\\$)\\s?)?(?<digits>${grouped}|\\d+(?:[.,]\\d+)?)(?!\\p{N}|[:/-]\\d|[.,]\\d)(?:\\s?(?<word>\\p{L}+))?(?<after>\\s?[€£$%])?`;
  return { pattern: new RegExp(source, 'gu'), valueOf: (digits) => readValue(digits, thousands) };
}

/** With two kinds of signs the last one is decimal. One sign before exactly three digits parts thousands where the language writes them so. */
function readValue(digits: string, thousands: string): number | undefined {
  const signs = digits.match(/\D/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return Number(digits);
  const isGrouped = /^\d{1,3}(?:\D\d{3})+$/.test(digits) && new Set(signs).size === 1;
  if (isGrouped && !digits.startsWith('0') && (thousands.includes(last) || signs.length > 1))
    return Number(digits.replaceAll(/\D/g, ''));
  if (last !== '.' && last !== ',') return undefined;
  const at = digits.lastIndexOf(last);
  return Number(`${digits.slice(0, at).replaceAll(/\D/g, '')}.${digits.slice(at + 1)}`);
}
