/** Words as terms: each distinct word of one evaluation once, with its stem, its row in the word table and its rarity. */
import { type WordVectors, wordVectors } from '../vectors/word-vectors.ts';
import { kindInstances } from '../vocabulary/kinds.ts';
import { ORDINALS, TEENS, TENS, UNITS, USUAL_SCALES } from '../vocabulary/numbers.ts';
import { serviceTopics } from '../vocabulary/service-topics.ts';
import { STOP_WORDS } from '../vocabulary/stop-words.ts';
import { synonymGroups } from '../vocabulary/synonyms.ts';
import { RARITY } from '../weights/matching.ts';
import { LONGEST_WORD } from './read-words.ts';
import { stemOf } from './stem-of.ts';

export interface Term {
  id: number;
  text: string;
  stem: string;
  row: number;
  /** 0 for the most common word of English, 1 for one outside the table; function words count 0.05. */
  rarity: number;
  isStop: boolean;
  /** Without a plural s; what a compound may contain. */
  bare: string;
  /** The groups of synonyms that it belongs to. */
  groups: readonly number[];
  /** The service topics that it belongs to. */
  topics: readonly number[];
  /** The stems of what falls under it, where it is a general term. */
  instances: ReadonlySet<string> | undefined;
}

export interface TermTable {
  vectors: WordVectors;
  terms: Term[];
  intern(text: string): Term;
}

const NUMBER_WORD = new RegExp(
  `^(?:\\p{N}+(?:st|nd|rd|th|am|pm)?|${[...UNITS, ...TEENS, ...TENS, ...USUAL_SCALES, ...ORDINALS.slice(0, 3)].join('|')})$`,
  'u',
);

function rarityOf(text: string, row: number, size: number, isStop: boolean): number {
  if (isStop || NUMBER_WORD.test(text)) return RARITY.ofFunctionWord;
  if (row < 0) return 1;
  return Math.log(row + 2) / Math.log(size + 2);
}

/** The vector of the base form where that is the commoner word: "raining" was seen too seldom to mean much. */
function commonestRow(vectors: WordVectors, text: string): number {
  const own = vectors.rowOf(text);
  const ending = /(?:ing|ed|es|s)$/.exec(text)?.[0];
  if (ending === undefined || text.length - ending.length < 3 || (own >= 0 && own < RARITY.commonRows)) return own;
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
      const stem = stemOf(text);
      const term: Term = {
        id: terms.length,
        text,
        stem,
        row,
        rarity: rarityOf(text, row, vectors.size, isStop),
        isStop,
        bare: text.length > 4 && text.endsWith('s') ? text.slice(0, -1) : text,
        groups: synonymGroups(stem),
        topics: serviceTopics(stem),
        instances: kindInstances(stem),
      };
      known.set(text, term);
      terms.push(term);
      return term;
    },
  };
}
