/**
 * Whole-word phrases among words: the longest phrase at each word, never two that overlap, never across two turns.
 * Cost grows with the words times the longest phrase, however many phrases there are.
 */
import { foldWords, type Word } from './spoken-words.ts';

export interface PhraseMatch {
  /** Index of the first word, and of the one after the last. */
  from: number;
  until: number;
  words: readonly Word[];
}

export type PhraseTable = ReadonlyMap<string, number>;

/** The phrases by their words; a phrase without a word in it matches nothing. */
export function phraseTable(phrases: readonly string[]): PhraseTable {
  const table = new Map<string, number>();
  for (const phrase of phrases) {
    const words = foldWords(phrase);
    if (words.length > 0) table.set(words.join(' '), words.length);
  }
  return table;
}

export function findPhrases(words: readonly Word[], table: PhraseTable): PhraseMatch[] {
  const lengths = [...new Set(table.values())].sort((left, right) => right - left);
  const matches: PhraseMatch[] = [];
  for (let from = 0; from < words.length; ) {
    const length = lengths.find((candidate) => isPhrase(words, from, candidate, table));
    if (length !== undefined) matches.push({ from, until: from + length, words: words.slice(from, from + length) });
    from += length ?? 1;
  }
  return matches;
}

function isPhrase(words: readonly Word[], from: number, length: number, table: PhraseTable): boolean {
  const first = words[from];
  const last = words[from + length - 1];
  if (first === undefined || last === undefined || first.turn !== last.turn) return false;
  if (length === 1) return table.get(first.folded) === 1;
  const phrase = words
    .slice(from, from + length)
    .map((word) => word.folded)
    .join(' ');
  return table.has(phrase);
}
