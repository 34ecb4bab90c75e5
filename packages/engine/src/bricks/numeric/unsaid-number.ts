import type { NumericBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../brick-outcome.ts';
import { rangeOf, toStep } from './scale.ts';

const REASON = 'No number that answers this was found.';

/**
 * The answer where the conversation says no such number: what the brick names for it (`absent`), else its lowest value, which then only stands for
 * "not known" and is marked so. `confidence` is the chance that nothing was said.
 */
export function unsaidNumber(brick: NumericBrick, confidence: number): BrickOutcome {
  const { key, absent } = brick;
  return {
    key,
    value: absent === undefined ? toStep(brick, rangeOf(brick).min) : absent,
    confidence,
    basis: absent === undefined ? 'unsaid' : 'read',
    reason: REASON,
    evidence: [],
  };
}
