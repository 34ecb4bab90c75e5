/**
 * How much each segment says about what a conversation is about: early turns of the main side most, since people say first
 * what they came for; questions that only establish who is speaking, and their answers, hardly at all.
 */
import type { Segment, Token } from '../text/annotate-conversation.ts';

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

/** An agent names what the customer wants when repeating or answering it. */
const OTHER_SIDE_WEIGHT = 0.4;
const TURN_DECAY = 0.7;
const LATE_WEIGHT = 0.1;
/** Beyond this many turns the late weight falls too: a long meeting must not drown its beginning. */
const LATE_TURNS = 20;
const ROUTINE_WEIGHT = 0.3;
const LONGEST_ROUTINE_ANSWER = 8;
/** What an agent asks to know whom they talk to, whatever it is about. */
const IDENTITY =
  /\b(?:(?:full |first |last |middle |user ?)?names?|(?:account|order|phone|telephone|mobile|contact|policy|member|membership|customer|reference|booking|confirmation|tracking|case|claim|serial|card|purchase|client) (?:number|id|no)|id|username|e ?mail|zip ?code|postcode|postal code|date of birth|birthday|digits)\b/;
const OPENING = /\b(?:my name|help|assist)\b/;

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
      words <= LONGEST_ROUTINE_ANSWER &&
      !isAsking(segment));
  const weighted: WeightedSegment[] = [];
  let place = -1;
  let lastTurn = -1;
  for (const segment of segments) {
    const content = segment.tokens.filter((token) => !token.term.isStop);
    if (content.length === 0) continue;
    const routine = isRoutine(segment, content.length);
    if (segment.turn.index !== lastTurn) {
      if (isMain(segment) && !routine) place += 1;
      lastTurn = segment.turn.index;
    }
    const turns = Math.max(0, place);
    const late = turns > LATE_TURNS ? (LATE_WEIGHT * LATE_TURNS) / turns : LATE_WEIGHT;
    const side = isMain(segment) ? 1 : OTHER_SIDE_WEIGHT;
    const weight = Math.max(late, TURN_DECAY ** turns) * side * (routine ? ROUTINE_WEIGHT : 1);
    weighted.push({ segment, content, weight });
  }
  return weighted;
}
