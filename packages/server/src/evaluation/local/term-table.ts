/**
 * Words as terms: each distinct word of one evaluation once, with its stem, its row in the word table and its rarity.
 * Similarity between two terms is 1 for the same stem, else the shaped cosine of their vectors.
 */
import { distance } from 'fastest-levenshtein';
import { stemmer } from 'stemmer';
import { LONGEST_WORD } from './read-words.ts';
import { STOP_WORDS } from './stop-words.ts';
import { areSynonyms } from './synonyms.ts';
import { type WordVectors, wordVectors } from './word-vectors.ts';

export interface Term {
  id: number;
  text: string;
  stem: string;
  row: number;
  /** 0 for the most common word of English, 1 for one outside the table; function words count 0.05. */
  rarity: number;
  isStop: boolean;
}

export interface TermTable {
  vectors: WordVectors;
  terms: Term[];
  intern(text: string): Term;
}

const STOP_RARITY = 0.05;
/** Cosines below this say nothing: 93 % of random pairs of common words lie under it. */
const COSINE_FLOOR = 0.2;
const COSINE_CEILING = 0.85;
/** A shaped cosine never reaches the weight of the word itself. */
const VECTOR_WEIGHT = 0.8;
const SYNONYM_SIMILARITY = 0.7;
const FIRST_PART_SIMILARITY = 0.75;
const LAST_PART_SIMILARITY = 0.5;
const SHORTEST_PART = 4;
const TYPO_SIMILARITY = 0.85;
const SHORTEST_TYPO = 5;

const NUMBER_WORD = new RegExp(
  `^(?:\\p{N}+(?:st|nd|rd|th|am|pm)?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|${['thir', 'four', 'fif', 'six', 'seven', 'eigh', 'nine'].map((stem) => `${stem}teen`).join('|')}|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|first|second|third)$`,
  'u',
);

function rarityOf(text: string, row: number, size: number, isStop: boolean): number {
  if (isStop || NUMBER_WORD.test(text)) return STOP_RARITY;
  if (row < 0) return 1;
  return Math.log(row + 2) / Math.log(size + 2);
}

/** The vector of the base form where that is the commoner word: "raining" was seen too seldom to mean much. */
function commonestRow(vectors: WordVectors, text: string): number {
  const own = vectors.rowOf(text);
  const ending = /(?:ing|ed|es|s)$/.exec(text)?.[0];
  if (ending === undefined || text.length - ending.length < 3 || (own >= 0 && own < COMMON_ROWS)) return own;
  const bare = text.slice(0, -ending.length);
  const undoubled = /([b-df-hj-np-tv-z])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  let best = own;
  for (const form of ending === 's' ? [bare] : [bare, undoubled, `${bare}e`]) {
    const row = vectors.rowOf(form);
    if (row >= 0 && (best < 0 || row < best)) best = row;
  }
  return best;
}

export function createTermTable(vectors: WordVectors = wordVectors()): TermTable {
  const known = new Map<string, Term>();
  const terms: Term[] = [];
  return {
    vectors,
    terms,
    intern(text) {
      const found = known.get(text);
      if (found !== undefined) return found;
      const isStop = STOP_WORDS.has(text);
      const row = text.length > LONGEST_WORD ? -1 : commonestRow(vectors, text);
      const stem = text.length > LONGEST_WORD || /\P{ASCII}/u.test(text) ? text : stemmer(text);
      const term: Term = {
        id: terms.length,
        text,
        stem,
        row,
        rarity: rarityOf(text, row, vectors.size, isStop),
        isStop,
      };
      known.set(text, term);
      terms.push(term);
      return term;
    },
  };
}

/** The stems are one letter apart and one of the words is unknown to the table: a slip of the keyboard. */
function isTypo(left: Term, right: Term): boolean {
  if (left.row >= 0 && right.row >= 0) return false;
  if (left.text.length < SHORTEST_TYPO || right.text.length < SHORTEST_TYPO) return false;
  if (Math.abs(left.text.length - right.text.length) > 1 || left.text.length > LONGEST_WORD) return false;
  return distance(left.text, right.text) === 1;
}

/** "checkbook" speaks of a "check" and, less, of a "book": the rest of the compound must itself be a word. */
function compoundSimilarity(vectors: WordVectors, whole: string, part: string): number {
  const bare = part.endsWith('s') ? part.slice(0, -1) : part;
  if (bare.length < SHORTEST_PART || whole.length < bare.length + SHORTEST_PART - 1 || whole.length > LONGEST_WORD)
    return 0;
  if (whole.startsWith(bare) && isKnownPart(vectors, whole.slice(bare.length))) return FIRST_PART_SIMILARITY;
  if (whole.endsWith(bare) && isKnownPart(vectors, whole.slice(0, -bare.length))) return LAST_PART_SIMILARITY;
  return 0;
}

const COMMON_PART_ROWS = 15_000;
const COMMON_ROWS = 10_000;
function isKnownPart(vectors: WordVectors, rest: string): boolean {
  const row = vectors.rowOf(rest);
  return rest.length >= SHORTEST_PART - 1 && row >= 0 && row < COMMON_PART_ROWS;
}

export function termSimilarity(vectors: WordVectors, left: Term, right: Term): number {
  if (left.id === right.id || left.stem === right.stem) return 1;
  if (left.isStop || right.isStop) return 0;
  if (areSynonyms(left.stem, right.stem)) return SYNONYM_SIMILARITY;
  const compound = Math.max(
    compoundSimilarity(vectors, left.text, right.text),
    compoundSimilarity(vectors, right.text, left.text),
  );
  if (compound > 0) return compound;
  if (left.row < 0 || right.row < 0) return isTypo(left, right) ? TYPO_SIMILARITY : 0;
  const cosine = vectors.similarity(left.row, right.row);
  if (cosine <= COSINE_FLOOR) return 0;
  return VECTOR_WEIGHT * Math.min(1, (cosine - COSINE_FLOOR) / (COSINE_CEILING - COSINE_FLOOR));
}
