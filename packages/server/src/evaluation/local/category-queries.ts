/**
 * What each category of a brick speaks of: weighted terms from its value, name, description and keywords.
 * A term's weight is its rarity in English times its rarity among the categories, so that "the customer wants to" and
 * a topic which all categories share decide nothing.
 */
import type { BrickHints, CategoricalBrick } from '@brickwork/contract';
import { termsOf } from './matcher.ts';
import type { Term, TermTable } from './term-table.ts';

export interface QueryTerm {
  term: Term;
  weight: number;
  /** The square root of its rarity: how much a spoken word near it may say. */
  salience: number;
}

export interface CategoryQuery {
  value: string;
  terms: QueryTerm[];
  phrases: Term[][];
  exclusions: Term[][];
  examples: Term[][];
  /** "other", "none of these": right when nothing else fits. */
  isFallback: boolean;
}

const KEYWORD_COUNT = 1.5;
const FALLBACK_VALUE = /^(?:other|others|none|unknown|misc|miscellaneous|n_?a|else|no_match|unclear|general)$/i;
const FALLBACK_DESCRIPTION =
  /^(?:anything|something|everything|any(?: other)? \w+) (?:else|other)\b|\bnone of the (?:other|above)|\bnot? (?:match|fit|belong)\w* (?:in|to )?any (?:of the )?other|\bno other category/i;

type Category = CategoricalBrick['categories'][number];

function countTerms(table: TermTable, category: Category): Map<Term, number> {
  const counts = new Map<Term, number>();
  const add = (text: string, count: number, seen: Set<Term>): void => {
    for (const term of termsOf(table, text)) {
      if (term.isStop || seen.has(term)) continue;
      seen.add(term);
      counts.set(term, (counts.get(term) ?? 0) + count);
    }
  };
  add(category.value.replaceAll(/[_-]+/g, ' '), 1, new Set());
  add(`${category.name ?? ''} ${category.description ?? ''}`, 1, new Set());
  add((category.hints?.keywords ?? []).join(' '), KEYWORD_COUNT, new Set());
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

export function categoryQueries(table: TermTable, brick: CategoricalBrick): CategoryQuery[] {
  const counted = brick.categories.map((category) => countTerms(table, category));
  const spread = new Map<string, number>();
  for (const counts of counted) {
    for (const stem of new Set([...counts.keys()].map((term) => term.stem)))
      spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  const most = Math.log(counted.length + 0.5);
  return brick.categories.map((category, place) => {
    const terms: QueryTerm[] = [];
    for (const [term, count] of counted[place] ?? []) {
      const kitRarity = Math.log((counted.length + 0.5) / (spread.get(term.stem) ?? 1)) / most;
      terms.push({ term, weight: count * term.rarity * kitRarity, salience: Math.sqrt(term.rarity) });
    }
    const isFallback = FALLBACK_VALUE.test(category.value) || FALLBACK_DESCRIPTION.test(category.description ?? '');
    return { value: category.value, terms, ...hintPhrases(table, category.hints), isFallback };
  });
}
