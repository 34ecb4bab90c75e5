import type { NumericBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../brick-outcome.ts';
import { rangeOf, toStep } from './scale.ts';

const REASON = 'No number that answers this was found.';

/**
 * The answer if the conversation contains no such number: the brick's `absent` value, otherwise its lowest value, which then only stands
 * for "not known" and is marked as such. `confidence` is the probability that nothing was said.
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
