/** The golden room's port on PostgreSQL; each part has its own file in `golden/`. */
import type { GoldenStore } from '../golden/golden-store.ts';
import type { LaneClock } from '../queue/lane-clock.ts';
import type { Database } from './database.ts';
import { createEvaluations } from './golden/evaluations.ts';
import { createSets } from './golden/golden-sets.ts';
import { reviewedRuns } from './golden/reviewed-runs.ts';

export function createGoldenStore(database: Database, clock: LaneClock): GoldenStore {
  return {
    ...createSets(database),
    ...createEvaluations(database, clock),
    reviewedRuns: (scope, kitId, since, most) => reviewedRuns(database, scope, kitId, since, most),
  };
}
