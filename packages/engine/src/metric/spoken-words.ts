/**
 * The words of turns, in order, with their offsets. A word is a run of letters and digits, with apostrophes and hyphens
 * inside it, and points or commas between digits. Chinese and Japanese write no spaces: there every character is one.
 */
import type { Turn } from '../conversation/conversation.ts';

export interface Word {
  /** Lower case, with straight apostrophes: what it is compared by. */
  folded: string;
  turn: Turn;
  start: number;
  end: number;
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:(?:['’\-]|(?<=\p{N})[.,](?=\p{N}))[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+)*/gv;

export function foldWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => fold(word));
}

export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(WORD)) count += 1;
  return count;
}

export function spokenWords(turns: readonly Turn[]): Word[] {
  return turns.flatMap((turn) =>
    Array.from(turn.text.matchAll(WORD), ({ 0: word, index }) => ({
      folded: fold(word),
      turn,
      start: turn.start + index,
      end: turn.start + index + word.length,
    })),
  );
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}
