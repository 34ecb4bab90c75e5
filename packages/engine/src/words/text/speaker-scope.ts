/** Which turns a brick looks at: a side, or a speaker's label, case folded. */
import type { Conversation, Side, Turn } from '../../conversation/conversation.ts';
import { turnsOf } from '../../conversation/turns-of.ts';
import { wordSet } from '../../core/read-vocabulary.ts';
import { plainWords, talkOf } from '../languages/talk.ts';

const AGENT_WORDS = wordSet('sides', 'agent');
const CUSTOMER_WORDS = wordSet('sides', 'customer');

export function sideOfWord(word: string): Side | undefined {
  if (AGENT_WORDS.has(word)) return 'agent';
  return CUSTOMER_WORDS.has(word) ? 'customer' : undefined;
}

/** A test for turns. Turns without label and side count only when no turn matches. */
export function speakerScope(conversation: Conversation, speaker: string | undefined): (turn: Turn) => boolean {
  if (speaker === undefined) return () => true;
  const meant = new Set(turnsOf(conversation, speaker));
  if (meant.size > 0) return (turn) => meant.has(turn);
  return (turn) => turn.speaker === undefined && turn.side === undefined;
}

function sidesNamed(question: string, code: string | undefined): Side[] {
  const english = question
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => sideOfWord(word) ?? []);
  const talk = talkOf(code);
  if (talk === undefined || english.length > 0) return english;
  return plainWords(question).flatMap((word) => talk.sideOfWord(word) ?? []);
}

/** True when a question names a side ("the caller's full name"), whether or not the conversation has it. */
export function namesSide(question: string): boolean {
  return sidesNamed(question, undefined).length > 0;
}

/** The side that a question names first ("the caller's full name"), where the conversation has that side. */
export function mentionedSide(conversation: Conversation, question: string | undefined): Side | undefined {
  return sidesNamed(question ?? '', conversation.language?.code).find((side) =>
    conversation.turns.some((turn) => turn.side === side),
  );
}
