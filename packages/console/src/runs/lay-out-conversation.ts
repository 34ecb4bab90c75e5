/**
 * A conversation cut for the screen. A run may hold five megabytes: turns are cut into pieces of bounded length, and only a
 * window of pieces is ever in the page. Offsets stay those of the conversation, so evidence finds its place in any piece.
 */
import type { EvidenceSpan, ConversationTurn as Turn } from '@brickwork/client';

export interface Piece {
  turn: Turn;
  text: string;
  start: number;
  end: number;
  /** The first piece of its turn carries the speaker's name. */
  isFirst: boolean;
}

export interface Segment {
  text: string;
  start: number;
  /** The bricks whose evidence this is; none for plain text. */
  keys: readonly string[];
}

export interface Window {
  from: number;
  to: number;
}

const PIECE_LENGTH = 4_000;
const WINDOW_PIECES = 200;
const WINDOW_LENGTH = 80_000;

export function cutPieces(turns: readonly Turn[]): Piece[] {
  return turns.flatMap((turn) => {
    const pieces: Piece[] = [];
    for (let at = 0; at < turn.text.length || pieces.length === 0; ) {
      const end = cutAt(turn.text, at);
      pieces.push({
        turn,
        text: turn.text.slice(at, end),
        start: turn.start + at,
        end: turn.start + end,
        isFirst: at === 0,
      });
      at = end;
      if (turn.text.length === 0) break;
    }
    return pieces;
  });
}

/** At white space where there is some near, and never inside a surrogate pair. */
function cutAt(text: string, from: number): number {
  const end = from + PIECE_LENGTH;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  if (space > from + PIECE_LENGTH / 2) return space + 1;
  return text.charCodeAt(end - 1) >>> 10 === 0xd800 >>> 10 ? end + 1 : end;
}

/** As many pieces as the page can hold, from `first` on. */
export function windowFrom(pieces: readonly Piece[], first: number): Window {
  const from = Math.max(0, Math.min(first, pieces.length - 1));
  let to = from;
  let length = 0;
  while (to < pieces.length && to - from < WINDOW_PIECES && length < WINDOW_LENGTH) {
    length += pieces[to]?.text.length ?? 0;
    to += 1;
  }
  return { from, to };
}

/** The window that shows `offset`, a little before it included; the one in place when it already does. */
export function windowAt(pieces: readonly Piece[], offset: number, shown: Window): Window {
  const index = pieces.findIndex(({ end }) => offset < end);
  if (index < 0 || (index >= shown.from && index < shown.to)) return shown;
  return windowFrom(pieces, Math.max(0, index - 10));
}

export function cutSegments(piece: Piece, spans: readonly (EvidenceSpan & { key: string })[]): Segment[] {
  const touching = spans.filter(({ start, end }) => start < piece.end && end > piece.start);
  const cuts = [
    ...new Set([
      piece.start,
      piece.end,
      ...touching.flatMap(({ start, end }) => [Math.max(start, piece.start), Math.min(end, piece.end)]),
    ]),
  ].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? piece.end;
    const keys = touching.filter((span) => span.start <= start && span.end >= end).map(({ key }) => key);
    return { text: piece.text.slice(start - piece.start, end - piece.start), start, keys: [...new Set(keys)] };
  });
}
