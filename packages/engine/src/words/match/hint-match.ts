/** Keywords and example sentences of a brick against the segments of a conversation. */

import type { Segment } from '../text/annotate-conversation.ts';
import type { Term } from '../text/term-table.ts';
import { HINTS } from '../weights/matching.ts';
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

/** The keywords that one segment says. */
interface Saying {
  segment: Segment;
  rarest: readonly Term[];
  /** The product of 1 - rarity / 2 over them: 1 when none was said. */
  missing: number;
  /** Where they begin: two that begin at the same word are the same words ("thank you for calling", "thanks for calling"). */
  places: number[];
}

/** `missing` over all keywords, and the segment with most of them; the first of several that have as many. */
function matchKeywords(
  phrases: readonly Term[][],
  segments: readonly Segment[],
): { missing: number; keyword: Saying | undefined } {
  const rarestFirst = phrases
    .map((phrase) => ({ phrase, rarity: phraseRarity(phrase) }))
    .toSorted((one, other) => other.rarity - one.rarity);
  const saying = new Map<Segment, Saying>();
  let missing = 1;
  for (const { phrase, rarity } of rarestFirst) {
    const left = 1 - HINTS.keyword * rarity;
    let isSaid = false;
    for (const segment of segments) {
      const place = phraseIndex(phrase, segment.tokens);
      if (place < 0) continue;
      isSaid = true;
      const said = saying.get(segment) ?? { segment, rarest: phrase, missing: 1, places: [] };
      if (!said.places.includes(place)) {
        said.missing *= left;
        said.places.push(place);
      }
      saying.set(segment, said);
    }
    if (isSaid) missing *= left;
  }
  let keyword: Saying | undefined;
  for (const said of saying.values()) {
    const isMore = keyword === undefined || said.missing < keyword.missing;
    if (isMore || (said.missing === keyword?.missing && said.segment.start < keyword.segment.start)) keyword = said;
  }
  return { missing, keyword };
}

/** A keyword that is negated in speech ("not fair") still counts as said. */
export function matchHints(
  matcher: Matcher,
  phrases: readonly Term[][],
  examples: readonly Term[][],
  segments: readonly Segment[],
): HintMatch {
  const { missing, keyword } = matchKeywords(phrases, segments);
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
      : `the keyword “${keyword.rarest.map(({ text }) => text).join(' ')}”`;
  return { keywords, example, segment, found };
}
