import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';

/** Whether an answer is right; what counts as right is up to the type. No answer is wrong; null is right where null was expected. */
export function isRight(brick: BrickDocument, expected: BrickValue, value: BrickValue | undefined): boolean {
  if (value === undefined) return false;
  return expected === null || value === null ? expected === value : brickType(brick).isRight(brick, expected, value);
}
