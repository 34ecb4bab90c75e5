/** The number that a short phrase says: "forty", "1,200", "two and a half thousand", "twice". */

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const WORDS = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, at): [string, number] => [word, 20 + 10 * at]),
  ['a', 1],
  ['an', 1],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['k', 1_000],
  ['m', 1_000_000],
  ['grand', 1_000],
  ['dozen', 12],
  ['once', 1],
  ['twice', 2],
  ['couple', 2],
  ['pair', 2],
  ['both', 2],
  ['single', 1],
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['half', 0.5],
  ['none', 0],
  ['no', 0],
  ['nobody', 0],
  ['fortnight', 2],
]);
const LONGEST = 6;
/** Alone they are articles or ordinals far more often than numbers. */
const NEVER_ALONE = new Set(['a', 'an', 'm', 'k', 'second']);

/** Undefined where the phrase holds anything but one number. */
function numberOf(phrase: string): number | undefined {
  const tokens =
    phrase
      .toLowerCase()
      .replaceAll('-', ' ')
      .match(/\d[\d,]*(?:\.\d+)?|[a-z]+/g) ?? [];
  let total = 0;
  let current = 0;
  let isSeen = false;
  for (const token of tokens) {
    const value = WORDS.get(token);
    if (/^\d/.test(token)) {
      if (isSeen) return undefined;
      current = Number(token.replaceAll(',', ''));
    } else if (value === undefined) {
      if (token === 'and' || token === 'of') continue;
      return undefined;
    } else if ((value === 100 || value === 12) && isSeen) current *= value;
    else if (value >= 1_000) {
      total += Math.max(1, current) * value;
      current = 0;
    } else current += value;
    isSeen = true;
  }
  return isSeen ? total + current : undefined;
}

/** The longest run of words that says one number, the first of those that are equally long. */
export function firstNumber(text: string): number | undefined {
  const words = text.match(/[A-Za-z0-9.,]*[A-Za-z0-9]/g) ?? [];
  for (let length = Math.min(LONGEST, words.length); length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const phrase = words.slice(at, at + length).join(' ');
      if (length === 1 && NEVER_ALONE.has(phrase.toLowerCase())) continue;
      const value = numberOf(phrase);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
