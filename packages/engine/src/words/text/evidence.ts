/** Evidence spans: always a verbatim slice of the conversation's text. */
import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import type { Segment } from './annotate-conversation.ts';

export function evidenceSpan(conversation: Conversation, turn: Turn, start: number, end: number): EvidenceSpan {
  const span: EvidenceSpan = { text: conversation.text.slice(start, end), turn: turn.index, start, end };
  if (turn.speaker !== undefined) span.speaker = turn.speaker;
  return span;
}

/** Closing marks belong to the sentence that is shown. */
export function segmentEvidence(conversation: Conversation, segment: Segment): EvidenceSpan {
  let end = segment.end;
  while (end < segment.turn.end && /[.!?"”')]/.test(conversation.text[end] ?? '')) end += 1;
  return evidenceSpan(conversation, segment.turn, segment.start, end);
}

const QUOTE_LENGTH = 80;

/** For reasons: `The agent says “Good morning.”`, `The customer asks “How much is it?”`. */
export function attribute({ turn, acts }: Segment, span: EvidenceSpan): string {
  const speaker = turn.side === undefined ? (turn.speaker ?? 'Someone') : `The ${turn.side}`;
  return `${speaker} ${acts.has('question') ? 'asks' : 'says'} ${quote(span.text)}`;
}

/** Ends with a full stop, unless the quotation at its end has a mark of its own. */
export function asSentence(text: string): string {
  return /[.!?…]”$/.test(text) ? text : `${text}.`;
}

/** A short quotation for a reason: whole words, whole code points, one line. */
export function quote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const points = [...line.slice(0, (QUOTE_LENGTH + 1) * 2)];
  if (points.length <= QUOTE_LENGTH) return `“${line}”`;
  const cut = points.slice(0, QUOTE_LENGTH + 1).join('');
  const end = cut.lastIndexOf(' ');
  // A language without spaces, or a very long word, is cut anywhere.
  return `“${end > QUOTE_LENGTH / 2 ? cut.slice(0, end) : points.slice(0, QUOTE_LENGTH).join('')}…”`;
}
