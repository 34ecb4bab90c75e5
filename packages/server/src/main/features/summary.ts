/** The summary of a week: its endpoint, and its text for channels. */

import type { Clock } from '../../core/clock.ts';
import { summaryRoutes } from '../../http/endpoints/summary.ts';
import { createCallAnswersStore } from '../../insights/store/call-answers.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { readSummary } from '../../outbound/channels/summary/read-summary.ts';
import { writeSummary } from '../../outbound/channels/summary/write-summary.ts';
import type { WriteSummary } from '../../outbound/channels/summary/written-summary.ts';
import { createQualityStore } from '../../reviews/store/quality-store.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { Prices } from '../../usage/spend/prices.ts';
import { createUsageStore } from '../../usage/store/usage-store.ts';
import type { Feature, Node } from '../feature.ts';

export interface SummaryOptions {
  insights: InsightsStore;
  dimensions: DimensionStore;
  kits: ManageKits;
  clock: Clock;
  prices: Pick<Prices, 'of'>;
}

export function summaryFeature({ database }: Node, options: SummaryOptions): Feature & { write: WriteSummary } {
  const deps = {
    ...options,
    quality: createQualityStore(database),
    callAnswers: createCallAnswersStore(database),
    usage: createUsageStore(database),
  };
  return {
    routes: summaryRoutes(deps),
    write: async (scope, week) => writeSummary(await readSummary(deps, scope, { week, hasCost: true })),
  };
}
