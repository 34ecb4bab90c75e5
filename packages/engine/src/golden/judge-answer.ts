import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';

/** Whether an answer is right; the type decides what counts as right. A missing answer is wrong; null is right if null was expected. */
export function isRight(brick: BrickDocument, expected: BrickValue, value: BrickValue | undefined): boolean {
  if (value === undefined) return false;
  return expected === null || value === null ? expected === value : brickType(brick).isRight(brick, expected, value);
}
