/**
 * Insights, the dimensions that group them, and coaching notes, which use their figures; days are summed up in
 * advance.
 */
import type { AccessStore } from '../../access/store/access-store.ts';
import { systemClock } from '../../core/clock.ts';
import { changesRoutes } from '../../http/endpoints/changes.ts';
import { coachingRoutes } from '../../http/endpoints/coaching.ts';
import { dimensionRoutes } from '../../http/endpoints/dimensions.ts';
import { homeRoutes } from '../../http/endpoints/home.ts';
import { insightsRoutes } from '../../http/endpoints/insights.ts';
import { settingsRoutes } from '../../http/endpoints/settings.ts';
import { buildDays } from '../../insights/store/build-days.ts';
import { createCallAnswersStore } from '../../insights/store/call-answers.ts';
import { createCoachingStore } from '../../insights/store/coaching-store.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { createQualityStore } from '../../reviews/store/quality-store.ts';
import { withDefaults } from '../../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { Prices } from '../../usage/spend/prices.ts';
import { createUsageStore } from '../../usage/store/usage-store.ts';
import type { Feature, Node } from '../feature.ts';

export interface InsightsOptions {
  insights: InsightsStore;
  dimensions: DimensionStore;
  kits: ManageKits;
  access: Pick<
    AccessStore,
    'getMasking' | 'setMasking' | 'getLanguage' | 'setLanguage' | 'getRetention' | 'setRetention'
  >;
  prices: Prices;
}

const BUILD_EVERY_MS = 10_000;
/** Work between two checks whether to stop. */
const DAYS = 20;

export function insightsFeature(
  { database }: Node,
  { insights, dimensions, kits, access, prices }: InsightsOptions,
): Feature {
  const routes = { insights, dimensions, kits, clock: systemClock, quality: createQualityStore(database) };
  const callAnswers = createCallAnswersStore(database);
  const keysOf = async (workspace: string) =>
    withDefaults(await dimensions.rowsOf(workspace)).map(({ metadataKey }) => metadataKey);
  return {
    routes: [
      ...insightsRoutes(routes),
      ...changesRoutes({ ...routes, callAnswers }),
      ...homeRoutes({ ...routes, callAnswers, usage: createUsageStore(database) }),
      ...dimensionRoutes(routes),
      ...coachingRoutes({ ...routes, notes: createCoachingStore(database) }),
      ...settingsRoutes({ insights, access, prices }),
    ],
    maintenance: [
      {
        what: 'adding up the days of insights',
        everyMs: BUILD_EVERY_MS,
        async round(isStopped) {
          while (!isStopped() && (await buildDays(database, { keysOf }, DAYS)) === DAYS);
        },
      },
    ],
  };
}
