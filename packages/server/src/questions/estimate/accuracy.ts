/** How right an engine is about a kind of question, and how well that is known. */
import type { AccuracyBasis } from '@brickwork/contract';
import type { KnownScores } from './estimate-from-scores.ts';
import { type Interval, shareLimits } from './limits.ts';

/** Who answers: the reader of the local engine, its words alone, or a model. */
export type Answerer = 'reader' | 'words' | 'model';

/** A share, known as well as from `worth` answers. */
export interface KnownShare {
  share: number;
  worth: number;
}

export interface Accuracy {
  basis: AccuracyBasis;
  /** Where the figures come from, as a sentence. */
  source: string;
  /** Of yes/no questions: how many of the calls with a yes, and with a no, are answered so. */
  sensitivity?: KnownShare;
  specificity?: KnownShare;
  /** Of yes/no questions of the reader: what its chances say. The share is then estimated from these. */
  scores?: KnownScores;
  /** Of all types: how many answers are right. */
  right: KnownShare;
}

export function limitsOf({ share, worth }: KnownShare): Interval {
  return shareLimits(share, worth);
}
