/** The accuracy of an engine on a kind of question, and how well it is known. */
import type { AccuracyBasis } from '@brickwork/contract';
import type { KnownScores } from './estimate-from-scores.ts';
import { type Interval, shareLimits } from './limits.ts';

/** Who answers: the reader of the local engine, its words alone, or a model. */
export type Answerer = 'reader' | 'words' | 'model';

/** A share with the precision of `worth` answers. */
export interface KnownShare {
  share: number;
  worth: number;
}

export interface Accuracy {
  basis: AccuracyBasis;
  /** Where the figures come from, as a sentence. */
  source: string;
  /** For yes/no questions: the shares of calls with a yes, and with a no, that are answered correctly. */
  sensitivity?: KnownShare;
  specificity?: KnownShare;
  /** For yes/no questions of the reader: the meaning of its probabilities. The share is then estimated from these. */
  scores?: KnownScores;
  /** For all types: the share of right answers. */
  right: KnownShare;
}

export function limitsOf({ share, worth }: KnownShare): Interval {
  return shareLimits(share, worth);
}
