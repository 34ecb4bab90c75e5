/** How much a word says about the topic of a conversation, 0 to 1: its rarity, half of it for the words of any request. */
import type { Term } from '../text/term-table.ts';
import { wordSet } from '../vocabulary/read-vocabulary.ts';
import { CATEGORY } from '../weights/matching.ts';

const EVERYDAY_WORDS = wordSet('everyday-words');

export function topicWeight(term: Term): number {
  return EVERYDAY_WORDS.has(term.text) ? CATEGORY.everydayWord * term.rarity : term.rarity;
}
