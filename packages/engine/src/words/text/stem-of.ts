/** The stem of an English word; what is too long for a word, or not English, is its own. */
import { stemmer } from 'stemmer';
import { LONGEST_WORD } from './read-words.ts';

export function stemOf(word: string): string {
  return word.length > LONGEST_WORD || /\P{ASCII}/u.test(word) ? word : stemmer(word);
}
