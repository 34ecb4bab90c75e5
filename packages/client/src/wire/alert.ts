import type { Estimate } from './insights.ts';

/** A rule about a figure of a kit. It has either `above` or `below`. */
export interface AlertRule {
  /** Id, code or slug. */
  kit: string;
  brick: string;
  /** `share`: of the runs with a value, those with the answer `value`; `no_value`: of all runs, those without one. */
  aggregate: 'share' | 'mean' | 'quantile' | 'no_value';
  /** For `share`. */
  value?: string | number | boolean | undefined;
  /** For `quantile`; 0.5 when left out. */
  quantile?: 0.1 | 0.25 | 0.5 | 0.75 | 0.9 | undefined;
  /** `1h` to `48h`, or `1d` to `90d`. */
  window: string;
  above?: number | undefined;
  below?: number | undefined;
  /** How far the figure must come back before the alert is resolved. */
  hysteresis?: number | undefined;
  /** With fewer runs nothing changes; 30 when left out. */
  min_runs?: number | undefined;
  /** Conditions, as in lists of runs: `{ 'metadata.team': 'emea' }`. */
  where?: Record<string, string> | undefined;
  as?: 'given' | 'reviewed' | undefined;
}

export interface AlertFinding {
  /** The window. */
  from: string;
  to: string;
  n: number;
  /** Whether there are at least `min_runs`. */
  enough: boolean;
  figure?: Estimate;
  /** The path of the runs behind the figure. */
  runs_url: string;
}

export type AlertState = 'ok' | 'raised';

export interface Alert {
  name: string;
  kit_id: string;
  kit_code: string;
  rule: AlertRule;
  state: AlertState;
  /** When the state was last changed. */
  since: string;
  checked_at?: string;
  found?: AlertFinding;
  /** Why the last check could not say anything. */
  problem?: string;
  created_at: string;
  updated_at: string;
}

/** When it was raised or resolved, and what was found then. */
export interface AlertChange {
  event_id: string;
  at: string;
  /** From then on. */
  state: AlertState;
  found?: AlertFinding;
}

/** What a rule finds in current figures. */
export interface AlertCheck extends AlertFinding {
  state: AlertState;
}
