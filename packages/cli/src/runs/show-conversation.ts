import type { Conversation } from '@brickwork/client';
import { print } from '../terminal.ts';

/** The conversation as it was read: a paragraph for each turn, with what is not evaluated in its place, in brackets. */
export function showConversation({ turns, left_out = [] }: Conversation): void {
  const besides = Map.groupBy(left_out, ({ before }) => before);
  const showBesides = (index: number) => {
    for (const { kind, speaker, text } of besides.get(index) ?? [])
      say(`[${[kind, speaker].filter(Boolean).join(', ')}]`, text);
  };
  for (const { index, speaker, side, kind, edited, text } of turns) {
    showBesides(index);
    const marks = [side, kind, edited && 'edited'].filter((mark) => mark && mark !== speaker?.toLowerCase());
    say(`${speaker ?? 'unknown'}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}:`, text);
  }
  showBesides(turns.length);
}

function say(head: string, text: string): void {
  print(`${head} ${text}`.trim());
}
