/**
 * How much each segment says about what a conversation is about: early turns of the main side most, since people say first
 * what they came for; questions that only establish who is speaking, and their answers, hardly at all.
 */

import type { Segment, Token } from '../text/annotate-conversation.ts';
import { phrasePattern } from '../vocabulary/read-vocabulary.ts';
import { TURN_WEIGHTS } from '../weights/matching.ts';

export interface WeightedSegment {
  segment: Segment;
  content: Token[];
  weight: number;
}

export interface Weighing {
  /** The whole conversation, in order. */
  all: readonly Segment[];
  /** The segments to weigh. */
  segments: readonly Segment[];
  isMain: (segment: Segment) => boolean;
}

/** What an agent asks to identify the customer, whatever the conversation is about. */
const IDENTITY = phrasePattern('identity', 'asked');
const OPENING = phrasePattern('identity', 'opening');

function isAsking({ acts }: Segment): boolean {
  return acts.has('question') || acts.has('request');
}

function isIdentityQuestion(segment: Segment): boolean {
  const { turn, joined } = segment;
  if (turn.side !== 'agent' || OPENING.test(joined)) return false;
  return (isAsking(segment) || joined.includes('please')) && IDENTITY.test(joined);
}

export function weighSegments({ all, segments, isMain }: Weighing): WeightedSegment[] {
  const asked = new Set(all.filter(isIdentityQuestion).map(({ turn }) => turn.index));
  const isRoutine = (segment: Segment, words: number): boolean =>
    isIdentityQuestion(segment) ||
    (asked.has(segment.turn.index - 1) &&
      segment.turn.side !== 'agent' &&
      words <= TURN_WEIGHTS.longestRoutineAnswer &&
      !isAsking(segment));
  const weighted: WeightedSegment[] = [];
  let mainTurns = -1;
  let lastTurn = -1;
  for (const segment of segments) {
    const content = segment.tokens.filter((token) => !token.term.isStop);
    if (content.length === 0) continue;
    const routine = isRoutine(segment, content.length);
    if (segment.turn.index !== lastTurn) {
      if (isMain(segment) && !routine) mainTurns += 1;
      lastTurn = segment.turn.index;
    }
    const turns = Math.max(0, mainTurns);
    const late =
      turns > TURN_WEIGHTS.lateTurns ? (TURN_WEIGHTS.late * TURN_WEIGHTS.lateTurns) / turns : TURN_WEIGHTS.late;
    const side = isMain(segment) ? 1 : TURN_WEIGHTS.otherSide;
    const weight = Math.max(late, TURN_WEIGHTS.turnDecay ** turns) * side * (routine ? TURN_WEIGHTS.routine : 1);
    weighted.push({ segment, content, weight });
  }
  return weighted;
}
