/** Apologies and fillers: fixed English phrases, counted if they are meant as such. */
import { vocabularyLines, wordSet } from '../core/read-vocabulary.ts';
import { findPhrases, type PhraseMatch, phraseTable } from './find-phrases.ts';
import type { Word } from './spoken-words.ts';

const APOLOGIES = phraseTable(vocabularyLines('apologies'));
const FILLERS = phraseTable([
  ...wordSet('fillers', 'sounds', 'hesitation', 'spelled'),
  ...vocabularyLines('fillers', 'phrases'),
]);
/** "Do you know the number?" and "what I mean" are not fillers. */
const MEANT_AFTER = wordSet('fillers', 'meant after');
const NOT = wordSet('negations', 'not', 'contracted');

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
