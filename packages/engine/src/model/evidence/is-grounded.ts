/** Whether a value occurs in the conversation, ignoring case, spaces and punctuation. Digits spoken one by one count as a number. */
import type { ConversationIndex } from './conversation-index.ts';
import { foldText } from './fold-text.ts';

export function isGrounded(index: ConversationIndex, value: string): boolean {
  const wanted = level(foldText(value).text);
  return wanted !== '' && index.turns.some((turn) => level(turn.folded().text).includes(wanted));
}

function level(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}
