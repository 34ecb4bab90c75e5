/**
 * Text to words with their offsets. Contractions are opened ("don't" is "do" and "not", both with the same offsets), so that
 * negation and auxiliaries are found whatever way they are written. Linear in the text.
 */
import type { Turn } from '../../conversation/conversation.ts';
import { vocabularyLines, wordSet } from '../../core/read-vocabulary.ts';

export interface Word {
  /** Lower case, contractions opened, possessive taken off. */
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;
/** The same for ASCII text, which is most of it: takes half the time. */
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Longer runs are not words: they are kept whole and never stemmed or looked up. */
export const LONGEST_WORD = 40;

function readMeanings(section: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    vocabularyLines('contractions', section).map((line) => {
      const [contraction = '', words = ''] = line.split(': ');
      return [contraction, words.split(' ')];
    }),
  );
}

const CONTRACTIONS = readMeanings('words');
const ENDINGS = readMeanings('endings');
/** After these, 's is "is"; after any other word it is a possessive. */
const BEFORE_IS = wordSet('contractions', 'before is');

/** Undefined for a plain word, which most are. */
function openContraction(lower: string): readonly string[] | undefined {
  const irregular = CONTRACTIONS.get(lower);
  if (irregular !== undefined) return irregular;
  const mark = lower.lastIndexOf("'");
  if (mark <= 0) return undefined;
  const head = lower.slice(0, mark);
  const tail = lower.slice(mark + 1);
  if (tail === 't' && head.endsWith('n')) return [head.slice(0, -1), 'not'];
  if (tail === 's') return BEFORE_IS.has(head) ? [head, 'is'] : [head];
  const ending = ENDINGS.get(tail);
  return ending === undefined ? undefined : [head, ...ending];
}

export function readWords(text: string, from = 0, to = text.length): Word[] {
  const words: Word[] = [];
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  for (const match of part.matchAll(BEYOND_ASCII.test(part) ? WORD : ASCII_WORD)) {
    const raw = match[0];
    const start = from + match.index;
    const end = start + raw.length;
    if (raw.length > LONGEST_WORD) {
      words.push({ text: raw, start, end });
      continue;
    }
    const lower = raw.toLowerCase();
    const text = lower.includes('’') ? lower.replaceAll('’', "'") : lower;
    const pieces = openContraction(text);
    if (pieces === undefined) words.push({ text, start, end });
    else for (const piece of pieces) words.push({ text: piece, start, end });
  }
  return words;
}

/** A turn never changes, so its words are read once, whichever finder asks first. Offsets are within the turn. */
const turnWords = new WeakMap<Turn, Word[]>();

export function readTurnWords(turn: Turn): readonly Word[] {
  let words = turnWords.get(turn);
  if (words === undefined) {
    words = readWords(turn.text);
    turnWords.set(turn, words);
  }
  return words;
}
