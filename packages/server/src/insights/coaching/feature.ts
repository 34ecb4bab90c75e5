/** Coaching notes: their store and endpoints. */
import { systemClock } from '../../core/clock.ts';
import { coachingRoutes } from '../../http/endpoints/coaching.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import type { Feature, Node } from '../../main/feature.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { createCoachingStore } from '../store/coaching-store.ts';
import type { InsightsStore } from '../store/insights-store.ts';

interface CoachingOptions {
  insights: InsightsStore;
  dimensions: DimensionStore;
  kits: ManageKits;
}

export function coachingFeature({ database }: Node, options: CoachingOptions): Feature {
  return { routes: coachingRoutes({ ...options, notes: createCoachingStore(database), clock: systemClock }) };
}
