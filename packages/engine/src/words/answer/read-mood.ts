/** How satisfied the customer of a conversation is likely to be, as one number around 0, by words of praise and blame, and thanks at the end. The end counts twice. */

import type { Segment } from '../text/annotate-conversation.ts';
import { meanTone, toneOf } from '../text/tone.ts';
import { MOOD } from '../weights/answering.ts';

export interface Mood {
  score: number;
  /** In words, for the reason. */
  signs: string;
  /** The sentence that weighs most. */
  segment: Segment | undefined;
}

export function readMood(segments: readonly Segment[]): Mood {
  const hasSides = segments.some((segment) => segment.turn.side === 'customer');
  const customer = hasSides ? segments.filter((segment) => segment.turn.side === 'customer') : segments;
  const request = customer[0]?.turn.index;
  const closing = customer.slice(Math.floor(customer.length * (1 - MOOD.lateShare)));
  const tone = meanTone(customer, ({ turn }) => (turn.index === request ? MOOD.request : 1)) + meanTone(closing);
  const isThanked = closing.some(({ joined }) => THANKS.test(joined));
  return {
    score: MOOD.bias + MOOD.tone * tone + (isThanked ? MOOD.thanks : 0),
    signs: describe(tone, isThanked),
    segment: strongest(customer),
  };
}

/** More than a formula: "Thank you so much!", "Thanks a lot", "I really appreciate it". */
const THANKS =
  /\b(?:thank(?:s| you)\s+(?:so|very|a lot|ever|again)|(?:many|huge) thanks|(?:really|so|much) appreciate)/i;

function describe(tone: number, isThanked: boolean): string {
  if (isThanked && tone > -MOOD.telling) return 'The customer says thank you warmly at the end.';
  if (Math.abs(tone) < MOOD.telling) return 'No strong signs either way.';
  return tone > 0 ? 'The customer uses friendly words.' : 'The customer uses unfriendly words.';
}

function strongest(segments: readonly Segment[]): Segment | undefined {
  let best: Segment | undefined;
  let most = 0;
  for (const segment of segments) {
    const weight = Math.abs(toneOf(segment).sum);
    if (weight > most) {
      most = weight;
      best = segment;
    }
  }
  return best;
}
