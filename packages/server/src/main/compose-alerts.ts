/** Composes alerts: their store, the figures they look at, and the watcher that checks them. */

import type { ManageAlerts } from '../alerts/manage-alerts.ts';
import { type AlertWatcher, createAlertWatcher } from '../alerts/watch-alerts.ts';
import { systemClock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { InsightsStore } from '../insights/insights-store.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { createAlertStore } from '../storage/alert-store.ts';
import type { RecordEvents } from '../storage/webhooks/record-events.ts';
import type { Config } from './config.ts';
import type { Storage } from './open-storage.ts';

export interface AlertsOptions {
  config: Config;
  storage: Storage;
  logger: Logger;
  kits: ManageKits;
  insights: InsightsStore;
  recordEvents: RecordEvents;
}

export function composeAlerts({ config, storage, logger, kits, insights, recordEvents }: AlertsOptions): {
  routes: ManageAlerts;
  watcher: AlertWatcher | undefined;
} {
  const alerts = createAlertStore(storage.database, recordEvents);
  const common = { alerts, insights, clock: systemClock };
  const watcher =
    config.role === 'api' ? undefined : createAlertWatcher({ ...common, logger, everyMs: config.alertsMs });
  return { routes: { ...common, kits }, watcher };
}
