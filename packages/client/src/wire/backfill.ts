/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Estimate } from './insights.ts';
import type { BackfillStatus } from './vocabulary.ts';

export interface ShadowRequest {
  /** The version that answers alongside the live one; usually a draft. */
  kit_version_id: string;
  /** The share of the kit’s runs that it also answers: 0.1 for a tenth. Chosen by a hash of the run’s id. */
  share: number;
  /** `local` asks no model. */
  engine?: 'auto' | 'local' | undefined;
  /** Its maximum total cost; at that point it ends as `capped`. No cap by default. */
  max_credits?: number | undefined;
}

export interface BackfillEstimate {
  runs: number;
  /** Runs that match but whose input was erased or is past its retention. */
  without_input: number;
  /** A rough estimate, on the high side; 0 when no model is asked. */
  input_tokens: number;
  credits: number;
  /** The most that is reserved for a run while it is evaluated. A lower `max_credits` may start nothing. */
  most_credits_per_run: number;
  /** A rough estimate from how long these runs took before, if nothing else is waiting. */
  seconds: number;
}

export interface Backfill {
  /** `bfl_…` */
  backfill_id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  engine: 'auto' | 'local';
  /** As sent; `{ "runs": 12 }` if `run_ids` named them. */
  filter: Record<string, unknown>;
  sample?: number;
  /** For a shadow: the share of the kit’s runs that it follows. Absent: a backfill of past runs. */
  shadow?: number;
  webhooks: boolean;
  /** Absent: a shadow without a cap. */
  max_credits?: number;
  /** `capped`: the next run could have exceeded `max_credits`; the runs evaluated by then are a random sample. */
  status: BackfillStatus;
  /** Runs that were chosen; for a shadow, so far. */
  total: number;
  /** How many of these have ended: `succeeded`, `failed` and `skipped` together. */
  done: number;
  succeeded: number;
  failed: number;
  /**
   * Runs whose input was erased before their turn, that were cancelled, or (for a shadow) that could not be
   * started for a day.
   */
  skipped: number;
  credits: number;
  error?: string;
  created_at: string;
  completed_at?: string;
}

export interface ComparedBrick {
  key: string;
  type: string;
  /** Runs that answered the brick before and after. */
  n: number;
  /** For texts: runs that have a text now but had none before, or the reverse. */
  changed: number;
  /** The values of yes/no questions and categories, the most frequent first. */
  values?: {
    /** `null`: no value. */
    value: string | number | boolean | null;
    before: number;
    after: number;
    share_before: number;
    share_after: number;
    /** Runs that have the value now and did not before. */
    gained: number;
    lost: number;
    /** McNemar’s exact test: below 0.05 the difference is unlikely to be chance. */
    p: number;
  }[];
  numbers?: {
    mean_before?: number;
    mean_after?: number;
    /** The 95 % interval of the mean; absent where there are fewer than two numbers, or all are the same. */
    interval_before?: {
      low: number;
      high: number;
    };
    interval_after?: {
      low: number;
      high: number;
    };
    /** The mean change of runs with a number before and after, with its 95 % interval. */
    difference?: Estimate;
    /** Runs whose number grew. */
    up: number;
    down: number;
    /** McNemar’s exact test: below 0.05 the difference is unlikely to be chance. */
    p: number;
  };
  /** Runs whose answer changed, the oldest first, up to `flips`. */
  flips: {
    run_id: string;
    rescored_run_id: string;
    before: string | number | boolean | (string | number | boolean)[] | null;
    after: string | number | boolean | (string | number | boolean)[] | null;
  }[];
}

export interface BackfillComparison {
  backfill_id: string;
  status: BackfillStatus;
  /** Runs that succeeded before and after. */
  n: number;
  /** Bricks that both versions have, in the order of the newer version. */
  bricks: ComparedBrick[];
}
