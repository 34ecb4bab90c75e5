import { expect, test } from 'vitest';
import { shareWords, wordFinder } from './word-list.ts';

const WORDS = ['the', 'a', 'café', 'abc', 'acb', 'cab', 'the'.repeat(9)];

test('finds every word at its index and no other', () => {
  const find = wordFinder(shareWords(Buffer.from(WORDS.join('\n'), 'latin1'), WORDS.length));
  expect(WORDS.map(find)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (const unknown of ['', 'th', 'thee', 'bac', 'The', 'the\na', 'naïve', '日本']) expect(find(unknown)).toBe(-1);
});
