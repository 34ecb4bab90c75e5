/**
 * In the languages of the second reader a yes or no that is little more than a guess is returned as the closest answer, but no points and no
 * condition depend on it: otherwise a good support call would get 0 of 100 points for what its reader did not find, or for a threat
 * that it only suspects.
 */
import type { KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { referencesOf } from '../bricks/references.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { type Reader, readerOf } from '../reader/readers.ts';

/** Answers that claim less are right in fewer than three of four cases. */
const COUNTED_FROM = 0.7;

export function createGuessHold(
  kit: Pick<KitDocument, 'bricks'>,
  conversation: Conversation,
  readers?: readonly Reader[],
): (outcome: BrickOutcome) => BrickOutcome {
  if (readerOf(conversation, readers)?.hasWords !== false) return (outcome) => outcome;
  const counted = new Set(kit.bricks.flatMap(referencesOf));
  return (outcome) => {
    const isGuess = typeof outcome.value === 'boolean' && outcome.basis === 'read' && outcome.confidence < COUNTED_FROM;
    return isGuess && counted.has(outcome.key) ? { ...outcome, value: null, applicability: 'abstained' } : outcome;
  };
}
