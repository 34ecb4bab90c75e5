/** Keywords and example sentences of a brick against the segments of a conversation. */

import type { Segment } from '../text/annotate-conversation.ts';
import type { Term } from '../text/term-table.ts';
import { HINTS } from '../weights.ts';
import type { Matcher } from './matcher.ts';
import { phraseIndex, phraseSimilarity } from './phrase-match.ts';

export interface HintMatch {
  /** Distinct keywords said, each by its rarity, damped: 1 - product(1 - rarity / 2). */
  keywords: number;
  /** The nearest example, 0 to 1. */
  example: number;
  segment: Segment | undefined;
  /** In words, for the reason. */
  found: string;
}

function phraseRarity(phrase: readonly Term[]): number {
  const content = phrase.filter((term) => !term.isStop);
  if (content.length === 0) return HINTS.functionPhrase;
  return Math.min(1, Math.max(...content.map((term) => term.rarity)) + HINTS.perFurtherWord * (phrase.length - 1));
}

/** A keyword that is negated in speech ("not fair") still counts as said. */
export function matchHints(
  matcher: Matcher,
  phrases: readonly Term[][],
  examples: readonly Term[][],
  segments: readonly Segment[],
): HintMatch {
  let missing = 1;
  let keyword: { text: string; segment: Segment; rarity: number } | undefined;
  for (const phrase of phrases) {
    const segment = segments.find(({ tokens }) => phraseIndex(phrase, tokens) >= 0);
    if (segment === undefined) continue;
    const rarity = phraseRarity(phrase);
    missing *= 1 - HINTS.keyword * rarity;
    if (keyword === undefined || rarity > keyword.rarity)
      keyword = { text: phrase.map((term) => term.text).join(' '), segment, rarity };
  }
  let example = 0;
  let nearest: Segment | undefined;
  for (const segment of segments) {
    for (const terms of examples) {
      const similarity = phraseSimilarity(matcher, terms, segment.tokens);
      if (similarity > example) {
        example = similarity;
        nearest = segment;
      }
    }
  }
  const keywords = 1 - missing;
  const isExample = nearest !== undefined && example >= keywords;
  const segment = isExample ? nearest : (keyword?.segment ?? nearest);
  const found = isExample
    ? 'one of the examples'
    : keyword === undefined
      ? 'the hints'
      : `the keyword “${keyword.text}”`;
  return { keywords, example, segment, found };
}
