/** Composes alerts and canaries: their stores, the figures they look at, and the watcher that checks them. */
import type { ManageAlerts } from '../alerts/manage-alerts.ts';
import type { ManageCanaries } from '../alerts/manage-canaries.ts';
import { createAlertStore } from '../alerts/store/alert-store.ts';
import { createCanaryStore } from '../alerts/store/canary-store.ts';
import { checkDueAlerts } from '../alerts/watch-alerts.ts';
import { checkDueCanaries } from '../alerts/watch-canaries.ts';
import { systemClock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { createWatcher, type Watcher } from '../core/watcher.ts';
import type { InsightsStore } from '../insights/store/insights-store.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import type { RecordEvents } from '../webhooks/event.ts';
import type { Golden } from './compose-golden.ts';
import type { Config } from './config.ts';
import type { Storage } from './open-storage.ts';

export interface AlertsOptions {
  config: Config;
  storage: Storage;
  logger: Logger;
  kits: ManageKits;
  insights: InsightsStore;
  golden: Golden;
  recordEvents: RecordEvents;
}

export interface Alerts {
  routes: ManageAlerts & ManageCanaries;
  /** Undefined on a node that only answers requests. */
  watcher: Watcher | undefined;
}

export function composeAlerts(options: AlertsOptions): Alerts {
  const { config, storage, logger, kits, insights, golden, recordEvents } = options;
  const { createEvaluation } = golden;
  const routes = {
    alerts: createAlertStore(storage.database, recordEvents),
    canaries: createCanaryStore(storage.database, { recordEvents, createEvaluation }),
    golden: golden.routes.golden,
    insights,
    kits,
    clock: systemClock,
  };
  if (config.role === 'api') return { routes, watcher: undefined };
  const watching = { ...routes, everyMs: config.alertsMs };
  const watcher = createWatcher({
    what: 'checking alerts',
    asOnlyOne: (work) => routes.alerts.asOnlyOne(work),
    checks: [(isStopped) => checkDueAlerts(watching, isStopped), (isStopped) => checkDueCanaries(watching, isStopped)],
    logger,
    // More often than alerts are due, so that each is checked soon after its time.
    everyMs: Math.max(50, config.alertsMs / 4),
  });
  return { routes, watcher };
}
