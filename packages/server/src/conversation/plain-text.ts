/** A text without speakers: one turn of nobody. */
import type { Turn } from './conversation.ts';
import { addTurn, trimPlace } from './join-turns.ts';

export function readPlainTurns(text: string): Turn[] {
  const turns: Turn[] = [];
  addTurn(turns, text, trimPlace(text, 0, text.length));
  return turns;
}
