/** Numbers in digits and in words. */
import { smallNumberOf } from '../../words/extract/english-number.ts';

/** Is a word a number, or part of one? Digits in any script, and the number words of English and of Han. */
const WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
    'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion oh double triple point half ' +
    '零 一 二 三 四 五 六 七 八 九 十 百 千 万 萬 亿 億 两 兩'
  ).split(' '),
);

export function isNumber(word: string): boolean {
  return WORDS.has(word) || /^[-+]?\p{N}/u.test(word);
}

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fifth: 5,
  eighth: 8,
  ninth: 9,
  twelfth: 12,
  twentieth: 20,
  thirtieth: 30,
};

/** Numbers in digits (also "21st" and "14:30") and in words (also "twenty first"). */
export function numbersIn(text: string): Set<number> {
  const numbers = new Set((text.match(/\d+/g) ?? []).map(Number));
  let tens = 0;
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    const number = ORDINALS[word] ?? smallNumberOf(word) ?? smallNumberOf(word.replace(/th$/, ''));
    if (number === undefined) tens = 0;
    else {
      numbers.add(number);
      if (tens > 0 && number < 10) numbers.add(tens + number);
      tens = number >= 20 && number % 10 === 0 ? number : 0;
    }
  }
  return numbers;
}
