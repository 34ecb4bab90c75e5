/** Alerts and canaries: their stores, the figures they use, and their checks. */

import { checkDueAlerts } from '../../alerts/check-due-alerts.ts';
import { checkDueCanaries } from '../../alerts/check-due-canaries.ts';
import { createAlertStore } from '../../alerts/store/alert-store.ts';
import { createCanaryStore } from '../../alerts/store/canary-store.ts';
import { systemClock } from '../../core/clock.ts';
import { alertRoutes } from '../../http/endpoints/alerts.ts';
import { canaryRoutes } from '../../http/endpoints/canaries.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import type { RecordEvents } from '../../outbound/webhooks/event.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { Feature, Node } from '../feature.ts';
import type { Golden } from './golden.ts';

export interface WatchOptions {
  kits: ManageKits;
  insights: InsightsStore;
  dimensions: DimensionStore;
  golden: Golden;
  recordEvents: RecordEvents;
}

export function alertsFeature({ config, database }: Node, options: WatchOptions): Feature {
  const { kits, insights, dimensions, golden, recordEvents } = options;
  const managing = {
    alerts: createAlertStore(database, recordEvents),
    canaries: createCanaryStore(database, { recordEvents, createEvaluation: golden.createEvaluation }),
    golden: golden.golden,
    insights,
    dimensions,
    kits,
    clock: systemClock,
  };
  const watching = { ...managing, everyMs: config.alertsMs };
  // More often than alerts are due, so that each is checked soon after its time.
  const everyMs = Math.max(50, config.alertsMs / 4);
  return {
    routes: [...alertRoutes(managing), ...canaryRoutes(managing)],
    maintenance: [
      { what: 'checking alerts', everyMs, round: (isStopped) => checkDueAlerts(watching, isStopped) },
      { what: 'checking canaries', everyMs, round: (isStopped) => checkDueCanaries(watching, isStopped) },
    ],
  };
}
