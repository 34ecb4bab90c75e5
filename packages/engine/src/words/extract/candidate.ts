/** Something in the conversation that could be the answer: where it is, its normal form, and how clearly the form shows what it is. */
import type { Turn } from '../../conversation/conversation.ts';

export interface Span {
  turn: Turn;
  start: number;
  end: number;
}

export interface Candidate extends Span {
  /** In the normal form of its extractor. */
  value: string;
  /** 0 to 1: how clearly the words alone show what this is ("$5" 1, a bare "5" 0.3). */
  strength: number;
  /** The name by which someone in the conversation introduced themselves. */
  isIntroduction?: boolean;
  /** Its further pieces, when it was said in pieces. */
  more?: Span[];
}
