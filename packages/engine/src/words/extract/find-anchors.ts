/** Where a value is asked for or announced: the answer follows. */

import type { Turn } from '../../conversation/conversation.ts';
import { phraseIndex } from '../match/phrase-match.ts';
import type { AnnotatedConversation, Segment } from '../text/annotate-conversation.ts';
import type { Term } from '../text/term-table.ts';
import { ANCHORS } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';

export interface Anchor {
  segment: Segment;
  /** The answer comes after this offset. */
  end: number;
  weight: number;
}

/** The segments that hold a stem; built once for a conversation, since every text brick asks several times. */
const indices = new WeakMap<AnnotatedConversation, Map<string, Segment[]>>();

function segmentsByStem(annotated: AnnotatedConversation): Map<string, Segment[]> {
  const known = indices.get(annotated);
  if (known !== undefined) return known;
  const index = new Map<string, Segment[]>();
  for (const segment of annotated.segments) {
    for (const { term } of segment.tokens) {
      const holders = index.get(term.stem);
      if (holders === undefined) index.set(term.stem, [segment]);
      else if (holders.at(-1) !== segment) holders.push(segment);
    }
  }
  indices.set(annotated, index);
  return index;
}

export function findAnchors(annotated: AnnotatedConversation, phrases: readonly Term[][], weight: number): Anchor[] {
  const anchors: Anchor[] = [];
  const index = segmentsByStem(annotated);
  for (const phrase of phrases) {
    for (const segment of index.get(phrase[0]?.stem ?? '') ?? []) {
      const at = phraseIndex(phrase, segment.tokens);
      const last = segment.tokens[at + phrase.length - 1];
      if (at >= 0 && last !== undefined) anchors.push({ segment, end: last.end, weight });
    }
  }
  return anchors;
}

/** 0 to 1: how well the candidate follows a question or an announcement of it. */
export function anchoring(
  candidate: Candidate,
  anchors: readonly Anchor[],
  firstAnswer: (anchor: Anchor) => number,
): number {
  let best = 0;
  for (const anchor of anchors) {
    if (anchor.weight <= best) continue;
    const distance = candidate.turn.index - anchor.segment.turn.index;
    if (distance < 0 || distance > ANCHORS.reachTurns) continue;
    if (distance === 0) {
      if (candidate.start >= anchor.segment.start && candidate.end > anchor.end - 1)
        best = Math.max(best, anchor.weight);
      continue;
    }
    const isFirst = candidate.turn.index <= firstAnswer(anchor);
    best = Math.max(best, anchor.weight * (isFirst ? 1 : ANCHORS.laterAnswer));
  }
  return best;
}

/** The index of the first turn of the wanted speaker after the anchor. */
export function firstAnswerAfter(turns: readonly Turn[]): (anchor: Anchor) => number {
  const indices = turns.map((turn) => turn.index);
  return (anchor) => {
    let low = 0;
    let high = indices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indices[middle] ?? 0) > anchor.segment.turn.index) high = middle;
      else low = middle + 1;
    }
    return indices[low] ?? -1;
  };
}
