/**
 * How near two terms are, 0 to 1: the same stem, a synonym, a part of a compound, a typing slip, or else the shaped cosine
 * of their vectors. Called for every pair of a query term and a spoken term, so the cheap tests come first.
 */

import { distance } from 'fastest-levenshtein';
import { LONGEST_WORD } from '../text/read-words.ts';
import type { Term } from '../text/term-table.ts';
import { topicVectors } from '../vectors/topic-vectors.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';
import { SIMILARITY } from '../weights/matching.ts';

/** The words are one letter apart and one of the words is unknown to the table: a slip of the keyboard. */
function isTypo(left: Term, right: Term): boolean {
  if (left.row >= 0 && right.row >= 0) return false;
  if (left.text.length < SIMILARITY.shortestTypo || right.text.length < SIMILARITY.shortestTypo) return false;
  if (Math.abs(left.text.length - right.text.length) > 1 || left.text.length > LONGEST_WORD) return false;
  return distance(left.text, right.text) === 1;
}

/** "checkbook" is about a "check" and, less, about a "book": the rest of the compound must itself be a word. */
function compoundSimilarity(vectors: WordVectors, whole: string, bare: string): number {
  if (
    bare.length < SIMILARITY.shortestPart ||
    whole.length < bare.length + SIMILARITY.shortestPart - 1 ||
    whole.length > LONGEST_WORD
  )
    return 0;
  if (whole.startsWith(bare)) return isKnownPart(vectors, whole.slice(bare.length)) ? SIMILARITY.firstPart : 0;
  if (whole.endsWith(bare)) return isKnownPart(vectors, whole.slice(0, -bare.length)) ? SIMILARITY.lastPart : 0;
  return 0;
}

function isKnownPart(vectors: WordVectors, rest: string): boolean {
  const row = vectors.rowOf(rest);
  return rest.length >= SIMILARITY.shortestPart - 1 && row >= 0 && row < SIMILARITY.commonPartRows;
}

/** What the words themselves tell; undefined where only their vectors can. */
function lexicalSimilarity(vectors: WordVectors, left: Term, right: Term): number | undefined {
  if (left.id === right.id || left.stem === right.stem) return 1;
  if (left.isStop || right.isStop) return 0;
  if (left.groups.length > 0 && left.groups.some((group) => right.groups.includes(group))) return SIMILARITY.synonym;
  if (left.instances?.has(right.stem) === true) return SIMILARITY.instance;
  const compound = Math.max(
    compoundSimilarity(vectors, left.text, right.bare),
    compoundSimilarity(vectors, right.text, left.bare),
  );
  if (compound > 0) return compound;
  if (left.row < 0 || right.row < 0) return isTypo(left, right) ? SIMILARITY.typo : 0;
  return undefined;
}

function shapeCosine(cosine: number, ceiling: number): number {
  if (cosine <= SIMILARITY.cosineFloor) return 0;
  return SIMILARITY.vector * Math.min(1, (cosine - SIMILARITY.cosineFloor) / (ceiling - SIMILARITY.cosineFloor));
}

export function termSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  const lexical = lexicalSimilarity(vectors, left, right);
  if (lexical !== undefined) return lexical;
  return shapeCosine(vectors.similarity(left.row, right.row), SIMILARITY.cosineCeiling);
}

/**
 * The same for what a conversation is about: the mean of the two tables' cosines. Words that the word table holds apart are not
 * looked up in the other, which saves half the time.
 */
export function topicSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  const lexical = lexicalSimilarity(vectors, left, right);
  if (lexical !== undefined && (lexical > 0 || left.isStop || right.isStop)) return lexical;
  const isSameTopic = left.topics.length > 0 && left.topics.some((topic) => right.topics.includes(topic));
  const least = isSameTopic ? SIMILARITY.sameTopic : 0;
  // A word that the table does not hold may still be on one of the lines.
  if (lexical !== undefined) return least;
  const cosine = vectors.similarity(left.row, right.row);
  const topics = topicVectors();
  if (cosine < 0 || left.row >= topics.size || right.row >= topics.size)
    return Math.max(least, shapeCosine(cosine, SIMILARITY.topicCeiling));
  return Math.max(least, shapeCosine((cosine + topics.similarity(left.row, right.row)) / 2, SIMILARITY.topicCeiling));
}
