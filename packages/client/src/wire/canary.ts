/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Estimate } from './insights.ts';
import type { AlertState } from './vocabulary.ts';

/** A golden set that is evaluated every night on the live version of its kit. */
export interface CanaryRule {
  /** The kit’s id, code or slug. */
  kit: string;
  /** The name of a golden set of the kit. */
  set: string;
  /** `auto`, as for runs, by default. `local` asks no model. */
  engine?: 'auto' | 'local' | undefined;
  /** When it begins, UTC; 03:00 by default. */
  at?: string | undefined;
  /** How far the accuracy of a brick may fall below the baseline; 0.05 by default. */
  max_drop?: number | undefined;
  /** The share of lines whose answer may differ from the baseline’s; 0.1 by default. */
  max_changed?: number | undefined;
}

export interface CanaryFinding {
  /** `evl_…`, the last one that ended. */
  evaluation_id: string;
  /** The first evaluation of this version of the kit on this version of the set, which others are compared with. */
  baseline_id: string;
  /** The path of the comparison, with the lines that are now right or wrong and were not before. */
  evaluation_url: string;
  kit_version: number;
  /** What answered: `local` or a model. */
  engine: string;
  bricks: {
    key: string;
    n: number;
    /** The accuracy with its 95 % interval. */
    accuracy: Estimate;
    baseline_accuracy: number;
    /** The share of lines whose answer differs from the baseline’s. */
    changed: number;
    drifted: boolean;
  }[];
}

/** When it was raised or resolved, and what was found then. */
export interface CanaryChange {
  /** `evt_…`, the event of this change. */
  event_id: string;
  at: string;
  /** The state from then on. */
  state: AlertState;
  found?: CanaryFinding;
}

export interface Canary {
  name: string;
  kit_id: string;
  kit_code: string;
  rule: CanaryRule;
  state: AlertState;
  /** When the state was last changed. */
  since: string;
  checked_at?: string;
  /** What the last check found. */
  found?: CanaryFinding;
  /** Why the last check had no result. */
  problem?: string;
  created_at: string;
  updated_at: string;
  /** The running evaluation. */
  running?: string;
  /** When it is checked next. */
  next_at: string;
}
