/**
 * Checks every alert regularly: one node at a time, as often as the database says, whichever nodes come and go. A check that changes
 * an alert's state stores the new state and the event that tells of it together.
 */
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { type Alert, nextState } from './alert.ts';
import { eventOfAlert } from './alert-document.ts';
import type { AlertStore } from './alert-store.ts';
import { problemOf } from './manage-alerts.ts';
import { type MeasureRule, measureRule } from './measure-rule.ts';

export interface WatchAlerts extends MeasureRule {
  alerts: AlertStore;
  clock: Clock;
  logger: Logger;
  /** Between two checks of an alert. */
  everyMs: number;
}

/** Alerts that are read at once. */
const BATCH = 100;

export interface AlertWatcher {
  start(): void;
  /** Ends after the check in progress. */
  stop(): Promise<void>;
}

export function createAlertWatcher(deps: WatchAlerts): AlertWatcher {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isBusy = false;
  let stopped = false;

  const round = async (): Promise<void> => {
    isBusy = true;
    try {
      await deps.alerts.asOnlyOne(async () => {
        for (let alerts = await deps.alerts.due(BATCH); alerts.length > 0; alerts = await deps.alerts.due(BATCH))
          for (const alert of alerts) {
            if (stopped) return;
            await checkOne(deps, alert);
          }
      });
    } catch (error) {
      deps.logger.warn({ reason: (error as Error).message }, 'alerts could not be checked; the next round tries again');
    } finally {
      isBusy = false;
    }
  };
  return {
    start() {
      // More often than alerts are due, so that each is checked soon after its time.
      timer = setInterval(
        () => {
          if (!isBusy) current = round();
        },
        Math.max(50, deps.everyMs / 4),
      );
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
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
