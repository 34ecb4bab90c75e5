/** Checks the alerts that are due. A check that changes an alert's state stores the new state and the event about it together. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import { type Alert, nextState } from './alert.ts';
import { eventOfAlert } from './alert-document.ts';
import { problemOf } from './manage-alerts.ts';
import { type MeasureRule, measureRule } from './measure-rule.ts';
import type { AlertStore } from './store/alert-store.ts';

export interface WatchAlerts extends MeasureRule {
  alerts: AlertStore;
  clock: Clock;
  /** Between two checks of an alert. */
  everyMs: number;
}

/** Alerts that are read at the same time. */
const BATCH = 100;

export async function checkDueAlerts(deps: WatchAlerts, isStopped: () => boolean): Promise<void> {
  for (let due = await deps.alerts.due(BATCH); due.length > 0; due = await deps.alerts.due(BATCH))
    for (const alert of due) {
      if (isStopped()) return;
      await checkOne(deps, alert).catch((error: unknown) => postpone(deps, alert, error));
    }
}

/**
 * A failed check (a statement that takes too long, for example, or a condition on a deleted dimension) must not delay the alerts after it:
 * it is recorded and retried later.
 */
async function postpone(deps: WatchAlerts, alert: Alert, error: unknown): Promise<void> {
  const problem =
    (error instanceof ServiceError ? error.detail : undefined) ??
    'The check failed. The next one tries again; a shorter window or a simpler filter may help.';
  const checked = { state: alert.state, found: undefined, problem };
  await deps.alerts.settle(alert, { ...checked, now: deps.clock.now(), event: undefined }, deps.everyMs);
}

async function checkOne(deps: WatchAlerts, alert: Alert): Promise<void> {
  const now = deps.clock.now();
  const found = await measureRule(deps, alert, alert, alert.rule, now);
  const checked =
    typeof found === 'string'
      ? { state: alert.state, found: undefined, problem: problemOf(found) }
      : { state: nextState(alert.rule, alert.state, found), found, problem: undefined };
  const event =
    checked.state === alert.state ? undefined : eventOfAlert({ ...alert, ...checked, since: now, checkedAt: now }, now);
  await deps.alerts.settle(alert, { ...checked, now, event }, deps.everyMs);
}
