import type { TurnKind } from './turn-kinds.ts';

/** Where a turn begins: with its label or time at `start`, its words from `wordsAt`. */
export interface TurnMark {
  start: number;
  wordsAt: number;
  /** Where they end before the next turn begins, as in a cell of a table. */
  wordsEnd?: number;
  speaker?: string | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** The stated kind of the line: a notice of the chat program such as "Tom joined", hold music, a note. */
  kind?: TurnKind;
}
