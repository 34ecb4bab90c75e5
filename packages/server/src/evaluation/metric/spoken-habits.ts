/** Apologies and fillers: fixed English phrases, counted where they are meant. */
import { findPhrases, type PhraseMatch, phraseTable } from './find-phrases.ts';
import type { Word } from './spoken-words.ts';

const APOLOGIES = phraseTable([
  'sorry',
  'apologize',
  'apologizes',
  'apologized',
  'apologizing',
  'apologise',
  'apologises',
  'apologised',
  'apologising',
  'apology',
  'apologies',
  'forgive me',
  'forgive us',
  'pardon me',
  'my bad',
  'my mistake',
  'our mistake',
]);

const FILLERS = phraseTable([
  'um',
  'umm',
  'uhm',
  'uh',
  'uhh',
  'er',
  'erm',
  'ah',
  'hm',
  'hmm',
  'mm',
  'you know',
  'i mean',
]);
/** "Do you know the number?" and "what I mean" are no fillers. */
const MEANT_AFTER = new Set("do does did don't didn't if as what let that how when would".split(' '));
const NOT = new Set(['not', "aren't", "isn't", "ain't", 'never']);

export function findApologies(words: readonly Word[]): PhraseMatch[] {
  return findPhrases(words, APOLOGIES).filter(({ from }) => !NOT.has(wordBefore(words, from)));
}

export function findFillers(words: readonly Word[]): PhraseMatch[] {
  return findPhrases(words, FILLERS).filter(
    (match) => match.words.length === 1 || !MEANT_AFTER.has(wordBefore(words, match.from)),
  );
}

function wordBefore(words: readonly Word[], at: number): string {
  const before = words[at - 1];
  return before !== undefined && before.turn === words[at]?.turn ? before.folded : '';
}
