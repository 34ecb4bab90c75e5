/** A text without speakers: one turn without a speaker. */
import type { Turn } from './conversation.ts';
import { addTurn, trimSpan } from './join-turns.ts';

export function readPlainTurns(text: string): Turn[] {
  const turns: Turn[] = [];
  addTurn(turns, text, trimSpan(text, 0, text.length));
  return turns;
}
