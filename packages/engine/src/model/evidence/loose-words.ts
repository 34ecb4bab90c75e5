/**
 * The only differences that a quote may have from its source, besides punctuation: short forms written out, hesitations and stuttered
 * function words left out. No letter may differ: one letter is all that separates two names, two drugs or two amounts.
 */
import type { Token } from './word-tokens.ts';

const PERSONS: Readonly<Record<string, readonly string[]>> = {
  "'m": ['i'],
  "'re": ['you', 'we', 'they'],
  "'ve": ['i', 'you', 'we', 'they'],
  "'ll": ['i', 'you', 'we', 'they', 'he', 'she', 'it', 'that', 'there'],
  "'s": ['it', 'that', 'there', 'he', 'she', 'what', 'here', 'where'],
};
const FULL: Readonly<Record<string, string>> = { "'m": 'am', "'re": 'are', "'ve": 'have', "'ll": 'will', "'s": 'is' };
const NEGATED =
  "don't:do doesn't:does didn't:did isn't:is aren't:are wasn't:was weren't:were haven't:have hasn't:has hadn't:had won't:will " +
  "wouldn't:would can't:can couldn't:could shouldn't:should mustn't:must needn't:need";

const WRITTEN_OUT: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(PERSONS).flatMap(([ending, persons]) =>
    persons.map((person): [string, string[]] => [person + ending, [person, FULL[ending] ?? '']]),
  ),
  ...NEGATED.split(' ').map((pair): [string, string[]] => {
    const [short = '', verb = ''] = pair.split(':');
    return [short, [verb, 'not']];
  }),
  ['cannot', ['can', 'not']],
]);

const HESITATIONS = new Set(['um', 'uh', 'uhm', 'umm', 'uhh', 'erm', 'hmm', 'hm']);
const STUTTERED = new Set(
  'i the a an to and we you it is so my in of that was he she they if but this with on for at'.split(' '),
);
const ENGLISH = new Set('the and you to i is it of that a in my we for'.split(' '));

/** Short forms become their words, each at the position of the short form. */
export function writeOut(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    const words = WRITTEN_OUT.get(token.text);
    return words === undefined ? token : words.map((text) => ({ ...token, text }));
  });
}

/** "um" is a hesitation in English, a number in Portuguese and a preposition in German. */
export function isEnglish(tokens: readonly Token[]): boolean {
  const known = tokens.filter(({ text }) => ENGLISH.has(text)).length;
  return known >= 3 && known / tokens.length > 0.12;
}

/** Whether the source's word at `at` may be left out of a quote. */
export function isLoose(tokens: readonly Token[], at: number, english: boolean): boolean {
  const word = tokens[at]?.text ?? '';
  if (!english) return false;
  return (
    HESITATIONS.has(word) ||
    (STUTTERED.has(word) && (spoken(tokens, at, 1) === word || spoken(tokens, at, -1) === word))
  );
}

/** The nearest neighbour that is not a hesitation. */
function spoken(tokens: readonly Token[], at: number, step: 1 | -1): string | undefined {
  let next = at + step;
  while (HESITATIONS.has(tokens[next]?.text ?? '')) next += step;
  return tokens[next]?.text;
}
