/** Builds the conversation of a structured input: the user's strings, in order, joined by a newline. */
import type { LeftOut, Side, Turn } from './conversation.ts';
import { leftOutOf } from './leave-out.ts';
import { isLeftOutKind, type TurnKind } from './turn-kinds.ts';

export interface SpokenPart {
  text: string;
  speaker?: string | undefined;
  side?: Side | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** The positions in `text` of the speaker's own words; the whole text by default. */
  spans?: ReadonlyArray<{ start: number; end: number }>;
  /** The kind of text that is not a person's words, as stated in the input. */
  kind?: TurnKind | undefined;
  isEdited?: boolean | undefined;
  /** The names of attached files. */
  attachments?: readonly string[] | undefined;
  /** A signature or disclaimer below the words: part of `text`, outside of `spans`. */
  signature?: string | undefined;
}

/** A part with words that count; not one with only files. */
export function isSpoken({ kind, text, attachments = [] }: SpokenPart): boolean {
  return !isLeftOutKind(kind) && (attachments.length === 0 || text.trim() !== '');
}

/** Left-out parts are not included in the text: offsets are the same with and without them. */
export function joinTurns(parts: readonly SpokenPart[]): { text: string; turns: Turn[]; leftOut: LeftOut[] } {
  const text = parts.flatMap((part) => (isSpoken(part) ? part.text : [])).join('\n');
  const turns: Turn[] = [];
  const leftOut: LeftOut[] = [];
  let offset = 0;
  for (const part of parts) {
    const { kind, speaker, signature, attachments = [] } = part;
    if (isLeftOutKind(kind)) {
      if (kind === 'deleted' || part.text.trim() !== '') leftOut.push(leftOutOf(part, kind, turns.length));
    } else if (isSpoken(part)) {
      for (const span of part.spans ?? [{ start: 0, end: part.text.length }]) {
        addTurn(turns, text, { ...part, start: offset + span.start, end: offset + span.end });
      }
      offset += part.text.length + 1;
    }
    const beside = (words: string, as: 'signature' | 'attachment') =>
      leftOut.push(leftOutOf({ text: words, speaker }, as, turns.length));
    if (signature !== undefined) beside(signature, 'signature');
    for (const name of attachments) beside(name, 'attachment');
  }
  return { text, turns, leftOut };
}

export interface TurnSpan {
  start: number;
  end: number;
  speaker?: string | undefined;
  side?: Side | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  kind?: TurnKind | undefined;
  isEdited?: boolean | undefined;
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
    ...(span.kind === undefined ? {} : { kind: span.kind }),
    ...(span.isEdited === true && { isEdited: true }),
  });
}

/** The slice without the white space at both ends. */
export function trimSpan(text: string, start: number, end: number): { start: number; end: number } {
  const slice = text.slice(start, end);
  const leading = slice.length - slice.trimStart().length;
  return { start: start + Math.min(leading, slice.length), end: end - (slice.length - slice.trimEnd().length) };
}
