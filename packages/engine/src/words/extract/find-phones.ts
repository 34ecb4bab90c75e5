/**
 * Phone numbers, written or said digit by digit ("five five five", "double four", "eight hundred"). People give them in
 * pieces, often over several turns with the listener repeating each piece, so the pieces are put together.
 */

import parsePhoneNumber from 'libphonenumber-js/min';
import type { Turn } from '../../conversation/conversation.ts';
import { vocabularyLines, wordSet } from '../../core/read-vocabulary.ts';
import { readTurnWords, type Word } from '../text/read-words.ts';
import { PHONES } from '../weights/extracting.ts';
import type { Candidate, Span } from './candidate.ts';
import { FILLERS, smallNumberOf, unitOf } from './english-number.ts';

const WRITTEN = /(?<![\p{L}\p{N}])(\+?\(?\d[\d\s().-]{5,22}\d)(?![\p{L}\p{N}])/gu;
const BETWEEN = new Set([...FILLERS, ...wordSet('phone-words', 'between')]);
const CORRECTIONS = wordSet('phone-words', 'corrections');
const REPEATS = new Map(
  vocabularyLines('phone-words', 'repeats').map((line): [string, number] => {
    const [word = '', times] = line.split(': ');
    return [word, Number(times)];
  }),
);

interface Piece extends Span {
  digits: string;
  hasPlus: boolean;
  /** Whether no words but fillers come before it in its turn. */
  opensTurn: boolean;
  more: Span[];
  /** "sorry, that's seven six": replaces as many digits at the end. */
  isCorrection: boolean;
}

/** "$35" is money and "AB-4711" an id. */
function isPartOfOther(turn: Turn, word: Word | undefined): boolean {
  return (
    word !== undefined && /[$€£#]$|[A-Za-z]-$|\d\.$/.test(turn.text.slice(Math.max(0, word.start - 2), word.start))
  );
}

function digitsOf(turn: Turn, words: readonly Word[], at: number): { digits: string; to: number } | undefined {
  const text = words[at]?.text ?? '';
  const times = REPEATS.get(text);
  if (times !== undefined) {
    const unit = unitOf(words[at + 1]?.text ?? '');
    return unit < 0 ? undefined : { digits: String(unit).repeat(times), to: at + 2 };
  }
  if (/^\d{1,10}$/.test(text)) return isPartOfOther(turn, words[at]) ? undefined : { digits: text, to: at + 1 };
  const unit = unitOf(text);
  if (unit >= 0 && text !== 'o') {
    return words[at + 1]?.text === 'hundred'
      ? { digits: `${unit}00`, to: at + 2 }
      : { digits: String(unit), to: at + 1 };
  }
  if (text === 'o') return { digits: '0', to: at + 1 };
  const small = smallNumberOf(text);
  if (small === undefined) return undefined;
  const next = unitOf(words[at + 1]?.text ?? '');
  if (small >= 20 && next > 0) return { digits: String(small + next), to: at + 2 };
  return { digits: String(small), to: at + 1 };
}

function findPieces(turn: Turn): Piece[] {
  const words = readTurnWords(turn);
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  let isFirst = true;
  let isCorrection = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const read = digitsOf(turn, words, at);
    if (word === undefined) break;
    if (read === undefined) {
      if (CORRECTIONS.has(word.text)) isCorrection = true;
      if (!BETWEEN.has(word.text)) {
        open = undefined;
        isFirst = false;
      }
      at += 1;
      continue;
    }
    const end = turn.start + (words[read.to - 1]?.end ?? word.end);
    if (open === undefined) {
      const hasPlus = words[at - 1]?.text === 'plus' || turn.text[word.start - 1] === '+';
      open = {
        turn,
        start: turn.start + word.start,
        end,
        digits: read.digits,
        hasPlus,
        opensTurn: isFirst,
        more: [],
        isCorrection,
      };
      isCorrection = false;
      pieces.push(open);
    } else {
      open.digits += read.digits;
      open.end = end;
    }
    at = read.to;
  }
  return pieces;
}

/** "eight zero six, eight zero six, six one …": a false start is left out where what remains is whole. */
function withoutFalseStart(digits: string): string {
  const extra = digits.length - PHONES.whole;
  return extra > 0 && digits.startsWith(digits.slice(0, extra), extra) ? digits.slice(extra) : digits;
}

function toCandidate(given: Piece): Candidate | undefined {
  const piece = given.hasPlus ? given : { ...given, digits: withoutFalseStart(given.digits) };
  if (piece.digits.length < PHONES.shortest || piece.digits.length > PHONES.longest) return undefined;
  const value = piece.hasPlus ? `+${piece.digits}` : piece.digits;
  const isPlausible = piece.hasPlus
    ? parsePhoneNumber(value)?.isPossible() === true
    : piece.digits.length === PHONES.whole;
  const { turn, start, end, more } = piece;
  return { turn, start, end, value, strength: isPlausible ? PHONES.plausible : PHONES.doubtful, more };
}

/** A piece that is too short goes on in the speaker's next turn, if that turn begins with digits. */
function joinPieces(pieces: readonly Piece[], turnPositions: ReadonlyMap<number, number>): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const open = joined.at(-1);
    const last = open?.more.at(-1) ?? open;
    if (open === undefined || last === undefined) {
      joined.push({ ...piece, more: [] });
      continue;
    }
    if (piece.isCorrection && piece.turn === last.turn && piece.digits.length < open.digits.length) {
      open.digits = open.digits.slice(0, -piece.digits.length) + piece.digits;
      open.more.push({ turn: piece.turn, start: piece.start, end: piece.end });
      continue;
    }
    const gap = (turnPositions.get(piece.turn.index) ?? 0) - (turnPositions.get(last.turn.index) ?? 0);
    const continues = gap >= 1 && gap <= PHONES.reachTurns && piece.opensTurn && open.digits.length < PHONES.whole;
    if (continues && open.digits.length + piece.digits.length <= PHONES.whole + 1) {
      open.digits += piece.digits;
      open.more.push({ turn: piece.turn, start: piece.start, end: piece.end });
    } else {
      joined.push({ ...piece, more: [] });
    }
  }
  return joined;
}

export function findPhones(turns: readonly Turn[]): Candidate[] {
  const found = new Map<string, Candidate>();
  const keep = (piece: Piece): void => {
    const candidate = toCandidate(piece);
    if (candidate === undefined) return;
    const key = `${candidate.start} ${candidate.value}`;
    if (!found.has(key)) found.set(key, candidate);
  };
  for (const turn of turns) {
    for (const match of turn.text.matchAll(WRITTEN)) {
      const digits = (match[1] ?? '').replaceAll(/\D/g, '');
      const start = turn.start + match.index;
      const hasPlus = (match[1] ?? '').startsWith('+');
      keep({
        turn,
        start,
        end: start + match[0].length,
        digits,
        hasPlus,
        opensTurn: false,
        more: [],
        isCorrection: false,
      });
    }
  }
  const positions = new Map(turns.map((turn, position) => [turn.index, position]));
  const pieces = turns.flatMap(findPieces);
  for (const piece of joinPieces(pieces, positions)) keep(piece);
  for (const piece of pieces) keep(piece);
  return [...found.values()];
}
