/** The golden room's port on PostgreSQL; each part has its own file in `golden/`. */

import type { Database } from '../../database/database.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { GoldenStore } from '../golden-store.ts';
import { createEvaluations } from './evaluations.ts';
import { createSets } from './golden-sets.ts';
import { reviewedRuns } from './reviewed-runs.ts';

export function createGoldenStore(database: Database, clock: LaneClock): GoldenStore {
  return {
    ...createSets(database),
    ...createEvaluations(database, clock),
    reviewedRuns: (scope, kitId, since, most) => reviewedRuns(database, scope, kitId, since, most),
  };
}
