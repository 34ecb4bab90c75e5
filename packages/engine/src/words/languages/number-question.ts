/** What a question about a number counts, in a language other than English or in English about a call in it, and whether a number was said of that. */

import { folded } from '../../core/language-vocabulary.ts';
import { isCounted } from './join-cents.ts';
import { type NumberLanguage, numberLanguage } from './number-language.ts';
import type { SaidNumber } from './said-number.ts';

export interface NumberQuestion {
  /** 1: it was said of what the question counts. -1: of something else. 0: nothing tells. */
  fit(said: SaidNumber): number;
  /** What was said, as far as the brick allows it: of several ways to understand it, the first within the range. */
  value(said: SaidNumber, range: NumberRange, inThousands?: boolean): number | undefined;
}

export interface NumberRange {
  min: number;
  max: number;
}

/** Shorter words, and words that differ in more than their end, are different. */
const STEM = 4;
const ENGLISH_COUNT = ['how many', 'number of', 'how much', 'how long', 'in'];
const ENGLISH_MONEY = new Set(
  'price cost costs amount fee rent total sum bill invoice discount refund paid pay pays euros euro dollars pesos reais money budget estimate quote worth value'.split(
    ' ',
  ),
);

export function numberQuestionIn(code: string, question: string): NumberQuestion {
  const language = numberLanguage(code);
  const { values } = language;
  const words = folded(question.toLowerCase()).match(/\p{L}+/gu) ?? [];
  const counted = countedIn(language, words);
  const isPercent = /%|percent/i.test(question) || words.some((_, at) => values.isPercent(words.slice(at)));
  const hasUnit = [...counted].some((word) => values.units.has(word));
  const namesMoney = words.some((word) => values.currency.has(word));
  const asksMoney = words.some((word) => values.asksForMoney.has(word) || ENGLISH_MONEY.has(word));
  const isMoney = namesMoney || (asksMoney && !hasUnit && !isPercent);
  return {
    value: ({ value }, { min, max }) => (value < min || value > max ? undefined : value),
    fit(said) {
      if (isMoney) return said.isMoney ? 1 : isCounted(values, said) ? -1 : 0;
      if (isPercent && values.isPercent(said.counted)) return 1;
      const named = said.counted.slice(0, 2).map(folded);
      if (named.some((word) => [...counted].some((wanted) => isSame(language, word, wanted)))) return 1;
      return counted.size > 0 && (said.isMoney || isCounted(values, said)) ? -1 : 0;
    },
  };
}

/** The words behind "wie viele", "combien de", "how many". */
function countedIn({ values }: NumberLanguage, words: readonly string[]): Set<string> {
  const counted = new Set<string>();
  for (const phrase of [...values.asksForCount, ...ENGLISH_COUNT]) {
    const asked = phrase.split(' ');
    for (let at = 0; at + asked.length <= words.length; at += 1) {
      if (!asked.every((word, index) => words[at + index] === word)) continue;
      const [next = '', second = ''] = words.slice(at + asked.length);
      const unit = values.units.get(next) ?? values.units.get(second);
      if (unit !== undefined) counted.add(unit);
      else if (next.length >= STEM && asked.length + phrase.length > STEM) counted.add(next);
    }
  }
  return counted;
}

function isSame({ values }: NumberLanguage, said: string, wanted: string): boolean {
  const unit = values.units.get(said);
  if (unit !== undefined) return unit === wanted;
  const length = Math.min(said.length, wanted.length);
  return length >= STEM && said.slice(0, length - 1) === wanted.slice(0, length - 1);
}
