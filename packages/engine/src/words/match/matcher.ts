/** One conversation against many queries: similarities between query terms and the conversation's terms, computed once. */

import type { AnnotatedConversation, Segment, Token } from '../text/annotate-conversation.ts';
import { readWords } from '../text/read-words.ts';
import { speakerScope } from '../text/speaker-scope.ts';
import { type SpokenValues, spokenValues } from '../text/spoken-values.ts';
import type { Term, TermTable } from '../text/term-table.ts';
import { SIMILARITY } from '../weights/matching.ts';
import { termSimilarity, topicSimilarity } from './term-similarity.ts';

export interface Matcher {
  annotated: AnnotatedConversation;
  table: TermTable;
  similarity(query: Term, spoken: Term): number;
  /** Whether the term, by stem, occurs anywhere in the conversation. */
  isSaid(query: Term): boolean;
  /** Whether the term or one that means nearly the same occurs anywhere in it. */
  isMet(query: Term): boolean;
  valuesOfSegment(segment: Segment): SpokenValues;
  /** The contents of the turn with this index; nothing if there is none. */
  valuesOfTurn(index: number): SpokenValues;
  /** The segments of one speaker, or of all. */
  segmentsOf(speaker: string | undefined): Segment[];
  /** The same conversation, with words near each other that are about the same thing: for bricks that ask what it is about. */
  byTopic(): Matcher;
}

/** A sign before the first word belongs to it. */
const CURRENCY = new Set(['$', '€', '£']);

type Nearness = typeof termSimilarity;

export function createMatcher(annotated: AnnotatedConversation): Matcher {
  // Queries add their words to the table later on: the terms in it now were said.
  return matcherOver(annotated, [...annotated.table.terms], termSimilarity);
}

function matcherOver(annotated: AnnotatedConversation, said: readonly Term[], nearness: Nearness): Matcher {
  const { table } = annotated;
  const stems = new Set(said.map((term) => term.stem));
  const rows: Array<Float64Array | undefined> = [];
  const met = new Map<number, boolean>();
  const scopes = new Map<string | undefined, Segment[]>();
  let topical: Matcher | undefined;

  function similarity(query: Term, spoken: Term): number {
    if (spoken.id >= said.length) return nearness(table.vectors, query, spoken);
    let row = rows[query.id];
    if (row === undefined) {
      row = new Float64Array(said.length).fill(-1);
      rows[query.id] = row;
    }
    const known = row[spoken.id] ?? -1;
    if (known >= 0) return known;
    const found = nearness(table.vectors, query, spoken);
    row[spoken.id] = found;
    return found;
  }

  function isMet(query: Term): boolean {
    let isKnown = met.get(query.id);
    if (isKnown === undefined) {
      isKnown = stems.has(query.stem) || said.some((spoken) => similarity(query, spoken) >= SIMILARITY.met);
      met.set(query.id, isKnown);
    }
    return isKnown;
  }

  const { text, turns } = annotated.conversation;
  const segmentValues = new Map<Segment, SpokenValues>();
  const turnValues = new Map<number, SpokenValues>();

  return {
    annotated,
    table,
    similarity,
    valuesOfSegment(segment) {
      let values = segmentValues.get(segment);
      if (values === undefined) {
        const from = CURRENCY.has(text[segment.start - 1] ?? '') ? segment.start - 1 : segment.start;
        values = spokenValues(text.slice(from, segment.end));
        segmentValues.set(segment, values);
      }
      return values;
    },
    valuesOfTurn(index) {
      let values = turnValues.get(index);
      if (values === undefined) {
        values = spokenValues(turns[index]?.text ?? '');
        turnValues.set(index, values);
      }
      return values;
    },
    isSaid: (query) => stems.has(query.stem),
    isMet,
    segmentsOf(speaker) {
      const known = scopes.get(speaker);
      if (known !== undefined) return known;
      const isInScope = speakerScope(annotated.conversation, speaker);
      const segments = annotated.segments.filter((segment) => isInScope(segment.turn));
      scopes.set(speaker, segments);
      return segments;
    },
    byTopic() {
      topical ??= matcherOver(annotated, said, topicSimilarity);
      return topical;
    },
  };
}

export function termsOf(table: TermTable, text: string): Term[] {
  return readWords(text).map((word) => table.intern(word.text));
}

export interface BestMatch {
  similarity: number;
  token: Token | undefined;
}

/** The word of a segment that comes closest to a query term. */
export function bestMatch(matcher: Matcher, query: Term, tokens: readonly Token[]): BestMatch {
  let best: BestMatch = { similarity: 0, token: undefined };
  for (const token of tokens) {
    const similarity = matcher.similarity(query, token.term);
    if (similarity > best.similarity) best = { similarity, token };
    if (similarity === 1) break;
  }
  return best;
}
