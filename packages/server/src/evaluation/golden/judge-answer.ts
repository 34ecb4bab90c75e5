import type { BrickDocument, BrickValue } from '@brickwork/contract';
import { brickType } from '../../bricks/brick-types.ts';

/** Whether an answer is right; what counts as right is up to the type. No answer is wrong. */
export function isRight(brick: BrickDocument, expected: BrickValue, value: BrickValue | undefined): boolean {
  return value !== undefined && brickType(brick).isRight(brick, expected, value);
}
