/** Learning from reviews and golden sets: its store, its queue, and the threads that read and fit. */
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import type { StorageQuota } from '../../access/storage-quota.ts';
import { systemClock } from '../../core/clock.ts';
import { type Learner, runLearning } from '../../golden/learning/run-learning.ts';
import type { GoldenChecks } from '../../golden/read-golden-set.ts';
import type { GoldenStore } from '../../golden/store/golden-store.ts';
import { createLearningStore } from '../../golden/store/learning-store.ts';
import { learningRoutes } from '../../http/endpoints/learnings.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { LEARNING_KIND } from '../../queue/job-kinds.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import type { Feature, Node } from '../feature.ts';
import { openQueue } from './queue.ts';

export interface LearningOptions {
  kits: ManageKits;
  golden: GoldenStore;
  runs: RunStore;
  quota: StorageQuota;
  dimensions: DimensionStore;
  checks: GoldenChecks;
  pool: Pick<EvaluationPool, 'study' | 'fit' | 'reads'>;
  /** Tests replace the threads. */
  learner?: Learner | undefined;
}

const KEPT_DAYS = 365;

export function learningFeature(node: Node, options: LearningOptions): Feature {
  const { config, database, logger } = node;
  const { kits, golden, runs, quota, checks, dimensions, pool, learner } = options;
  const queue = openQueue(node, {
    kind: LEARNING_KIND,
    slots: 1, // Each keeps a core busy.
    drainMs: 0, // It starts again elsewhere: it takes longer than a node may take to stop.
    work: (job, signal) => runLearning({ ...running, jobs: queue.jobs }, job, signal),
  });
  const learnings = createLearningStore(database, queue.clock);
  const running = {
    ...{ learnings, kits, golden, runs, logger },
    learner: learner ?? pool,
    deadlineMs: Math.min(config.evaluationMs, config.runDeadlineMs),
    scopeOf: scopeOfLane,
    clock: systemClock,
  };
  const reads = learner !== undefined || pool.reads;
  return {
    ...queue,
    routes: learningRoutes({ learnings, kits, golden, runs, quota, checks, dimensions, reads, clock: systemClock }),
    maintenance: [
      ...queue.maintenance,
      {
        what: 'deleting old learnings',
        everyMs: config.housekeepingMs,
        round: () => learnings.dropOld(new Date(systemClock.now().getTime() - KEPT_DAYS * 86_400_000)),
      },
    ],
  };
}
