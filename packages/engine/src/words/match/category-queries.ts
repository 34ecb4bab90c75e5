/**
 * What each category of a brick is about: weighted terms from its value, name, description and keywords.
 * A term's weight is its rarity in English times its rarity among the categories, so that "the customer wants to" and
 * a topic which all categories share decide nothing.
 */

import type { BrickHints, CategoricalBrick } from '@brickwork/contract/kit';
import { oneOf, phrasePattern, vocabularyLines, wordSet } from '../../core/read-vocabulary.ts';
import type { Term, TermTable } from '../text/term-table.ts';
import { CATEGORY } from '../weights/matching.ts';
import { type Matcher, termsOf } from './matcher.ts';

export interface QueryTerm {
  term: Term;
  weight: number;
}

export interface CategoryQuery {
  value: string;
  terms: QueryTerm[];
  phrases: Term[][];
  exclusions: Term[][];
  examples: Term[][];
  /** "other", "none of these": right when nothing else matches. */
  isFallback: boolean;
}

const FALLBACK_VALUE = new RegExp(`^${oneOf(vocabularyLines('fallback-categories', 'value'))}$`, 'i');
const FALLBACK_DESCRIPTION = phrasePattern('fallback-categories', 'description', 'i');
/** Words that introduce any category: who speaks, and that they want, ask or tell something. */
const FRAME_WORDS = wordSet('question-words', 'category frame');

type Category = CategoricalBrick['categories'][number];

function countTerms(table: TermTable, category: Category): Map<Term, number> {
  const counts = new Map<Term, number>();
  const add = (text: string, count: number, seen: Set<Term>): void => {
    for (const term of termsOf(table, text)) {
      if (term.isStop || seen.has(term) || FRAME_WORDS.has(term.text)) continue;
      seen.add(term);
      counts.set(term, (counts.get(term) ?? 0) + count);
    }
  };
  add(category.value.replaceAll(/[_-]+/g, ' '), 1, new Set());
  add(`${category.name ?? ''} ${category.description ?? ''}`, 1, new Set());
  add((category.hints?.keywords ?? []).join(' '), CATEGORY.keyword, new Set());
  return counts;
}

function phrasesOf(table: TermTable, texts: readonly string[] | undefined): Term[][] {
  return (texts ?? []).map((text) => termsOf(table, text)).filter((terms) => terms.length > 0);
}

export function hintPhrases(
  table: TermTable,
  hints: BrickHints | undefined,
): Record<'phrases' | 'exclusions' | 'examples', Term[][]> {
  return {
    phrases: phrasesOf(table, hints?.keywords),
    exclusions: phrasesOf(table, hints?.exclude),
    examples: phrasesOf(table, hints?.examples),
  };
}

/** One with its own hints can be matched, so it competes like any other. */
function isFallbackCategory({ value, description, hints }: Category): boolean {
  if ((hints?.keywords ?? []).length + (hints?.examples ?? []).length > 0) return false;
  return FALLBACK_VALUE.test(value.replaceAll(/[_-]+/g, ' ').trim()) || FALLBACK_DESCRIPTION.test(description ?? '');
}

export function categoryQueries(matcher: Matcher, brick: CategoricalBrick): CategoryQuery[] {
  const { table } = matcher;
  const counted = brick.categories.map((category) => countTerms(table, category));
  const spread = new Map<string, number>();
  for (const counts of counted) {
    for (const stem of new Set([...counts.keys()].map((term) => term.stem)))
      spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  const most = Math.log(counted.length + CATEGORY.spreadOffset);
  return brick.categories.map((category, index) => {
    const terms: QueryTerm[] = [];
    for (const [term, count] of counted[index] ?? []) {
      const kitRarity = Math.log((counted.length + CATEGORY.spreadOffset) / (spread.get(term.stem) ?? 1)) / most;
      terms.push({ term, weight: count * term.rarity * kitRarity });
    }
    return {
      value: category.value,
      terms,
      ...hintPhrases(table, category.hints),
      isFallback: isFallbackCategory(category),
    };
  });
}
