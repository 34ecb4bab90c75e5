/**
 * A yes or no that is no more likely than its opposite may be returned as the closest answer, but no points and no condition may depend on
 * it: otherwise, in the languages of the second reader, a good support call would get 0 of 100 points for everything that its reader did
 * not find.
 */
import type { KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { referencesOf } from '../bricks/references.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { type Reader, readerOf } from '../reader/readers.ts';

const COIN = 0.5;

export function createCoinHold(
  kit: Pick<KitDocument, 'bricks'>,
  conversation: Conversation,
  readers?: readonly Reader[],
): (outcome: BrickOutcome) => BrickOutcome {
  if (readerOf(conversation, readers)?.hasWords !== false) return (outcome) => outcome;
  const counted = new Set(kit.bricks.flatMap(referencesOf));
  return (outcome) => {
    const isCoin = typeof outcome.value === 'boolean' && outcome.basis === 'read' && outcome.confidence <= COIN;
    return isCoin && counted.has(outcome.key) ? { ...outcome, value: null, applicability: 'abstained' } : outcome;
  };
}
