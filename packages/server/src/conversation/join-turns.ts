/** Builds the conversation of a structured input: the user's strings, in order, joined by a newline. */
import type { Turn } from './conversation.ts';

export interface SpokenPart {
  text: string;
  speaker?: string | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** Where in `text` the speaker's own words stand; the whole text unless said. */
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

export interface TurnPlace {
  start: number;
  end: number;
  speaker?: string | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}

/** Appends the slice as a turn; a slice without a visible character is no turn. */
export function addTurn(turns: Turn[], text: string, place: TurnPlace): void {
  const slice = text.slice(place.start, place.end);
  if (slice.trim() === '') return;
  turns.push({
    index: turns.length,
    text: slice,
    start: place.start,
    end: place.end,
    ...(place.speaker === undefined ? {} : { speaker: place.speaker }),
    ...(place.startSeconds === undefined ? {} : { startSeconds: place.startSeconds }),
    ...(place.endSeconds === undefined ? {} : { endSeconds: place.endSeconds }),
  });
}

/** The slice without the white space at both ends. */
export function trimPlace(text: string, start: number, end: number): { start: number; end: number } {
  const slice = text.slice(start, end);
  const leading = slice.length - slice.trimStart().length;
  return { start: start + Math.min(leading, slice.length), end: end - (slice.length - slice.trimEnd().length) };
}
