/** Builds the conversation of a structured input: the user's strings, in order, joined by a newline. */
import type { Side, Turn } from './conversation.ts';

export interface SpokenPart {
  text: string;
  speaker?: string | undefined;
  side?: Side | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** Where in `text` the speaker's own words are; the whole text by default. */
  spans?: ReadonlyArray<{ start: number; end: number }>;
}

export function joinTurns(parts: readonly SpokenPart[]): { text: string; turns: Turn[] } {
  const text = parts.map((part) => part.text).join('\n');
  const turns: Turn[] = [];
  let offset = 0;
  for (const part of parts) {
    for (const span of part.spans ?? [{ start: 0, end: part.text.length }]) {
      addTurn(turns, text, { ...part, start: offset + span.start, end: offset + span.end });
    }
    offset += part.text.length + 1;
  }
  return { text, turns };
}

export interface TurnSpan {
  start: number;
  end: number;
  speaker?: string | undefined;
  side?: Side | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}

/** Appends the slice as a turn; a slice without a visible character is not a turn. */
export function addTurn(turns: Turn[], text: string, span: TurnSpan): void {
  const slice = text.slice(span.start, span.end);
  if (slice.trim() === '') return;
  turns.push({
    index: turns.length,
    text: slice,
    start: span.start,
    end: span.end,
    ...(span.speaker === undefined ? {} : { speaker: span.speaker }),
    ...(span.side === undefined ? {} : { side: span.side }),
    ...(span.startSeconds === undefined ? {} : { startSeconds: span.startSeconds }),
    ...(span.endSeconds === undefined ? {} : { endSeconds: span.endSeconds }),
  });
}

/** The slice without the white space at both ends. */
export function trimSpan(text: string, start: number, end: number): { start: number; end: number } {
  const slice = text.slice(start, end);
  const leading = slice.length - slice.trimStart().length;
  return { start: start + Math.min(leading, slice.length), end: end - (slice.length - slice.trimEnd().length) };
}
