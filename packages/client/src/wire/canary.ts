import type { AlertState } from './alert.ts';
import type { Estimate } from './insights.ts';

/** A golden set that is evaluated every night on the live version of its kit. */
export interface CanaryRule {
  /** Id, code or slug. */
  kit: string;
  set: string;
  /** `auto`, as runs do, when left out; `local` asks no model. */
  engine?: 'auto' | 'local' | undefined;
  /** UTC, such as `03:00`, which is also the default. */
  at?: string | undefined;
  /** How much smaller the accuracy of a brick may be than in the baseline; 0.05 when left out. */
  max_drop?: number | undefined;
  /** The share of lines whose answer may differ from the baseline's; 0.1 when left out. */
  max_changed?: number | undefined;
}

export interface CanaryFinding {
  evaluation_id: string;
  baseline_id: string;
  /** The path of the comparison. */
  evaluation_url: string;
  kit_version: number;
  engine: string;
  bricks: {
    key: string;
    n: number;
    accuracy: Estimate;
    baseline_accuracy: number;
    changed: number;
    drifted: boolean;
  }[];
}

/** When it was raised or resolved, and what was found then. */
export interface CanaryChange {
  event_id: string;
  at: string;
  /** From then on. */
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
  /** The evaluation under way. */
  running?: string;
  next_at: string;
  checked_at?: string;
  found?: CanaryFinding;
  /** Why the last evaluation could not say anything. */
  problem?: string;
  created_at: string;
  updated_at: string;
}
