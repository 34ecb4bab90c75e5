/**
 * The turns that a brick's `speaker` means. A side takes every turn of that side. Any other text is a label, case
 * folded; if no turn has it and it is a kind such as `bot`, or a common word for a side, that is meant, so that a kit that says `caller`
 * also reads a transcript that says `customer`.
 */
import type { Conversation, Turn } from './conversation.ts';
import { foldLabel, sideOfWord } from './infer-side.ts';

export function turnsOf(conversation: Conversation, speaker: string | undefined): Turn[] {
  if (speaker === undefined) return conversation.turns;
  const wanted = foldLabel(speaker);
  const isLabelled = (turn: Turn) => turn.speaker !== undefined && foldLabel(turn.speaker) === wanted;
  if (wanted === 'agent' || wanted === 'customer') {
    return conversation.turns.filter((turn) => turn.side === wanted || (turn.side === undefined && isLabelled(turn)));
  }
  const labelled = conversation.turns.filter(isLabelled);
  if (labelled.length > 0) return labelled;
  const ofKind = conversation.turns.filter(({ kind }) => kind === wanted);
  if (ofKind.length > 0) return ofKind;
  const side = sideOfWord(speaker);
  return side === undefined ? [] : conversation.turns.filter((turn) => turn.side === side);
}
