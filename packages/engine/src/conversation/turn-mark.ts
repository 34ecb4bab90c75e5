/** Where a turn begins: with its label or time at `start`, its words from `wordsAt`. */
export interface TurnMark {
  start: number;
  wordsAt: number;
  /** Where they end before the next turn begins, as in a cell of a table. */
  wordsEnd?: number;
  speaker?: string | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** What the program of a chat wrote itself, such as "Tom joined": not speech. */
  isNotice?: boolean;
}
