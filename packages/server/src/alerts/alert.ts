/** Alerts: rules about a figure of a kit, and their results. */
import type { AlertState, alertsApi } from '@brickwork/contract';
import type { z } from 'zod';
import type { Estimate } from '../insights/intervals.ts';
import type { Watched } from './watched.ts';

export type AlertRule = z.output<typeof alertsApi.alertRule>;

export interface AlertFinding {
  from: Date;
  to: Date;
  /** How many runs the figure is based on. */
  n: number;
  isEnough: boolean;
  figure: Estimate | undefined;
  runsUrl: string;
}

export type Alert = Watched<AlertRule, AlertFinding>;

const FEWEST_RUNS = 30;

export function minRunsOf({ min_runs = FEWEST_RUNS }: AlertRule): number {
  return min_runs;
}

/** The state after a check. Within the hysteresis, and with too few runs, it does not change. */
export function nextState(rule: AlertRule, state: AlertState, { isEnough, figure }: AlertFinding): AlertState {
  if (!isEnough || figure === undefined) return state;
  const { above, below, hysteresis = 0 } = rule;
  // With the sign reversed, "below" becomes "above".
  const [value, threshold] =
    above === undefined ? [-figure.value, -(below ?? Number.NEGATIVE_INFINITY)] : [figure.value, above];
  if (state === 'ok') return value > threshold ? 'raised' : 'ok';
  return value <= threshold - hysteresis ? 'ok' : 'raised';
}
