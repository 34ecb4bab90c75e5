/** Something in the conversation that could be the answer: where it stands, its normal form, how sure its form is. */
import type { Turn } from '../../../conversation/conversation.ts';

export interface Place {
  turn: Turn;
  start: number;
  end: number;
}

export interface Candidate extends Place {
  /** In the normal form of its extractor. */
  value: string;
  /** 0 to 1: how clearly the words alone show what this is ("$5" 1, a bare "5" 0.3). */
  strength: number;
  /** Where its further pieces stand, when it was said in pieces. */
  more?: Place[];
}
