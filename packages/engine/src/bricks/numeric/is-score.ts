import type { BrickDocument, NumericBrick, Score } from '@brickwork/contract/kit';

export type ScoreBrick = NumericBrick & { score: Score };

/** Score bricks are computed from the answers of other bricks; no engine is asked. */
export function isScore(brick: BrickDocument): brick is ScoreBrick {
  return brick.type === 'numeric' && brick.score !== undefined;
}
