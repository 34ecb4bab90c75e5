/** What numbers count in a language, and what shows a day or a time of day (`assets/vocabulary/<code>/values.txt`). Words are looked up without accents. */
import { folded, languageLines, languageWords } from '../../core/language-vocabulary.ts';

export interface ValueWords {
  currency: ReadonlySet<string>;
  cents: ReadonlySet<string>;
  /** Between a sum and its cents. */
  links: ReadonlySet<string>;
  /** Each form of a unit, and what all its forms have in common: its first one. */
  units: ReadonlyMap<string, string>;
  months: ReadonlySet<string>;
  clockBefore: ReadonlySet<string>;
  clockUnit: ReadonlySet<string>;
  isClockAfter(words: readonly string[]): boolean;
  isPercent(words: readonly string[]): boolean;
  asksForMoney: ReadonlySet<string>;
  /** What stands before the name of what is counted. */
  asksForCount: readonly string[];
}

export function readValueWords(code: string): ValueWords {
  const words = (section: string) => new Set(languageWords(code, 'values', section).map(folded));
  const startsWithAny = (section: string) => {
    const phrases = languageLines(code, 'values', section).map(folded);
    return (after: readonly string[]) => {
      const text = `${folded(after.join(' '))} `;
      return phrases.some((phrase) => text.startsWith(`${phrase} `));
    };
  };
  const units = languageLines(code, 'values', 'units').flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(folded);
    return [first, ...others].map((form): [string, string] => [form, first]);
  });
  return {
    currency: words('currency'),
    cents: words('cents'),
    links: words('links'),
    units: new Map(units),
    months: words('months'),
    clockBefore: new Set(languageWords(code, 'values', 'clock before')),
    clockUnit: words('clock unit'),
    isClockAfter: startsWithAny('clock after'),
    isPercent: startsWithAny('percent'),
    asksForMoney: words('asks for money'),
    asksForCount: languageLines(code, 'values', 'asks for a count').map(folded),
  };
}
