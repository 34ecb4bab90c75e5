/** Which turns a brick looks at: a side, or a speaker's label, case folded. */
import type { Conversation, Side, Turn } from '../../../conversation/conversation.ts';
import { turnsOf } from '../../../conversation/turns-of.ts';

/** Fewer than a transcript's labels know: in a question "service" or "doctor" is more often the topic than a side. */
const SIDE_WORDS: Readonly<Record<string, Side>> = {
  agent: 'agent',
  assistant: 'agent',
  representative: 'agent',
  rep: 'agent',
  advisor: 'agent',
  operator: 'agent',
  seller: 'agent',
  salesperson: 'agent',
  receptionist: 'agent',
  interviewer: 'agent',
  customer: 'customer',
  caller: 'customer',
  client: 'customer',
  user: 'customer',
  guest: 'customer',
  patient: 'customer',
  prospect: 'customer',
  candidate: 'customer',
  applicant: 'customer',
  debtor: 'customer',
};

export function sideOfWord(word: string): Side | undefined {
  return Object.hasOwn(SIDE_WORDS, word) ? SIDE_WORDS[word] : undefined;
}

/** A test for turns. Turns that carry neither label nor side are looked at only when no turn fits at all. */
export function speakerScope(conversation: Conversation, speaker: string | undefined): (turn: Turn) => boolean {
  if (speaker === undefined) return () => true;
  const meant = new Set(turnsOf(conversation, speaker));
  if (meant.size > 0) return (turn) => meant.has(turn);
  return (turn) => turn.speaker === undefined && turn.side === undefined;
}

/** The side that a question speaks of first ("the caller's full name"), where the conversation has that side. */
export function mentionedSide(conversation: Conversation, question: string | undefined): Side | undefined {
  for (const word of (question ?? '').toLowerCase().split(/[^a-z]+/)) {
    const side = sideOfWord(word);
    if (side !== undefined && conversation.turns.some((turn) => turn.side === side)) return side;
  }
  return undefined;
}
