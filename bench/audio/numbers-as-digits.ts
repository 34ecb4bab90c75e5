/** “thirty-eight”, “three eight” and “38” are the same: every number becomes its digits, one word each. */
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Readonly<Record<string, string>> = {
  first: 'one',
  second: 'two',
  third: 'three',
  fifth: 'five',
  eighth: 'eight',
  ninth: 'nine',
  twelfth: 'twelve',
  twentieth: 'twenty',
  thirtieth: 'thirty',
};
const MULTIPLIERS: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 };

/** Numbers that are written in digits come as single digits already. */
export function numbersAsDigits(words: readonly string[]): string[] {
  const out: string[] = [];
  let number: number | undefined;
  let total = 0;
  const end = () => {
    if (number !== undefined) out.push(...String(total + number));
    number = undefined;
    total = 0;
  };
  for (const [index, word] of words.entries()) {
    const value = numberOf(word);
    const times = MULTIPLIERS[word];
    if (times !== undefined && (number !== undefined || out.at(-1) === 'a')) {
      if (number === undefined) out.pop();
      const many: number = number ?? 1;
      if (times === 100) number = many * 100;
      else {
        total += many * times;
        number = 0;
      }
    } else if (value !== undefined) {
      const fits =
        number !== undefined &&
        ((number % 100 === 0 && number + total > 0) ||
          (number % 10 === 0 && number % 100 >= 20 && value < 10 && value > 0));
      if (number !== undefined && fits) number += value;
      else {
        end();
        number = value;
      }
    } else if (
      word === 'and' &&
      number !== undefined &&
      number % 100 === 0 &&
      numberOf(words[index + 1] ?? '') !== undefined
    )
      continue;
    else {
      end();
      const isDigit = (near: string | undefined) =>
        near !== undefined && (/^\d$/.test(near) || numberOf(near) !== undefined);
      out.push(
        (word === 'oh' || word === 'o') && (isDigit(words[index - 1]) || isDigit(words[index + 1])) ? '0' : word,
      );
    }
  }
  end();
  return out;
}

function numberOf(word: string): number | undefined {
  const plain = ORDINALS[word] ?? (word.endsWith('th') ? word.slice(0, -2) : word);
  const small = SMALL.indexOf(plain);
  if (small >= 0) return small;
  const ten = TENS.indexOf(plain);
  return ten >= 0 ? (ten + 2) * 10 : undefined;
}
