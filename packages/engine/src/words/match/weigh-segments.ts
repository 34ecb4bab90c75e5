/** The weight of each segment for the topic of a conversation: early turns of the main side have the most, because people begin with their reason. */

import type { Segment, Token } from '../text/annotate-conversation.ts';
import { TURN_WEIGHTS } from '../weights/matching.ts';

export interface WeightedSegment {
  segment: Segment;
  content: Token[];
  weight: number;
}

export function weighSegments(segments: readonly Segment[], isMain: (segment: Segment) => boolean): WeightedSegment[] {
  const weighted: WeightedSegment[] = [];
  let mainTurns = -1;
  let lastTurn = -1;
  for (const segment of segments) {
    const content = segment.tokens.filter((token) => !token.term.isStop);
    if (content.length === 0) continue;
    if (segment.turn.index !== lastTurn) {
      if (isMain(segment)) mainTurns += 1;
      lastTurn = segment.turn.index;
    }
    const turns = Math.max(0, mainTurns);
    const late =
      turns > TURN_WEIGHTS.lateTurns ? (TURN_WEIGHTS.late * TURN_WEIGHTS.lateTurns) / turns : TURN_WEIGHTS.late;
    const side = isMain(segment) ? 1 : TURN_WEIGHTS.otherSide;
    weighted.push({ segment, content, weight: Math.max(late, TURN_WEIGHTS.turnDecay ** turns) * side });
  }
  return weighted;
}
