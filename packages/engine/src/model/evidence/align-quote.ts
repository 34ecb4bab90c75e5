/**
 * Turns a model's quote into a verbatim slice of the user's text, or into nothing. A quote is searched in the turn given by the model, then
 * in other turns of the same speaker: exactly, on the folded copy, and finally word by word with the few differences that cannot change the
 * meaning. A slice never cuts a word or a number, and never leaves out a negation of its clause.
 */

import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { Turn } from '../../conversation/conversation.ts';
import type { ConversationIndex, IndexedTurn } from './conversation-index.ts';
import { foldText } from './fold-text.ts';
import { isLoose, writeOut } from './loose-words.ts';
import { isNegator, isTurnedAfter, isTurnedBefore } from './negation.ts';
import { isBreak, isNegatedOutside } from './negation-scope.ts';
import { isNumber } from './number-words.ts';
import { type Token, tokens } from './word-tokens.ts';

export interface Quote {
  /** The turn's number, as shown to the model. */
  turn: number;
  text: string;
}

export type Found = 'exact' | 'folded' | 'fuzzy';

export interface AlignedQuote {
  span: EvidenceSpan;
  found: Found;
}

/** With fewer words, a quote counts only in the turn given by the model. */
const ENOUGH_WORDS = 3;
const MAX_QUOTE = 20_000;

export function alignQuote(index: ConversationIndex, quote: Quote): AlignedQuote | undefined {
  const named = index.turns[quote.turn];
  if (named === undefined || quote.text.length > MAX_QUOTE) return undefined;
  const prepared = prepare(quote.text, named);
  if (prepared === undefined || !saysSomething(prepared, named)) return undefined;
  const own = inTurn(index, named, prepared);
  if (own !== undefined) return own;
  if (prepared.words.length < ENOUGH_WORDS) return undefined;
  return inOtherTurns(index, named, prepared);
}

interface PreparedQuote {
  exact: string;
  folded: string;
  words: readonly Token[];
  plain: readonly Token[];
}

function prepare(text: string, named: IndexedTurn): PreparedQuote | undefined {
  const exact = withoutLabel(text, named).trim();
  // Punctuation at the edges belongs to the quoter, not the speaker; a sign before a number is not punctuation.
  const folded = foldText(exact)
    .text.trim()
    .replace(/^(?:(?![-+]\p{N})[\s\p{P}])+/u, '')
    .replace(/(?:(?!%)[\s\p{P}])+$/u, '');
  if (folded === '') return undefined;
  const words = tokens(folded);
  if (words.length === 0 && !/\p{S}/u.test(folded)) return undefined;
  return { exact, folded, words, plain: writeOut(words) };
}

/** A quote of function words alone ("a", "to the") occurs everywhere and proves nothing, unless it is the whole turn ("I do"). */
function saysSomething({ words, folded }: PreparedQuote, named: IndexedTurn): boolean {
  if (words.length === 0 || words.some(({ text }) => isContentWord(text))) return true;
  // Checked only if the turn is about as short as the quote.
  if (named.turn.text.length > 2 * folded.length + 10) return false;
  return named.words().length === words.length;
}

function isContentWord(word: string): boolean {
  return !FUNCTION_WORDS.has(word) && (word.length > 1 || isNumber(word) || !/\p{Script=Latin}/u.test(word));
}

const FUNCTION_WORDS = new Set(
  (
    'a an the of to in on at by for with from as and or but so if then than that this these those it its is are was were be been am do does did ' +
    'have has had will would can could i you he she we they me him her us them my your his our their um uh uhm er erm hm'
  ).split(' '),
);

/** "Agent: hello" contains a speaker: it counts only if the turn is that speaker's. */
function withoutLabel(text: string, { speaker }: IndexedTurn): string {
  const label = /^\s*\[?([^:\n\]]{1,80})\]?:\s/u.exec(text);
  const named = label?.[1] === undefined ? '' : foldText(label[1]).text.trim();
  return label !== null && named !== '' && named === speaker ? text.slice(label[0].length) : text;
}

