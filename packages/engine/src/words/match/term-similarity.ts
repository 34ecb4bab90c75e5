/**
 * How near two terms are, 0 to 1: the same stem, a synonym, a part of a compound, a typo, or else the shaped cosine
 * of their vectors. Called for every pair of a query term and a spoken term, so the cheap tests come first.
 */

import { distance } from 'fastest-levenshtein';
import { LONGEST_WORD } from '../text/read-words.ts';
import type { Term } from '../text/term-table.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';
import { SIMILARITY } from '../weights/matching.ts';

/** One letter apart, and one of the two is not in the word table: a typo. */
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

function shapeCosine(cosine: number): number {
  const { cosineFloor, cosineCeiling, vector } = SIMILARITY;
  return cosine <= cosineFloor ? 0 : vector * Math.min(1, (cosine - cosineFloor) / (cosineCeiling - cosineFloor));
}

export function termSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  const lexical = lexicalSimilarity(vectors, left, right);
  if (lexical !== undefined) return lexical;
  return shapeCosine(vectors.similarity(left.row, right.row));
}

/** The same for what a conversation is about: words on one line of the service topics are near, whatever their vectors say. */
export function topicSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  const similarity = termSimilarity(vectors, left, right);
  if (similarity >= SIMILARITY.sameTopic || left.isStop || right.isStop) return similarity;
  const isSameTopic = left.topics.length > 0 && left.topics.some((topic) => right.topics.includes(topic));
  return isSameTopic ? SIMILARITY.sameTopic : similarity;
}
