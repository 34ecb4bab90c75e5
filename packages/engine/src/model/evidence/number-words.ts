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
