/** Composes backfills: their store, what feeds them to the workers, and what a run would cost. */

import { estimateTokens } from '@brickwork/engine/model/prompt/estimate-tokens';
import { openModels } from '@brickwork/engine/model/providers/open-models';
import type { StorageQuota } from '../access/storage-quota.ts';
import { feedShadows } from '../backfills/feed-shadows.ts';
import type { ManageBackfills } from '../backfills/manage-backfills.ts';
import { type MostOfRun, runBackfill } from '../backfills/run-backfill.ts';
import { createBackfillStore } from '../backfills/store/backfill-store.ts';
import { systemClock } from '../core/clock.ts';
import { createCountedSlots } from '../core/counted-slots.ts';
import type { Logger } from '../core/logger.ts';
import { createWatcher } from '../core/watcher.ts';
import type { Notifications } from '../database/notifications.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { loadContent } from '../kits/resolve-kit.ts';
import { createDispatcher } from '../queue/dispatcher.ts';
import { BACKFILL_KIND } from '../queue/job-kinds.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { createJobStore } from '../queue/store/job-store.ts';
import { scopeOfLane } from '../queue/store/lane.ts';
import { JOBS_READY } from '../queue/store/tell-ready.ts';
import type { Runs } from './compose-runs.ts';
import type { Config } from './config.ts';
import { estimateCall } from './estimate-call.ts';
import { mostOfRun } from './most-of-run.ts';
import type { Storage } from './open-storage.ts';

export interface BackfillsOptions {
  config: Config;
  storage: Storage;
  logger: Logger;
  kits: ManageKits;
  quota: StorageQuota;
  notifications: Notifications;
  runs: Runs;
}

export interface Backfills {
  routes: ManageBackfills;
  reconcileLanes(): Promise<void>;
  start(): Promise<void>;
  /** Starts no more runs; backfills are put back, to go on elsewhere. */
  stop(): Promise<void>;
}

/** Backfills of different workspaces that one node feeds at once: they wait most of the time. */
const SLOTS = 4;
/** How often a node looks whether a shadow has something to do. */
const LOOK_MS = 250;
/** Of UTF-8: rather too many tokens for English, about right for others. */
const BYTES_PER_TOKEN = 3;

export function composeBackfills({
  config,
  storage,
  logger,
  kits,
  quota,
  notifications,
  runs,
}: BackfillsOptions): Backfills {
  const clock = new LaneClock();
  const jobs = createJobStore(storage.database, clock);
  const backfills = createBackfillStore({
    database: storage.database,
    clock,
    runClock: runs.laneClock,
    capacityOf: (plan) => config.plans[plan]?.runsAtOnce ?? null,
  });
  const mostOf = mostOfRun(config);
  const mostOfVersion: MostOfRun = async (workspaceId, { kitVersionId, engine }) => {
    const content = engine === 'local' ? undefined : await loadContent(kits, workspaceId, kitVersionId);
    return content === undefined ? () => 0 : mostOf(content.kit);
  };
  const dispatcher =
    config.role === 'api'
      ? undefined
      : createDispatcher({
          kind: BACKFILL_KIND,
          store: jobs,
          slots: SLOTS,
          leaseMs: config.leaseMs,
          pollMs: 1_000,
          logger,
          work: (job, signal) =>
            runBackfill(
              { backfills, jobs, mostOfRun: mostOfVersion, scopeOf: scopeOfLane, clock: systemClock, logger },
              job,
              signal,
            ),
        });
  const shadows =
    config.role === 'api'
      ? undefined
      : createWatcher({
          what: 'feeding shadows',
          asOnlyOne: (work) => work(),
          checks: [
            (isStopped) => feedShadows({ backfills, mostOfRun: mostOfVersion, clock: systemClock, logger }, isStopped),
          ],
          logger,
          everyMs: LOOK_MS,
        });
  const wake = () => dispatcher?.wake();
  notifications.subscribe(JOBS_READY, { onMessage: (kind) => kind === BACKFILL_KIND && wake(), onReconnect: wake });
  const cost = estimateCall(config, openModels(config));
  return {
    routes: {
      backfills,
      runs: runs.routes.store,
      kits,
      quota,
      clock: systemClock,
      mostOf,
      estimateRun:
        cost &&
        (({ bricks }) => {
          const kitTokens = estimateTokens(JSON.stringify(bricks));
          return (bytes) => cost(kitTokens + Math.ceil(bytes / BYTES_PER_TOKEN), bricks.length);
        }),
      choosing: createCountedSlots(),
    },
    reconcileLanes: () => jobs.reconcile(BACKFILL_KIND),
    async start() {
      await jobs.reconcile(BACKFILL_KIND);
      dispatcher?.start();
      shadows?.start();
    },
    async stop() {
      await shadows?.stop();
      await dispatcher?.stop(0);
    },
  };
}
