/** A number that somebody said, written or spoken. */
export interface SaidNumber {
  /** Offsets into the text. */
  start: number;
  end: number;
  value: number;
  /** What it would be as a sum of money, where that differs: "nine ninety nine" is 999, as a price 9.99. */
  asPrice?: number;
  /** What it may mean where the usual meaning is not possible: "six fifty" is 650, or 6.50. */
  otherwise?: number;
  isMoney: boolean;
  /** The words that follow: one of them is what was counted. */
  counted: string[];
}

/** A number with the words around it. */
export interface PlacedNumber extends SaidNumber {
  /** The word before it. */
  before: string;
  /** The words since the number before it, where they are few. */
  between: string[] | undefined;
}
