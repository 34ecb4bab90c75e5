/**
 * The concepts of a passage, which other wordings share: the stems of its informative words, groups of synonyms, and phrases of two or
 * three words. A negated word ("never arrived", "not rude") is a separate concept.
 */
import { stemOf } from '@brickwork/engine/words/text/stem-of';
import { STOP_WORDS } from '@brickwork/engine/words/vocabulary/stop-words';
import { synonymGroups } from '@brickwork/engine/words/vocabulary/synonyms';
import { isTelling } from '../contrast/phrases-of.ts';

const LONGEST_PHRASE = 3;
/** Limit for one passage. */
const MOST_WORDS = 200;
const DENIAL = /^(?:not|no|never|nobody|nothing|without|hardly)$|n't$/;
/** How many words before a word can negate it. */
const DENIED_WITHIN = 2;

/** Times, amounts and reporting verbs, which occur with every topic. */
const GENERAL = new Set(
  'today tonight yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night week weeks day days hour hours minute minutes month months year years time times one two three four five six seven eight nine ten first second last next said says say saying tell told telling call called calling calls phone ring rang thing things lot bit way people someone anyone everything something anything nothing customer sir madam please already ago since still again back now even also much many quite honestly absolutely completely totally'.split(
    ' ',
  ),
);

/** Each concept with its first wording. `about`: the topic, which all passages share. */
export function conceptsOf(passage: string, about: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const add = (concept: string, said: string) => {
    if (!found.has(concept)) found.set(concept, said);
  };
  for (const clause of clausesOf(passage)) {
    for (const [at, word] of clause.entries()) {
      if (!isConcept(word, about)) continue;
      const stem = stemOf(word);
      const denied = clause.findLastIndex(
        (before, index) => index < at && index >= at - DENIED_WITHIN && DENIAL.test(before),
      );
      if (denied >= 0) {
        add(`not ${stem}`, clause.slice(denied, at + 1).join(' '));
        continue;
      }
      add(stem, word);
      for (const group of synonymGroups(stem)) add(groupOf(group), word);
      for (const phrase of phrasesFrom(clause, at, about)) add(phrase.map(stemOf).join(' '), phrase.join(' '));
    }
  }
  return found;
}

function phrasesFrom(clause: readonly string[], at: number, about: ReadonlySet<string>): string[][] {
  return Array.from({ length: LONGEST_PHRASE - 1 }, (_, more) => clause.slice(at, at + more + 2)).filter(
    (phrase, more) => phrase.length === more + 2 && isConcept(phrase.at(-1) ?? '', about),
  );
}

/** The words of a topic, by their stems and groups. */
export function topicOf(text: string): Set<string> {
  const stems = clausesOf(text)
    .flat()
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemOf);
  return new Set([...stems, ...stems.flatMap((stem) => synonymGroups(stem).map(groupOf))]);
}

export function isAbout(word: string, about: ReadonlySet<string>): boolean {
  const stem = stemOf(word);
  return about.has(stem) || synonymGroups(stem).some((group) => about.has(groupOf(group)));
}

/** No stem has this sign. */
const groupOf = (group: number): string => `#${group}`;

function isConcept(word: string, about: ReadonlySet<string>): boolean {
  return isTelling(word) && !GENERAL.has(word) && !DENIAL.test(word) && !isAbout(word, about);
}

function clausesOf(text: string): string[][] {
  let left = MOST_WORDS;
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}'\s-]+/u)
    .map((clause) => {
      const words = clause
        .split(/[\s-]+/)
        .filter((word) => word !== '')
        .slice(0, Math.max(0, left));
      left -= words.length;
      return words;
    });
}
