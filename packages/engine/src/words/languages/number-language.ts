/** Everything that is needed to find numbers in a language; read once per thread. */
import { type NumberWords, readNumberWords } from './number-words.ts';
import { readValueWords, type ValueWords } from './value-words.ts';
import { type Digits, readDigits } from './written-digits.ts';

export interface NumberLanguage {
  numbers: NumberWords;
  values: ValueWords;
  digits: Digits;
}

const languages = new Map<string, NumberLanguage>();

export function numberLanguage(code: string): NumberLanguage {
  const before = languages.get(code);
  if (before !== undefined) return before;
  const language = { numbers: readNumberWords(code), values: readValueWords(code), digits: readDigits(code) };
  languages.set(code, language);
  return language;
}
