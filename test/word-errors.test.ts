/** How `bench/audio` counts wrong words. */
import { describe, expect, it } from 'vitest';
import { sameWords, spokenWords, wordErrors } from '../bench/audio/word-errors.ts';

describe('words that are wrong', () => {
  it.each([
    ['Thirty-eight pounds.', '£38'],
    ['Four one eight, oh seven', '418 07'],
    ['a hundred and fifty', '150'],
    ['two thousand and nine', '2009'],
    ['one thousand two hundred', '1,200'],
    ['the twenty-first', 'the 21st'],
    ['at quarter past nine fifteen', 'at quarter past 9:15'],
    ['I can’t, it’s hers.', "i cannot it's hers"],
    ['Um, okay. All right!', 'OK, alright'],
    ['Mr Dowd, café', 'Mister Dowd, cafe'],
  ])('are none where the same is written in two ways: %s', (said, heard) => {
    expect(wordErrors(said, heard).errors, `${spokenWords(said)} – ${spokenWords(heard)}`).toBe(0);
  });

  it('are those that were changed, added or left out', () => {
    expect(wordErrors('send it on Friday please', 'send it Friday')).toEqual({ errors: 2, words: 5 });
    expect(wordErrors('send it', 'do not send this')).toEqual({ errors: 3, words: 2 });
    expect(wordErrors('fourteen days', 'fifteen days')).toEqual({ errors: 1, words: 3 });
  });

  it('leave those that are the same, with their positions', () => {
    expect(sameWords(['we', 'send', 'it', 'now'], ['send', 'it', 'right', 'now'])).toEqual([
      [1, 0],
      [2, 1],
      [3, 3],
    ]);
  });
});
