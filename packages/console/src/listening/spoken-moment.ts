/** When the words of a conversation were said: by the times of words if the reader may see them, else by those of turns. */
import type { ConversationTurn, SpokenTurn } from '@brickwork/client';

/** Allows for rounded times. */
const SAME_SECONDS = 0.05;

/** `offset` is in the conversation’s text. */
export function spokenMoment(
  turns: readonly ConversationTurn[],
  offset: number,
  spoken: readonly SpokenTurn[],
): number | undefined {
  const turn = turns.findLast(({ start }) => start <= offset);
  const begin = turn?.start_seconds;
  if (turn === undefined || begin === undefined) return undefined;
  const heard = spoken.find(({ start, text }) => Math.abs(start - begin) <= SAME_SECONDS && text === turn.text);
  return wordAt(heard, offset - turn.start) ?? begin;
}

/** Words have a space between them, unless `joined`. */
function wordAt(turn: SpokenTurn | undefined, offset: number): number | undefined {
  let end = 0;
  for (const [index, { text, joined, start }] of (turn?.words ?? []).entries()) {
    end += (index === 0 || joined === true ? 0 : 1) + text.length;
    if (offset < end) return start;
  }
  return undefined;
}

/** The turn at a moment; in a pause, the one before it. */
export function turnAt(turns: readonly ConversationTurn[], seconds: number): number | undefined {
  return turns.findLast(({ start_seconds: begin }) => begin !== undefined && begin <= seconds + SAME_SECONDS)?.index;
}
