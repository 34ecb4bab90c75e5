/** Turns a span of the model into readable evidence: whole words, at least a clause, verbatim. */
import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { wordSet } from '../core/read-vocabulary.ts';
import type { Wording } from '../core/wording.ts';
import { plainWords, talkOf } from '../words/languages/talk.ts';
import { evidenceSpan, quote } from '../words/text/evidence.ts';
import { readWords } from '../words/text/read-words.ts';
import type { FoundSpan } from './best-spans.ts';

const FEWEST_WORDS = 4;
const CLAUSE_END = /[.!?\n;]/;
const SENTENCE_END = /[.!?\n]/;

interface Range {
  start: number;
  end: number;
}

/** The model works on pieces of words: the range is widened to whole words within the turn. */
export function wholeWords(turn: Turn, { start, end }: Range): Range {
  const { text, start: base } = turn;
  const isWord = (at: number): boolean => /[\p{L}\p{N}'’]/u.test(text[at] ?? '');
  let from = Math.max(0, start - base);
  let to = Math.min(text.length, end - base);
  while (from > 0 && isWord(from - 1) && isWord(from)) from -= 1;
  while (to < text.length && isWord(to) && isWord(to - 1)) to += 1;
  // Never half of a character that takes two code units.
  if (/[\uDC00-\uDFFF]/.test(text[from] ?? '') && from > 0) from -= 1;
  if (/[\uDC00-\uDFFF]/.test(text[to] ?? '')) to += 1;
  return { start: base + from, end: base + to };
}

/** A few words alone are weak evidence: the surrounding clause is shown. */
function atLeastClause(turn: Turn, range: Range): Range {
  const words = turn.text.slice(range.start - turn.start, range.end - turn.start).match(/\S+/g) ?? [];
  return words.length >= FEWEST_WORDS ? withMark(turn, range) : clauseAround(turn, range);
}

/** In speech without punctuation, a clause is the text around the words, up to a limit. */
function clauseAround(turn: Turn, range: Range): Range {
  const clause = around(turn, range, CLAUSE_END);
  const before = turn.text.slice(clause.start - turn.start, range.start - turn.start);
  const after = turn.text.slice(range.end - turn.start, clause.end - turn.start);
  const skipped = /^[\s\S]*\s(?=(?:\S+\s+){15}$)/.exec(before)?.[0].length ?? 0;
  const kept = /^\S*(?:\s+\S+){0,15}/.exec(after)?.[0].length ?? 0;
  return { start: clause.start + skipped, end: range.end + kept };
}

function around(turn: Turn, { start, end }: Range, stop: RegExp): Range {
  const { text, start: base } = turn;
  let from = start - base;
  let to = end - base;
  while (from > 0 && !isEnd(text, from - 1, stop)) from -= 1;
  while (from < to && /\s/.test(text[from] ?? '')) from += 1;
  while (to < text.length && !isEnd(text, to - 1, stop)) to += 1;
  return withMark(turn, { start: base + from, end: base + to });
}

/** The point of 2.50 is not the end of a sentence. */
function isEnd(text: string, at: number, stop: RegExp): boolean {
  return stop.test(text[at] ?? '') && !/^\d\.\d$/.test(text.slice(at - 1, at + 2));
}

function withMark(turn: Turn, { start, end }: Range): Range {
  let to = end - turn.start;
  while (to < turn.text.length && /[.!?"”')]/.test(turn.text[to] ?? '')) to += 1;
  return { start, end: turn.start + to };
}

export function toEvidence(conversation: Conversation, span: FoundSpan): EvidenceSpan | undefined {
  const turn = conversation.turns[span.turn];
  if (turn === undefined) return undefined;
  const { start, end } = atLeastClause(turn, wholeWords(turn, span));
  return evidenceSpan(conversation, turn, start, end);
}

/** A value (a number, a name, a day) is shown with its clause. */
export function toClause(conversation: Conversation, span: FoundSpan): EvidenceSpan | undefined {
  const turn = conversation.turns[span.turn];
  if (turn === undefined) return undefined;
  const { start, end } = clauseAround(turn, wholeWords(turn, span));
  return evidenceSpan(conversation, turn, start, end);
}

export function isQuestion(conversation: Conversation, span: EvidenceSpan): boolean {
  return sentenceOf(conversation, span).trimEnd().endsWith('?');
}

/** The whole sentence that it is part of. */
export function sentenceOf(conversation: Conversation, { turn, start, end }: EvidenceSpan): string {
  const said = conversation.turns[turn];
  if (said === undefined) return '';
  const whole = around(said, { start, end }, SENTENCE_END);
  return conversation.text.slice(whole.start, whole.end);
}

const SHORT_REPLY_WORDS = 3;

/** The first sentence of the next speaker's turn, where there is one. */
function replyTo(conversation: Conversation, { turn }: EvidenceSpan): EvidenceSpan | undefined {
  const asking = conversation.turns[turn];
  const next = conversation.turns
    .slice(turn + 1)
    .find(({ speaker, side }) => speaker !== asking?.speaker || side !== asking?.side);
  if (next === undefined || next.text.trim() === '') return undefined;
  const lead = next.text.length - next.text.trimStart().length;
  const first = { start: next.start + lead, end: next.start + lead + 1 };
  const { start, end } = around(next, first, SENTENCE_END);
  return evidenceSpan(conversation, next, start, end);
}

/**
 * A question is not evidence for its content: the reply is. A reply of a word or two is shown with its question. Questions count on their
 * own if the brick is about the one who asks.
 */
export function withReply(conversation: Conversation, span: EvidenceSpan, isAboutAsker: boolean): EvidenceSpan[] {
  if (isAboutAsker || !isQuestion(conversation, span)) return [span];
  const reply = replyTo(conversation, span);
  if (reply === undefined) return [span];
  const words = reply.text.match(/\S+/g) ?? [];
  return words.length <= SHORT_REPLY_WORDS ? [span, reply] : [reply];
}

const DENIAL = /^(?:no|nope|nah|not (?:really|yet|at all|that i know)|never|none|neither)\b/i;

export function isDenial({ language }: Conversation, { text }: EvidenceSpan): boolean {
  return talkOf(language?.code)?.denies(text) ?? DENIAL.test(text.trim());
}

const NEGATIONS = wordSet('negations', 'not', 'no', 'without', 'nobody', 'hardly', 'unable');

export function negates({ language }: Conversation, { text }: EvidenceSpan): boolean {
  const talk = talkOf(language?.code);
  if (talk !== undefined) return plainWords(text).some((word) => talk.negations.has(word));
  return readWords(text).some((word) => NEGATIONS.has(word.text));
}

const ANY = /\bany(?:body|one|thing)\b/i;
const NONE = /\b(?:nobody|no one|nothing|none)\b/i;

/** "Nobody was hurt", if the question is whether anybody was. */
export function deniesAny({ language }: Conversation, question: string, { text }: EvidenceSpan): boolean {
  const talk = talkOf(language?.code);
  if (talk === undefined) return ANY.test(question) && NONE.test(text);
  const asksAny = ANY.test(question) || plainWords(question).some((word) => talk.any.has(word));
  return asksAny && plainWords(text).some((word) => talk.none.has(word));
}

/** "The customer says “…”", for reasons; `inside` is the same within a sentence. */
export function attributed(
  conversation: Conversation,
  span: EvidenceSpan,
  wording: Wording,
): { text: string; inside: string } {
  const side = conversation.turns[span.turn]?.side;
  const verb = isQuestion(conversation, span) ? 'asks' : 'says';
  const said = quote(span.text);
  if (side === undefined) {
    const text = wording.say(`name ${verb}`, { who: span.speaker ?? wording.say('someone'), quote: said });
    return { text, inside: text };
  }
  const text = wording.say(`${side} ${verb}`, { quote: said });
  return { text, inside: text.charAt(0).toLowerCase() + text.slice(1) };
}
