/**
 * How near two terms are, 0 to 1: the same stem, a synonym, a part of a compound, a typing slip, or else the shaped cosine
 * of their vectors. Called for every pair of a query term and a spoken term, so the cheap tests come first.
 */
import { distance } from 'fastest-levenshtein';
import { LONGEST_WORD } from '../text/read-words.ts';
import type { Term } from '../text/term-table.ts';
import { topicVectors } from '../vectors/topic-vectors.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';

/** Cosines below this say nothing: 93 % of random pairs of common words lie under it. */
const COSINE_FLOOR = 0.2;
const COSINE_CEILING = 0.85;
/** The mean of two cosines spreads less than one. */
const TOPIC_CEILING = 0.75;
const TOPIC_SIMILARITY = 0.6;
/** A shaped cosine never reaches the weight of the word itself. */
const VECTOR_WEIGHT = 0.8;
const SYNONYM_SIMILARITY = 0.7;
/** An instance meets the general term it falls under nearly as well as a synonym. */
const INSTANCE_SIMILARITY = 0.65;
const FIRST_PART_SIMILARITY = 0.75;
const LAST_PART_SIMILARITY = 0.5;
const SHORTEST_PART = 4;
const TYPO_SIMILARITY = 0.85;
const SHORTEST_TYPO = 5;
const COMMON_PART_ROWS = 15_000;

/** The words are one letter apart and one of the words is unknown to the table: a slip of the keyboard. */
function isTypo(left: Term, right: Term): boolean {
  if (left.row >= 0 && right.row >= 0) return false;
  if (left.text.length < SHORTEST_TYPO || right.text.length < SHORTEST_TYPO) return false;
  if (Math.abs(left.text.length - right.text.length) > 1 || left.text.length > LONGEST_WORD) return false;
  return distance(left.text, right.text) === 1;
}

/** "checkbook" speaks of a "check" and, less, of a "book": the rest of the compound must itself be a word. */
function compoundSimilarity(vectors: WordVectors, whole: string, bare: string): number {
  if (bare.length < SHORTEST_PART || whole.length < bare.length + SHORTEST_PART - 1 || whole.length > LONGEST_WORD)
    return 0;
  if (whole.startsWith(bare)) return isKnownPart(vectors, whole.slice(bare.length)) ? FIRST_PART_SIMILARITY : 0;
  if (whole.endsWith(bare)) return isKnownPart(vectors, whole.slice(0, -bare.length)) ? LAST_PART_SIMILARITY : 0;
  return 0;
}

function isKnownPart(vectors: WordVectors, rest: string): boolean {
  const row = vectors.rowOf(rest);
  return rest.length >= SHORTEST_PART - 1 && row >= 0 && row < COMMON_PART_ROWS;
}

/** What the words themselves tell; undefined where only their vectors can. */
function lexicalSimilarity(vectors: WordVectors, left: Term, right: Term): number | undefined {
  if (left.id === right.id || left.stem === right.stem) return 1;
  if (left.isStop || right.isStop) return 0;
  if (left.groups.length > 0 && left.groups.some((group) => right.groups.includes(group))) return SYNONYM_SIMILARITY;
  if (left.instances?.has(right.stem) === true) return INSTANCE_SIMILARITY;
  const compound = Math.max(
    compoundSimilarity(vectors, left.text, right.bare),
    compoundSimilarity(vectors, right.text, left.bare),
  );
  if (compound > 0) return compound;
  if (left.row < 0 || right.row < 0) return isTypo(left, right) ? TYPO_SIMILARITY : 0;
  return undefined;
}

function shapeCosine(cosine: number, ceiling: number): number {
  if (cosine <= COSINE_FLOOR) return 0;
  return VECTOR_WEIGHT * Math.min(1, (cosine - COSINE_FLOOR) / (ceiling - COSINE_FLOOR));
}

export function termSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  const lexical = lexicalSimilarity(vectors, left, right);
  if (lexical !== undefined) return lexical;
  return shapeCosine(vectors.similarity(left.row, right.row), COSINE_CEILING);
}

/**
 * The same for what a conversation is about: the mean of the two tables' cosines. Words that the word table holds apart are not
 * looked up in the other, which saves half the time.
 */
export function topicSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  const lexical = lexicalSimilarity(vectors, left, right);
  if (lexical !== undefined && (lexical > 0 || left.isStop || right.isStop)) return lexical;
  const isOneMatter = left.topics.length > 0 && left.topics.some((topic) => right.topics.includes(topic));
  const least = isOneMatter ? TOPIC_SIMILARITY : 0;
  // A word that the table does not hold may still be on one of the lines.
  if (lexical !== undefined) return least;
  const cosine = vectors.similarity(left.row, right.row);
  const topics = topicVectors();
  if (cosine < 0 || left.row >= topics.size || right.row >= topics.size)
    return Math.max(least, shapeCosine(cosine, TOPIC_CEILING));
  return Math.max(least, shapeCosine((cosine + topics.similarity(left.row, right.row)) / 2, TOPIC_CEILING));
}
