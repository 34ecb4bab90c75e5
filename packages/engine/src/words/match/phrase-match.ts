/** Hints against speech: a phrase word for word (by stem), or an example sentence by meaning. */

import { wordSet } from '../../core/read-vocabulary.ts';
import type { Token } from '../text/annotate-conversation.ts';
import type { Term } from '../text/term-table.ts';
import { PHRASE } from '../weights/matching.ts';
import { bestMatch, type Matcher } from './matcher.ts';

/** The phrase's words in their order, at most one word between two of them. */
export function matchesPhrase(phrase: readonly Term[], tokens: readonly Token[]): boolean {
  return phraseIndex(phrase, tokens) >= 0;
}

export function phraseIndex(phrase: readonly Term[], tokens: readonly Token[]): number {
  const first = phrase[0];
  if (first === undefined) return -1;
  for (let start = 0; start + phrase.length <= tokens.length; start += 1) {
    if (tokens[start]?.term.stem !== first.stem) continue;
    let index = start;
    let isWhole = true;
    for (const term of phrase.slice(1)) {
      if (tokens[index + 1]?.term.stem === term.stem) index += 1;
      else if (tokens[index + 2]?.term.stem === term.stem) index += 2;
      else {
        isWhole = false;
        break;
      }
    }
    if (isWhole) return start;
  }
  return -1;
}

function directed(matcher: Matcher, terms: readonly Term[], tokens: readonly Token[]): number {
  let sum = 0;
  let total = 0;
  for (const term of terms) {
    const weight = term.isStop ? PHRASE.functionWord : term.rarity;
    total += weight;
    sum += weight * bestMatch(matcher, term, tokens).similarity;
  }
  return total === 0 ? 0 : sum / total;
}

function reverse(matcher: Matcher, terms: readonly Term[], tokens: readonly Token[]): number {
  let sum = 0;
  let total = 0;
  for (const { term } of tokens) {
    const weight = term.isStop ? PHRASE.functionWord : term.rarity;
    let best = 0;
    for (const query of terms) best = Math.max(best, matcher.similarity(query, term));
    total += weight;
    sum += weight * best;
  }
  return total === 0 ? 0 : sum / total;
}

const DENIALS = wordSet('negations', 'not', 'no');

function isDenial(terms: readonly Term[]): boolean {
  return terms.some((term) => DENIALS.has(term.text));
}

/** How similar a segment is to an example sentence, 0 to 1: mostly how much of the example is said. */
export function phraseSimilarity(matcher: Matcher, example: readonly Term[], tokens: readonly Token[]): number {
  const forward = directed(matcher, example, tokens);
  if (forward < PHRASE.faint) return forward * PHRASE.faintFactor;
  const both = PHRASE.forward * forward + PHRASE.backward * reverse(matcher, example, tokens);
  return isDenial(example) === tokens.some((token) => token.isNegated) ? both : both * PHRASE.wrongPolarity;
}
