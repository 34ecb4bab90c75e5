/**
 * How much a word looks like a name: listed, near the common names in the word table, unknown to it, both a name and an ordinary word
 * ("Mark", "Grace"), or ordinary.
 */

import { vocabularyLines, vocabularyWords, wordSet } from '../core/read-vocabulary.ts';
import { createNameJudge } from '../words/extract/find-names.ts';
import { type WordVectors, wordVectors } from '../words/vectors/word-vectors.ts';
import { STOP_WORDS } from '../words/vocabulary/stop-words.ts';
import { withoutAccents } from './tokens.ts';

/** `place`: a name too, but mostly a place, a make or a season. `rare`: in the table, but infrequent and not similar to names. */
export type NameLikeness = 'name' | 'ambiguous' | 'place' | 'unknown' | 'rare' | 'ordinary';

const FIRST = new Set(vocabularyWords('person-names', 'first'));
const LAST = new Set(vocabularyWords('person-names', 'last'));
const AMBIGUOUS = wordSet('person-names', 'ambiguous');
const NEVER = wordSet('person-names', 'never');
const PLACES = wordSet('person-names', 'places');
const CALENDAR = wordSet('calendar', 'weekdays', 'months');
/** "shes", "dont": as recognisers write them. */
const CONTRACTIONS = new Set([
  ...vocabularyLines('contractions', 'words').map((line) => (line.split(': ')[0] ?? '').replaceAll("'", '')),
  ...'i you he she it we they that there what who where here how let'
    .split(' ')
    .flatMap((word) => ['s', 'll', 've', 're', 'd', 'm'].map((ending) => word + ending)),
  ...'dont doesnt didnt cant couldnt wont wouldnt shouldnt isnt arent wasnt werent hasnt havent hadnt aint'.split(' '),
]);
/** Similar to the common names: by the judge that finds names for text bricks. Below this, it is equally likely a place or a make. */
const NEAR = 0.86;
/** More frequent words are ordinary, whatever their neighbours in the table are. */
const FREQUENT = 6_000;
/** Without a capital, a name that is a word too counts from here on. */
const SELDOM = 2_500;
/** Words from here on are names, brands and terms as often as ordinary words. */
const RARE = 20_000;
/** Endings whose stem shows whether an unknown word is ordinary: "opticians", "rebooking". */
const ENDINGS = /(?:ing|ings|ed|er|ers|es|s|ly|ies|ness|able|ment|tion|less|ful)$/;

export interface NameWords {
  likeness(word: string): NameLikeness;
  isFirstName(word: string): boolean;
  /** A name that is a word too, but not one of the commonest: "dale", not "mark". */
  isSeldom(word: string): boolean;
  /** Weekdays and months: never the second word of a name. */
  isCalendar(word: string): boolean;
}

/** The maximum number of cached words: names are looked up in every document. */
const MOST_KNOWN = 50_000;
let shared: NameWords | undefined;

/** One for all texts of a thread: the result for a word never changes. */
export function sharedNameWords(): NameWords {
  shared ??= nameWordsOf(wordVectors());
  return shared;
}

function nameWordsOf(vectors: WordVectors): NameWords {
  const judge = createNameJudge(vectors);
  const known = new Map<string, NameLikeness>();
  const look = (lower: string): NameLikeness => {
    if (/'(?:ve|ll|re|d|m|t|s)$/.test(lower)) return 'ordinary';
    const plain = withoutAccents(lower).replaceAll("'", '');
    if (CONTRACTIONS.has(plain) || NEVER.has(lower)) return 'ordinary';
    if (STOP_WORDS.has(plain) || CALENDAR.has(plain) || !/^\p{L}/u.test(plain) || plain.length < 2) {
      return AMBIGUOUS.has(plain) && !CALENDAR.has(plain) ? 'ambiguous' : 'ordinary';
    }
    if (PLACES.has(plain)) return 'place';
    if (AMBIGUOUS.has(plain)) return 'ambiguous';
    if (FIRST.has(plain) || LAST.has(plain)) return 'name';
    const row = vectors.rowOf(plain);
    if (row < 0) return isInflected(vectors, plain) ? 'ordinary' : 'unknown';
    if (row < FREQUENT) return 'ordinary';
    const turn = { index: 0, text: `x ${plain}`, start: 0, end: plain.length + 2 };
    return judge.likeness(turn, { text: plain, start: 2, end: plain.length + 2 }) >= NEAR
      ? 'name'
      : row < RARE
        ? 'ordinary'
        : 'rare';
  };
  return {
    likeness(word) {
      let likeness = known.get(word);
      if (likeness === undefined) {
        likeness = look(word);
        if (known.size >= MOST_KNOWN) known.clear();
        known.set(word, likeness);
      }
      return likeness;
    },
    isFirstName: (word) => FIRST.has(withoutAccents(word)),
    isSeldom: (word) => FIRST.has(word) && vectors.rowOf(word) >= SELDOM,
    isCalendar: (word) => CALENDAR.has(word),
  };
}

function isInflected(vectors: WordVectors, word: string): boolean {
  const stem = word.replace(ENDINGS, '');
  return stem !== word && stem.length >= 4 && [stem, `${stem}e`, `${stem}y`].some((form) => vectors.rowOf(form) >= 0);
}
