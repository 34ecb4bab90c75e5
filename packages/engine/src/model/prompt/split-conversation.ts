/** Splits a conversation that is longer than the model's context, on turn boundaries; each part starts with the last words of the previous one. */
import type { Conversation } from '../../conversation/conversation.ts';
import { takeTurns } from '../../core/take-turns.ts';
import { estimateTokens } from './estimate-tokens.ts';

export interface ShownTurn {
  /** The turn's number in the whole conversation. */
  turn: number;
  speaker?: string;
  text: string;
}

export interface ConversationPart {
  index: number;
  count: number;
  turns: readonly ShownTurn[];
}

/** The characters around a turn's text in its line of JSON. */
const LINE_TOKENS = 16;
/** Share of a part that the next one repeats. */
const OVERLAP = 0.05;

/** `budget` in tokens. In short stretches: a conversation of 2 MB takes 50 ms. A turn that is longer than a part is shown in pieces under its own number. */
export async function splitConversation({ turns }: Conversation, budget: number): Promise<ConversationPart[]> {
  const pieces: (ShownTurn & { tokens: number })[] = [];
  const stretches = takeTurns();
  for (const { index, speaker, text } of turns) {
    for (const piece of cut(text, Math.max(200, budget - LINE_TOKENS)))
      pieces.push({
        turn: index,
        ...(speaker !== undefined && { speaker }),
        text: piece,
        tokens: estimateTokens(JSON.stringify(piece)) + LINE_TOKENS,
      });
    if (stretches.isOver()) await stretches.pass();
  }
  const parts: ShownTurn[][] = [];
  let part: typeof pieces = [];
  let size = 0;
  for (const piece of pieces) {
    if (size + piece.tokens > budget && part.length > 0) {
      parts.push(part);
      part = tail(part, budget * OVERLAP, budget - piece.tokens);
      size = part.reduce((sum, { tokens }) => sum + tokens, 0);
    }
    part.push(piece);
    size += piece.tokens;
  }
  if (part.length > 0 || parts.length === 0) parts.push(part);
  return parts.map((shown, index) => ({
    index,
    count: parts.length,
    turns: shown.map(({ turn, speaker, text }) => ({ turn, ...(speaker !== undefined && { speaker }), text })),
  }));
}

function tail<Piece extends { tokens: number }>(part: readonly Piece[], wanted: number, room: number): Piece[] {
  const kept: Piece[] = [];
  let size = 0;
  for (const piece of part.toReversed()) {
    if (size >= wanted || size + piece.tokens > Math.min(room, wanted * 4)) break;
    kept.unshift(piece);
    size += piece.tokens;
  }
  return kept;
}

/** At the end of a sentence or between words if possible; never inside a character. */
function cut(text: string, budget: number): string[] {
  if (estimateTokens(text) <= budget) return [text];
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    let end = at;
    let tokens = 0;
    while (end < text.length && tokens < budget) {
      tokens += text.charCodeAt(end) > 127 ? 1 : 0.25;
      end += 1;
    }
    if (end < text.length) {
      const window = text.slice(at, end);
      const stop = Math.max(window.lastIndexOf('. '), window.lastIndexOf('。'), window.lastIndexOf('\n'));
      const space = window.lastIndexOf(' ');
      const best = stop > window.length / 2 ? stop + 1 : space > window.length / 2 ? space + 1 : window.length;
      end = at + best;
      const code = text.charCodeAt(end);
      if (code >= 0xdc00 && code <= 0xdfff) end -= 1;
    }
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
