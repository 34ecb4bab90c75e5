/** Coaching notes: their store and endpoints. */
import { systemClock } from '../core/clock.ts';
import type { DimensionStore } from '../dimensions/store/dimension-store.ts';
import { coachingRoutes } from '../http/endpoints/coaching.ts';
import type { InsightsStore } from '../insights/store/insights-store.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import type { Feature, Node } from '../main/feature.ts';
import { createCoachingStore } from './store/coaching-store.ts';

interface CoachingOptions {
  insights: InsightsStore;
  dimensions: DimensionStore;
  kits: ManageKits;
}

export function coachingFeature({ database }: Node, options: CoachingOptions): Feature {
  return { routes: coachingRoutes({ ...options, notes: createCoachingStore(database), clock: systemClock }) };
}
