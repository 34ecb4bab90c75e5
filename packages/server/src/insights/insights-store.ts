/** What the insights room needs from storage. */
import type { BrickType } from '@brickwork/contract';
import type { AnswerFilter } from '../runs/answer-filter.ts';
import type { Scope } from '../runs/run-store.ts';

export type GroupBy = 'day' | 'week' | 'month' | 'version' | { metadata: string };

export type InsightsAs = 'given' | 'reviewed';

export interface InsightsQuery {
  kitId: string;
  /** Days (UTC) on which runs were created, both included. */
  from: string;
  to: string;
  /** Within the first day: runs that were created later only. They are then read one by one. */
  since?: Date;
  groupBy: GroupBy;
  by: AnswerFilter;
  /** Only runs of this backfill; they are then read one by one, and count for the day of the run that they ask again. */
  backfillId?: string | undefined;
  /** As they were given, or with the corrections of reviewers. */
  as: InsightsAs;
}

/** How often an answer was given in a group. `answer` is as in `count-answers.ts`. */
export interface AnswerCount {
  /** A day, the first day of a week or month, a version, or a metadata value; undefined for runs without the metadata key. */
  group: string | undefined;
  brick: string;
  answer: string;
  count: number;
  total: number;
  squares: number;
  confidence: number;
  confident: number;
}

export interface CountedBrick {
  key: string;
  name: string;
  type: BrickType;
  /** Names of categories, by their values, as the newest version has them. */
  names?: Readonly<Record<string, string>> | undefined;
}

export interface InsightsStore {
  /** `too_many` when the query has conditions or groups by metadata, and more runs than `mostRuns` would have to be read. */
  counts(scope: Scope, query: InsightsQuery, mostRuns: number): Promise<AnswerCount[] | 'too_many'>;
  /** Every brick that the kit has or had, in the order of its newest version. */
  bricks(scope: Scope, kitId: string): Promise<CountedBrick[]>;
}
