import type { Estimate } from './insights.ts';
import type { AnswerFilter, RunAnswer } from './run.ts';
import type { BackfillStatus } from './vocabulary.ts';

/** Which runs are evaluated again; all of the kit that have succeeded when it is left out. */
export interface BackfillFilter extends AnswerFilter {
  /** RFC 3339: when the conversations took place. */
  occurred_after?: string | undefined;
  occurred_before?: string | undefined;
  /** RFC 3339: when the runs were accepted. */
  created_after?: string | undefined;
  created_before?: string | undefined;
  external_id?: string | undefined;
  /** Whether somebody reviewed the run. */
  reviewed?: boolean | undefined;
}

export interface BackfillRequest {
  /** The version that answers; a draft, too. */
  kit_version_id: string;
  filter?: BackfillFilter | undefined;
  /** At most so many, at random; the same each time. */
  sample?: number | undefined;
  engine?: 'auto' | 'local' | undefined;
  /** Never exceeded. */
  max_credits: number;
  /** Whether the new runs have events, and send them. */
  webhooks?: boolean | undefined;
}

export interface ShadowRequest {
  /** The version that answers beside the live one; usually a draft. */
  kit_version_id: string;
  /** The part of the kit's runs that it answers too: 0.1 for a tenth. */
  share: number;
  engine?: 'auto' | 'local' | undefined;
  /** No cap when left out. */
  max_credits?: number | undefined;
}

export interface BackfillEstimate {
  runs: number;
  without_input: number;
  input_tokens: number;
  credits: number;
  /** What is set aside for a run while it is evaluated, at most. */
  most_credits_per_run: number;
  seconds: number;
}

export interface Backfill {
  /** `bfl_…` */
  backfill_id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  engine: 'auto' | 'local';
  filter: Record<string, unknown>;
  sample?: number;
  /** Of a shadow: the part of the kit's runs that it follows. */
  shadow?: number;
  webhooks: boolean;
  /** Absent: a shadow without a cap. */
  max_credits?: number;
  /** `capped`: the next run could have exceeded `max_credits`. */
  status: BackfillStatus;
  total: number;
  /** `succeeded`, `failed` and `skipped` together. */
  done: number;
  succeeded: number;
  failed: number;
  skipped: number;
  credits: number;
  error?: string;
  created_at: string;
  completed_at?: string;
}

export interface ComparedBrick {
  key: string;
  type: string;
  n: number;
  changed: number;
  /** Of yes/no questions and categories, the most frequent first. */
  values?: {
    /** Null: no value. */
    value: string | number | boolean | null;
    before: number;
    after: number;
    share_before: number;
    share_after: number;
    gained: number;
    lost: number;
    /** McNemar's exact test. */
    p: number;
  }[];
  numbers?: {
    mean_before?: number;
    mean_after?: number;
    /** The 95 % interval of the mean. */
    interval_before?: { low: number; high: number };
    interval_after?: { low: number; high: number };
    /** The mean of what runs with a number before and after changed by. */
    difference?: Estimate;
    up: number;
    down: number;
    p: number;
  };
  flips: { run_id: string; rescored_run_id: string; before: RunAnswer['value']; after: RunAnswer['value'] }[];
}

export interface BackfillComparison {
  backfill_id: string;
  status: BackfillStatus;
  n: number;
  bricks: ComparedBrick[];
}
