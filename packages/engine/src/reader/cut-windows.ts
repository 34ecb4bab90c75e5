/**
 * The conversation as the model reads it: "Agent: …" and "Customer: …" lines, in windows of about 150 words that overlap by 40. The same
 * windows as in training (`tools/reader/conversations.py`): change both together, then train again. For every character of a window, its
 * offset in the conversation is known, or that it was added for the model.
 */
import type { Conversation, Side, Turn } from '../conversation/conversation.ts';

export const WINDOW_WORDS = 150;
export const OVERLAP_WORDS = 40;
const LONG_TURN_WORDS = 90;

export interface Window {
  text: string;
  /** For each character of `text`: its offset in `conversation.text`, -1 where it was added for the model. */
  offsets: Int32Array;
  /** For each character of `text`: the index of its turn. */
  turns: Int32Array;
}

/** A turn, or a part of a long one. */
interface Piece {
  tag: string;
  turn: Turn;
  text: string;
  offsets: number[];
  words: number;
}

const TAGS: Readonly<Record<Side, string>> = { agent: 'Agent', customer: 'Customer' };

export function cutWindows(conversation: Conversation): Window[] {
  const tag = tagger();
  const pieces = conversation.turns.flatMap((turn) => cutTurn(turn, tag(turn)));
  return rangesOf(pieces).map(([first, last]) => toWindow(pieces.slice(first, last)));
}

/** A second speaker of a side is distinguished by name: "Agent Ana". */
function tagger(): (turn: Turn) => string {
  const tags = new Map<string, string>();
  const taken = new Set<string>();
  return ({ speaker, side }) => {
    const who = speaker ?? side ?? 'Speaker';
    const known = tags.get(who);
    if (known !== undefined) return known;
    const base = side === undefined ? who : TAGS[side];
    const tag = side !== undefined && taken.has(base) ? `${base} ${who}` : base;
    tags.set(who, tag);
    taken.add(tag);
    return tag;
  };
}

interface Word {
  text: string;
  start: number;
}

function wordsIn(text: string, start: number): Word[] {
  return [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], start: start + match.index }));
}

/** Long turns are cut at sentence ends, and speech without punctuation after 90 words, so that no turn fills a window alone. */
function cutTurn(turn: Turn, tag: string): Piece[] {
  const count = wordsIn(turn.text, 0).length;
  if (count === 0) return [];
  if (count <= LONG_TURN_WORDS) {
    const offsets = Array.from({ length: turn.text.length }, (_, at) => turn.start + at);
    return [{ tag, turn, text: turn.text, offsets, words: count }];
  }
  const pieces: Piece[] = [];
  let current: Word[] = [];
  const close = () => {
    if (current.length > 0) pieces.push(pieceOf(turn, tag, current));
    current = [];
  };
  for (const sentence of sentencesOf(turn)) {
    let words = sentence;
    while (words.length > LONG_TURN_WORDS) {
      close();
      pieces.push(pieceOf(turn, tag, words.slice(0, LONG_TURN_WORDS)));
      words = words.slice(LONG_TURN_WORDS);
    }
    if (current.length > 0 && current.length + words.length > LONG_TURN_WORDS) close();
    current.push(...words);
  }
  close();
  return pieces;
}

function sentencesOf(turn: Turn): Word[][] {
  const sentences: Word[][] = [];
  let current: Word[] = [];
  for (const word of wordsIn(turn.text, turn.start)) {
    current.push(word);
    if (!/[.!?]$/.test(word.text)) continue;
    sentences.push(current);
    current = [];
  }
  return current.length > 0 ? [...sentences, current] : sentences;
}

function pieceOf(turn: Turn, tag: string, words: readonly Word[]): Piece {
  const offsets: number[] = [];
  for (const { text, start } of words) {
    // The space between two words represents everything between them.
    if (offsets.length > 0) offsets.push((offsets.at(-1) ?? 0) + 1);
    for (let at = 0; at < text.length; at += 1) offsets.push(start + at);
  }
  return { tag, turn, text: words.map(({ text }) => text).join(' '), offsets, words: words.length };
}

/** Ranges [first, last) of pieces; each begins within the last words of the one before. */
function rangesOf(pieces: readonly Piece[]): Array<[number, number]> {
  const wordsAt = (index: number): number => pieces[index]?.words ?? 0;
  const ranges: Array<[number, number]> = [];
  let first = 0;
  while (first < pieces.length) {
    let last = first;
    let words = 0;
    while (last < pieces.length && (last === first || words + wordsAt(last) + 1 <= WINDOW_WORDS)) {
      words += wordsAt(last) + 1;
      last += 1;
    }
    ranges.push([first, last]);
    if (last >= pieces.length) break;
    let back = last;
    let kept = 0;
    while (back - 1 > first && kept + wordsAt(back - 1) <= OVERLAP_WORDS) {
      back -= 1;
      kept += wordsAt(back);
    }
    first = back;
  }
  return ranges;
}

function toWindow(pieces: readonly Piece[]): Window {
  let text = '';
  const offsets: number[] = [];
  const turns: number[] = [];
  for (const piece of pieces) {
    const added = `${text === '' ? '' : '\n'}${piece.tag}: `;
    text += added + piece.text;
    for (let at = 0; at < added.length; at += 1) offsets.push(-1);
    for (const offset of piece.offsets) offsets.push(offset);
    while (turns.length < offsets.length) turns.push(piece.turn.index);
  }
  return { text, offsets: Int32Array.from(offsets), turns: Int32Array.from(turns) };
}
