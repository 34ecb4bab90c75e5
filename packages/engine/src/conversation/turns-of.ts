/**
 * The turns that a brick's `speaker` means. A side takes every turn of that side. Any other text is a label, ignoring case; if no turn has
 * it and it is a kind such as `bot`, or a common word for a side, it means that, so that a kit with `caller` also reads a transcript with
 * `customer`.
 */
import type { Conversation, Turn } from './conversation.ts';
import { foldLabel, sideOfWord } from './infer-side.ts';

export function turnsOf(conversation: Conversation, speaker: string | undefined): Turn[] {
  return spokenBy(conversation.turns, speaker);
}

type Spoken = Pick<Turn, 'speaker' | 'side' | 'kind'>;

export function spokenBy<Each extends Spoken>(all: Each[], speaker: string | undefined): Each[] {
  if (speaker === undefined) return all;
  const wanted = foldLabel(speaker);
  const isLabelled = (each: Each) => each.speaker !== undefined && foldLabel(each.speaker) === wanted;
  if (wanted === 'agent' || wanted === 'customer') {
    return all.filter((each) => each.side === wanted || (each.side === undefined && isLabelled(each)));
  }
  const labelled = all.filter(isLabelled);
  if (labelled.length > 0) return labelled;
  const ofKind = all.filter(({ kind }) => kind === wanted);
  if (ofKind.length > 0) return ofKind;
  const side = sideOfWord(speaker);
  return side === undefined ? [] : all.filter((each) => each.side === side);
}
