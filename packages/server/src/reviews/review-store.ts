/** What the reviews room needs from storage. Every method is one transaction. */
import type { BrickValue, Verdict } from '@brickwork/contract';
import type { Run } from '../runs/run.ts';
import type { Scope } from '../runs/run-store.ts';
import type { Review } from './review.ts';

export interface ReviewLine {
  brick: string;
  verdict: Verdict;
  value: BrickValue | undefined;
  note: string | undefined;
  answer: BrickValue;
  confidence: number | undefined;
}

export interface Submission {
  run: Run;
  reviewer: string;
  lines: readonly ReviewLine[];
  now: Date;
}

export interface ReviewFilter {
  kitId: string | undefined;
  runId: string | undefined;
  brick: string | undefined;
  verdict: Verdict | undefined;
  reviewer: string | undefined;
  isCurrent: boolean;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

export interface ReviewStore {
  /**
   * Adds the lines that say something new, with the event that tells of corrections, and returns the newest review of each brick
   * that was sent. `no_output`: the run's answers are gone, erased or purged.
   */
  add(scope: Scope, submission: Submission): Promise<Review[] | 'no_output'>;
  /** Of one run, oldest first. */
  ofRun(scope: Scope, runId: string): Promise<Review[]>;
  /** Newest first, before the review `before`. */
  list(scope: Scope, filter: ReviewFilter, page: { before: string | undefined; limit: number }): Promise<Review[]>;
  /** Oldest first, after the review `after`: for exports. */
  page(scope: Scope, filter: ReviewFilter, page: { after: string | undefined; limit: number }): Promise<Review[]>;
}
