/** Backfills and shadows: their store, the work that gives them to the workers, and the cost of a run. */
import { isBelow, limitsOfBackfills, type StorageQuota } from '../../access/storage-quota.ts';
import { feedShadows } from '../../backfills/feed-shadows.ts';
import type { ManageBackfills } from '../../backfills/manage-backfills.ts';
import { type MostOfRun, runBackfill } from '../../backfills/run-backfill.ts';
import { createBackfillStore } from '../../backfills/store/backfill-store.ts';
import { systemClock } from '../../core/clock.ts';
import { createCountedSlots } from '../../core/counted-slots.ts';
import { backfillRoutes } from '../../http/endpoints/backfills.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { loadContent } from '../../kits/resolve-kit.ts';
import { BACKFILL_KIND } from '../../queue/job-kinds.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { estimateRun } from '../../usage/estimate-run.ts';
import { mostOfRun } from '../../usage/most-of-run.ts';
import type { Feature, Node } from '../feature.ts';
import { openQueue } from './queue.ts';

export interface BackfillsOptions {
  kits: ManageKits;
  quota: StorageQuota;
  runs: RunStore;
  dimensions: DimensionStore;
  /** Of the jobs of runs. */
  runClock: LaneClock;
}

/** Backfills of different workspaces that one node handles at once: they wait most of the time. */
const SLOTS = 4;
/** How often the leader checks whether a shadow has work. */
const LOOK_MS = 250;
/** Bytes of UTF-8 per token: slightly too many tokens for English, about right for other languages. */
const BYTES_PER_TOKEN = 3;

export function backfillsFeature(node: Node, { kits, quota, runs, runClock, dimensions }: BackfillsOptions): Feature {
  const { config, database, logger } = node;
  const mostOf = mostOfRun(config);
  const mostOfVersion: MostOfRun = async (workspaceId, { kitVersionId, engine }) => {
    const content = engine === 'local' ? undefined : await loadContent(kits, workspaceId, kitVersionId);
    return content === undefined ? () => 0 : mostOf(content.kit);
  };
  const queue = openQueue(node, {
    kind: BACKFILL_KIND,
    slots: SLOTS,
    drainMs: 0, // Put back, to continue elsewhere.
    work: (job, signal) => runBackfill({ ...feeding, jobs: queue.jobs, scopeOf: scopeOfLane }, job, signal),
  });
  const backfills = createBackfillStore({
    database,
    clock: queue.clock,
    runClock,
    capacityOf: (plan) => config.plans[plan]?.runsAtOnce ?? null,
    hasRoom: (plan, stored) => {
      const limits = config.plans[plan];
      return limits === undefined || isBelow(limitsOfBackfills(limits), stored);
    },
  });
  const feeding = { backfills, mostOfRun: mostOfVersion, clock: systemClock, logger };
  return {
    ...queue,
    routes: backfillRoutes({
      backfills,
      runs,
      kits,
      quota,
      clock: systemClock,
      mostOf,
      estimateRun: estimateByBytes(estimateRun(config)),
      choosing: createCountedSlots(),
      dimensions,
    }),
    maintenance: [
      ...queue.maintenance,
      { what: 'feeding shadows', everyMs: LOOK_MS, round: (isStopped) => feedShadows(feeding, isStopped) },
    ],
  };
}

function estimateByBytes(estimate: ReturnType<typeof estimateRun>): ManageBackfills['estimateRun'] {
  return (
    estimate &&
    ((kit) => {
      const cost = estimate(kit);
      return (bytes) => cost(Math.ceil(bytes / BYTES_PER_TOKEN));
    })
  );
}
