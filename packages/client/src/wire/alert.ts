/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Estimate } from './insights.ts';
import type { AlertState } from './vocabulary.ts';

/** A rule about a figure of a kit. It has either `above` or `below`. */
export interface AlertRule {
  /** The kit’s id, code or slug. */
  kit: string;
  /** The key of a brick. */
  brick: string;
  /**
   * `share`: the share of runs with a value whose answer is `value`. `mean` and `quantile`: of numbers.
   * `no_value`: the share of all runs without a value.
   */
  aggregate: 'share' | 'mean' | 'quantile' | 'no_value';
  /** The answer that is counted; for `share` only. */
  value?: string | number | boolean | undefined;
  /** For `quantile` only; 0.5 by default. */
  quantile?: 0.1 | 0.25 | 0.5 | 0.75 | 0.9 | undefined;
  /**
   * `6h`: the last six hours. `7d`: today and the six days before, in the workspace’s time zone. Runs count by the
   * time of their conversations.
   */
  window: string;
  /** Raised when the figure is greater. Give either this or `below`. */
  above?: number | undefined;
  /** Raised when the figure is smaller. */
  below?: number | undefined;
  /** How far the figure must come back past the threshold before the alert is resolved; 0 by default. */
  hysteresis?: number | undefined;
  /** With fewer runs in the window the alert keeps its state; 30 by default. */
  min_runs?: number | undefined;
  /**
   * Conditions, as in lists of runs: a dimension such as `team`, `answer.BRICK`, `confidence.BRICK` or
   * `metadata.KEY`, with a value: `{"team": "emea"}`.
   */
  where?: Record<string, string> | undefined;
  /** `reviewed` applies reviewers’ corrections. */
  as?: 'given' | 'reviewed' | undefined;
}

export interface AlertFinding {
  /** The window. */
  from: string;
  to: string;
  /** How many runs the figure is computed from. */
  n: number;
  /** Whether there are at least `min_runs`. */
  enough: boolean;
  /** With its 95 % interval; absent when there is nothing to count. */
  figure?: Estimate;
  /** The path of the runs behind the figure. */
  runs_url: string;
}

export interface Alert {
  name: string;
  kit_id: string;
  kit_code: string;
  rule: AlertRule;
  state: AlertState;
  /** When the state was last changed. */
  since: string;
  checked_at?: string;
  /** What the last check found. */
  found?: AlertFinding;
  /** Why the last check had no result. */
  problem?: string;
  created_at: string;
  updated_at: string;
}

/** When it was raised or resolved, and what was found then. */
export interface AlertChange {
  /** `evt_…`, the event of this change. */
  event_id: string;
  at: string;
  /** The state from then on. */
  state: AlertState;
  found?: AlertFinding;
}

/** What a rule finds in current figures. */
export interface AlertCheck extends AlertFinding {
  /** What the alert’s state would be after a check. */
  state: AlertState;
}