/** Nearest first, because a model usually miscounts by little. */
function inOtherTurns(index: ConversationIndex, named: IndexedTurn, quote: PreparedQuote): AlignedQuote | undefined {
  const others = index
    .holding(quote.plain)
    .filter((turn) => turn !== named && turn.speaker === named.speaker)
    .toSorted((a, b) => distance(a, named) - distance(b, named));
  for (const find of [exactly, folded, fuzzily]) {
    for (const turn of others) {
      const found = find(index, turn, quote);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function distance(a: IndexedTurn, b: IndexedTurn): number {
  return Math.abs(a.turn.index - b.turn.index);
}

function inTurn(index: ConversationIndex, turn: IndexedTurn, quote: PreparedQuote): AlignedQuote | undefined {
  return exactly(index, turn, quote) ?? folded(index, turn, quote) ?? fuzzily(index, turn, quote);
}

function exactly(_: ConversationIndex, indexed: IndexedTurn, quote: PreparedQuote): AlignedQuote | undefined {
  const { turn } = indexed;
  for (let at = turn.text.indexOf(quote.exact); at >= 0; at = turn.text.indexOf(quote.exact, at + 1)) {
    const end = at + quote.exact.length;
    const { starts, ends } = indexed.folded();
    const from = firstAt(starts, at);
    const to = firstAt(starts, end);
    const isBetweenCharacters = (ends[from - 1] ?? 0) <= at && (ends[to - 1] ?? 0) <= end;
    if (isBetweenCharacters && isWhole(indexed, from, to) && !isCut(turn.text, at, end)) {
      return { span: spanOf(turn, at, end), found: 'exact' };
    }
  }
  return undefined;
}

function folded(_: ConversationIndex, indexed: IndexedTurn, quote: PreparedQuote): AlignedQuote | undefined {
  const { text } = indexed.folded();
  for (let at = text.indexOf(quote.folded); at >= 0; at = text.indexOf(quote.folded, at + 1)) {
    const found = toSpan(indexed, at, at + quote.folded.length);
    if (found !== undefined) return { span: found, found: 'folded' };
  }
  return undefined;
}

function fuzzily(index: ConversationIndex, indexed: IndexedTurn, { plain }: PreparedQuote): AlignedQuote | undefined {
  if (plain.length < ENOUGH_WORDS) return undefined;
  const words = indexed.plainWords();
  const english = index.isEnglish();
  for (const [first, start] of words.entries()) {
    if (start.text !== plain[0]?.text) continue;
    const end = follow(words, first, plain, english);
    const found = end && toSpan(indexed, start.start, end.end);
    if (found !== undefined) return { span: found, found: 'fuzzy' };
  }
  return undefined;
}

/** The last word of the source covered by the quote, if it matches word by word. */
function follow(words: readonly Token[], first: number, plain: readonly Token[], english: boolean): Token | undefined {
  let at = first;
  let last: Token | undefined;
  for (const { text } of plain) {
    while (words[at] !== undefined && words[at]?.text !== text) {
      if (!isLoose(words, at, english)) return undefined;
      at += 1;
    }
    last = words[at];
    if (last === undefined) return undefined;
    at += 1;
  }
  // An expanded short form that the quote covers only partly: "I do" of "I don't".
  return words[at]?.start === last?.start ? undefined : last;
}

function toSpan(indexed: IndexedTurn, from: number, to: number): EvidenceSpan | undefined {
  if (!isWhole(indexed, from, to)) return undefined;
  const { starts, ends } = indexed.folded();
  const start = starts[from];
  const end = ends[to - 1];
  if (start === undefined || end === undefined) return undefined;
  // One source character may fold to several units: a match must not begin or end inside it.
  if (from > 0 && starts[from - 1] === start) return undefined;
  if (starts[to] !== undefined && ends[to] === end) return undefined;
  return isCut(indexed.turn.text, start, end) ? undefined : spanOf(indexed.turn, start, end);
}

/** No word or number is cut, and there is no negation directly outside. */
function isWhole(indexed: IndexedTurn, from: number, to: number): boolean {
  const words = indexed.words();
  const { text } = indexed.folded();
  const before = lastBefore(words, from);
  const last = lastBefore(words, to);
  if ((words[before]?.end ?? 0) > from || (words[last]?.end ?? 0) > to) return false;
  if (before >= 0 && isTorn(text, words[before], words[before + 1])) return false;
  if (last > before && isTorn(text, words[last], words[last + 1])) return false;
  if (isPartOfNumber(text, words, before, last)) return false;
  if (isNegatedOutside(text, words, before + 1, last)) return false;
  return !isTurnedAfter(text.slice(to, to + 4)) && !isTurnedBefore(text.slice(Math.max(0, from - 8), from));
}

/** Whether a cut between two neighbours would separate a negation from its scope, or split a number ("twenty | five"). */
function isTorn(text: string, left: Token | undefined, right: Token | undefined): boolean {
  if (left === undefined || right === undefined || isBreak(text.slice(left.end, right.start))) return false;
  return isNegator(left.text) || isNegator(right.text) || (isNumber(left.text) && isNumber(right.text));
}

/** "one hundred" of "one hundred and thirty nine", "11" of "11 %": what follows belongs to the number. */
function isPartOfNumber(text: string, words: readonly Token[], before: number, last: number): boolean {
  const [first, end] = [words[before + 1], words[last]];
  if (first === undefined || end === undefined) return false;
  const isAnd = (at: number) =>
    words[at]?.text === 'and' &&
    SCALES.has(words[at - 1]?.text ?? '') &&
    isNumber(words[at + 1]?.text ?? '') &&
    !isBreak(text.slice(words[at - 1]?.end, words[at + 1]?.start));
  if (isAnd(last + 1) || isAnd(last) || isAnd(before) || isAnd(before + 1)) return true;
  return (
    isNumber(end.text) &&
    UNIT_AFTER.test(text.slice(end.end, end.end + 12)) &&
    !UNIT_AFTER.test(text.slice(end.end, end.end + 1))
  );
}

const SCALES = new Set(['hundred', 'thousand', 'million', 'billion']);
const UNIT_AFTER = /^\s*(?:[%‰]|per ?cent\b)/u;

/** The last word that begins before `from`; -1 if there is none. */
function lastBefore(words: readonly Token[], from: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first index that is not before `offset`. */
function firstAt(places: Int32Array, offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Emoji may consist of several joined characters, which a slice must not split. */
function isCut(text: string, start: number, end: number): boolean {
  return (
    text[start - 1] === '\u200d' ||
    JOINED_ON.test(text.slice(end, end + 2)) ||
    JOINED_ON.test(text.slice(start, start + 2))
  );
}

const JOINED_ON = /^(?:\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\udc00-\udfff])/u;

function spanOf(turn: Turn, start: number, end: number): EvidenceSpan {
  return {
    text: turn.text.slice(start, end),
    turn: turn.index,
    ...(turn.speaker !== undefined && { speaker: turn.speaker }),
    start: turn.start + start,
    end: turn.start + end,
  };
}
