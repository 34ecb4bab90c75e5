/** Two numbers that are one sum: "vierundneunzig Euro fünfzig", "12 euros et 50 centimes", "einundsechzig vierzig". */

import { folded } from '../../core/language-vocabulary.ts';
import type { NumberLanguage } from './number-language.ts';
import type { PlacedNumber, SaidNumber } from './said-number.ts';
import type { ValueWords } from './value-words.ts';

export function joinCents(language: NumberLanguage, found: readonly PlacedNumber[]): PlacedNumber[] {
  const joined: PlacedNumber[] = [];
  for (const number of found) {
    const sum = joined.at(-1);
    const { before, between } = sum ?? number;
    if (sum !== undefined && isCentsOf(language, sum, number))
      joined[joined.length - 1] = {
        ...number,
        before,
        between,
        start: sum.start,
        value: sum.value + number.value / 100,
        isMoney: true,
      };
    else joined.push(number);
  }
  return joined;
}

function isCentsOf(
  { numbers, values }: NumberLanguage,
  sum: PlacedNumber,
  { between, ...number }: PlacedNumber,
): boolean {
  if (between === undefined || !Number.isInteger(sum.value)) return false;
  if (!Number.isInteger(number.value) || number.value >= 100) return false;
  const isNamed = values.cents.has(folded(number.counted[0] ?? ''));
  if (!isNamed && (number.value < 10 || isUnit(values, number))) return false;
  const [currency, link] = between;
  // Without the name of a currency between them: two numbers of two digits each, said together.
  if (currency === undefined) return sum.value >= 10 && sum.value < 1_000 && number.start - sum.end < 2;
  const isLinked = link === undefined || numbers.at([link], 0)?.parts[0]?.kind === 'join' || values.links.has(link);
  return values.currency.has(currency) && isLinked;
}

function isUnit(values: ValueWords, { counted }: SaidNumber): boolean {
  return values.units.has(folded(counted[0] ?? '')) || values.isPercent(counted);
}

/** Whether a number is said of a unit, of money or of hundred. */
export function isCounted(values: ValueWords, number: SaidNumber): boolean {
  return isUnit(values, number) || values.currency.has(folded(number.counted[0] ?? ''));
}
