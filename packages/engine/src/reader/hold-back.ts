/** A conversation too short to judge: answers are withheld, and the run has the reason. */

import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';

export interface Reservation {
  warnings: string[];
  /** The maximum confidence of an answer. */
  most: number;
}

const FEWEST_WORDS = 15;
const TOO_SHORT: Reservation = {
  warnings: ['The conversation is too short to judge, so confidence is low.'],
  most: 0.6,
};

export function reservationFor({ turns }: Conversation): Reservation {
  const words = turns.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}'’]+/gu) ?? []).length, 0);
  return words < FEWEST_WORDS ? TOO_SHORT : { warnings: [], most: 1 };
}

/** A form (a phone number, a sum) is as sure in a short text as in a long one. */
export function holdBack({ most }: Reservation, outcome: BrickOutcome): BrickOutcome {
  if (outcome.basis === 'pattern' || outcome.confidence <= most) return outcome;
  return { ...outcome, confidence: most };
}
