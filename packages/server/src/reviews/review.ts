/** A review: what one person says about one answer of a run. Reviews are added, never changed; the newest of each reviewer counts. */
import type { BrickValue, Verdict } from '@brickwork/contract';

export interface Review {
  reviewId: string;
  runId: string;
  kitId: string;
  kitVersion: number;
  brick: string;
  verdict: Verdict;
  /** The right value, if the reviewer gave one. */
  value: BrickValue | undefined;
  note: string | undefined;
  /** The value that was reviewed, and its confidence. */
  answer: BrickValue | undefined;
  confidence: number | undefined;
  reviewer: string;
  /** The display name; unknown for reviews of earlier releases and for imported ones. */
  reviewerName: string | undefined;
  createdAt: Date;
  isSuperseded: boolean;
}

/** Whether the reviewer says that the answer should have been another one. */
export function isCorrection(verdict: Verdict): boolean {
  return verdict === 'wrong' || verdict === 'not_applicable';
}
