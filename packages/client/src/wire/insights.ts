import type { AnswerFilter } from './run.ts';

/** A figure with its 95 % interval; without one where too little was counted. */
export interface Estimate {
  value: number;
  low?: number;
  high?: number;
}

export interface BrickInsights {
  key: string;
  name: string;
  type: string;
  /** Runs with a value. */
  answered: number;
  not_applicable: number;
  abstained: number;
  /** Not sure enough, or resting on an answer that was not; never counted as a no. */
  not_sure: number;
  /** Nothing was said about it. */
  no_answer: number;
  confidence?: number;
  /** Of yes/no questions and categories; shares are of `answered`. */
  values?: {
    value: string | number | boolean;
    /** Of a category. */
    name?: string;
    count: number;
    share: Estimate;
  }[];
  mean?: Estimate;
  quantiles?: ({ quantile: number } & Estimate)[];
}

export interface InsightsGroup {
  /** Absent for runs without the metadata key, and in the total. */
  group?: string;
  /** With `group_by: 'version'`. */
  kit_version_id?: string;
  runs: { succeeded: number; failed: number; cancelled: number };
  bricks: BrickInsights[];
}

export interface Insights {
  kit_id: string;
  kit_code: string;
  group_by: string;
  from: string;
  to: string;
  as: 'given' | 'reviewed';
  data: InsightsGroup[];
  total: InsightsGroup;
}

export interface InsightsQuery extends AnswerFilter {
  group_by?: 'day' | 'week' | 'month' | 'version' | `metadata.${string}` | undefined;
  /** Days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only runs that somebody reviewed, or that nobody did. */
  reviewed?: boolean | undefined;
  /** Only the runs of this backfill, by the day of the original runs. */
  backfill_id?: string | undefined;
  /** `reviewed` applies the corrections of reviewers. */
  as?: 'given' | 'reviewed' | undefined;
}
