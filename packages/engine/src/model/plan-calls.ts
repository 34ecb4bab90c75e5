/**
 * Which bricks go into which call: as few calls as possible, isolated bricks in separate calls, votes as further
 * rounds.
 */
import { type BrickDocument, KIT_LIMITS } from '@brickwork/contract/kit';

export interface PlannedCall {
  /** 0 for the first answer of a brick, 1 and up for further votes. */
  round: number;
  bricks: readonly BrickDocument[];
}

/** More questions per call lower the quality of answers; fewer cost tokens, since each call includes the whole conversation. */
const BRICKS_PER_CALL = KIT_LIMITS.bricksPerCall;

export function planCalls(bricks: readonly BrickDocument[], perCall = BRICKS_PER_CALL): PlannedCall[] {
  const rounds = Math.max(1, ...bricks.map(({ votes = 1 }) => votes));
  return Array.from({ length: rounds }, (_, round) => {
    const asked = bricks.filter(({ votes = 1 }) => votes > round);
    const alone = asked.filter(({ isolate = false }) => isolate);
    const together = asked.filter(({ isolate = false }) => !isolate);
    // Even sizes: 11 bricks are 6 and 5, not 10 and 1.
    const calls = Math.ceil(together.length / perCall);
    const size = Math.ceil(together.length / Math.max(1, calls));
    const batches = Array.from({ length: calls }, (_unused, index) => together.slice(index * size, (index + 1) * size));
    return [...batches, ...alone.map((brick) => [brick])].map((batch) => ({ round, bricks: batch }));
  }).flat();
}
