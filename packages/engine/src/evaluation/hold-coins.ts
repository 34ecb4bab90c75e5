/**
 * A yes or no that is no more likely than its opposite is not sure, as its reason says: otherwise figures would count it as a no, and in the
 * languages of the second reader a good support call would get 0 of 100 points for everything that its reader did not find. It is
 * decided before sides and languages limit the confidence: an answer that was read may be worth 0.5 because of them.
 */
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isCoin } from '../reader/coin.ts';

export function holdCoin(outcome: BrickOutcome): BrickOutcome {
  const isHeld = typeof outcome.value === 'boolean' && outcome.basis === 'read' && isCoin(outcome.confidence);
  return isHeld ? { ...outcome, value: null, applicability: 'abstained' } : outcome;
}
