/** Composes runs: store, queue, execution, waiting, housekeeping. */

import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import type { ConversationWork } from '@brickwork/engine/model/check-reply';
import { type OnModelCall, type OpenModels, openModels } from '@brickwork/engine/model/providers/open-models';
import { ReaderThreads } from '@brickwork/engine/reader/reader-threads';
import type { RateLimits } from '../access/rate-limits.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import { systemClock } from '../core/clock.ts';
import { encodeId } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import { createWatcher } from '../core/watcher.ts';
import { asOnlyOne } from '../database/as-only-one.ts';
import type { Database } from '../database/database.ts';
import { createNodeRegistry } from '../database/node-registry.ts';
import type { Notifications } from '../database/notifications.ts';
import type { RunRoutes } from '../http/endpoints/runs.ts';
import type { Metrics } from '../http/metrics.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { createDispatcher } from '../queue/dispatcher.ts';
import { RUN_KIND } from '../queue/job-kinds.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { createJobStore } from '../queue/store/job-store.ts';
import { oldestWaiting } from '../queue/store/oldest-waiting.ts';
import { JOBS_READY } from '../queue/store/tell-ready.ts';
import type { ReviewStore } from '../reviews/store/review-store.ts';
import { createRunWaiters } from '../runs/await-run.ts';
import type { InputChecks } from '../runs/check-run-input.ts';
import { createEvaluateRun, type RunModels } from '../runs/evaluate-run.ts';
import { type ExecuteRun, executeRun } from '../runs/execute-run.ts';
import { createHousekeeper } from '../runs/housekeeping.ts';
import { createRetryAfter } from '../runs/retry-after.ts';
import { computeReviewed } from '../runs/store/answers/compute-reviewed.ts';
import { createCollectAnswers } from '../runs/store/answers/record-answers.ts';
import { settleAllAnswers } from '../runs/store/answers/waiting-answers.ts';
import { RUNS_ENDED } from '../runs/store/finish-runs.ts';
import { createHousekeepingStore } from '../runs/store/housekeeping-store.ts';
import { createRunRecords } from '../runs/store/run-records.ts';
import { createRunStore } from '../runs/store/run-store.ts';
import { indexTexts } from '../runs/store/search/index-texts.ts';
import { createSpeakerStore } from '../runs/store/speaker-store.ts';
import { createSyncSlots } from '../runs/sync-slots.ts';
import type { RecordEvents } from '../webhooks/event.ts';
import type { Config } from './config.ts';
import { countRunEnds } from './count-outcomes.ts';
import type { Storage } from './open-storage.ts';
import { VERSION } from './version.ts';

export interface RunsOptions {
  config: Config;
  storage: Storage;
  logger: Logger;
  kits: ManageKits;
  checks: InputChecks & ConversationWork;
  notifications: Notifications;
  metrics: Metrics;
  rateLimits: RateLimits;
  quota: StorageQuota;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** Recounts the lanes of other jobs; the housekeeper calls it. */
  reconcileOtherLanes(): Promise<void>;
  /** For `include=reviews` and `as=reviewed`. */
  reviews: Pick<ReviewStore, 'ofRun' | 'currentOf'>;
  onModelCall: OnModelCall;
  /** Tests replace the evaluation. */
  evaluate?: ExecuteRun['evaluate'] | undefined;
  /** Tests share the threads of one pool. */
  pool?: Pick<EvaluationPool, 'answer' | 'start' | 'stop'> | undefined;
}

export interface Runs {
  routes: RunRoutes;
  /** Of the jobs of runs: whoever adds some takes their positions from it. */
  laneClock: LaneClock;
  start(): Promise<void>;
  /** Ends sync waits: their runs go on, the callers get 202. */
  endWaits(): void;
  /** Takes no more work; runs in progress are finished or put back. */
  stop(): Promise<void>;
}

/** Apart from the locks of housekeeping and alerts. */
const INDEXING_LOCK = 7_243_116_904;
const INDEX_EVERY_MS = 1_000;
const SETTLING_LOCK = 7_243_116_905;
const SETTLE_EVERY_MS = 1_000;

export function composeRuns({
  config,
  storage,
  logger,
  kits,
  checks,
  notifications,
  metrics,
  rateLimits,
  quota,
  recordEvents,
  reconcileOtherLanes,
  reviews,
  onModelCall,
  evaluate,
  pool = createPool(config, logger),
}: RunsOptions): Runs {
  const { database } = storage;
  const clock = new LaneClock();
  const jobs = createJobStore(database, clock);
  const store = createRunStore({
    database,
    clock,
    onAccepted: () => dispatcher?.wake(),
    recordEvents,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: config.webhookPayloadBytes,
    slots: config.runSlots,
    onEnded: (runIds) => waiters.ended(runIds),
  });
  const waiters = createRunWaiters(store);
  const nodes = createNodeRegistry(database, { role: config.role, version: VERSION, settings: config.written }, logger);
  const house = createHousekeeper({
    store: createHousekeepingStore(database, () => systemClock.now()),
    async reconcileLanes() {
      await jobs.reconcile(RUN_KIND);
      await reconcileOtherLanes();
    },
    logger,
    everyMs: config.housekeepingMs,
  });
  const indexer =
    config.role === 'api'
      ? undefined
      : createWatcher({
          what: 'writing the words of runs',
          asOnlyOne: (work) => asOnlyOne(database, INDEXING_LOCK, work),
          checks: [(isStopped) => indexTexts(database, isStopped)],
          logger,
          everyMs: INDEX_EVERY_MS,
        });
  const settler =
    config.role === 'api'
      ? undefined
      : createWatcher({
          what: 'counting the answers of runs',
          asOnlyOne: (work) => asOnlyOne(database, SETTLING_LOCK, work),
          checks: [
            (isStopped) => settleAllAnswers(database, isStopped),
            (isStopped) => computeReviewed(database, isStopped),
          ],
          logger,
          everyMs: SETTLE_EVERY_MS,
        });
  const execution: ExecuteRun = {
    store,
    jobs,
    clock: systemClock,
    logger,
    maxAttempts: config.runAttempts,
    deadlineMs: config.runDeadlineMs,
    evaluate:
      evaluate ??
      createEvaluateRun({
        kits,
        pool,
        logger,
        deadlineMs: Math.min(config.evaluationMs, config.runDeadlineMs),
        models: modelsWith(openModels(config, onModelCall), checks),
        prices: config.modelPrices,
        keepReceipts: config.keepReceipts,
        records: createRunRecords(database, storage.secret),
      }),
    onEnded: countRunEnds(metrics),
  };
  const dispatcher =
    config.role === 'api'
      ? undefined
      : createDispatcher({
          kind: RUN_KIND,
          store: jobs,
          slots: config.runSlots,
          leaseMs: config.leaseMs,
          pollMs: 1_000,
          logger,
          work: (job, signal) => executeRun(execution, job, signal),
        });
  const wake = () => dispatcher?.wake();
  notifications.subscribe(JOBS_READY, { onMessage: (kind) => kind === RUN_KIND && wake(), onReconnect: wake });
  notifications.subscribe(RUNS_ENDED, {
    onMessage: (ids) => {
      const ended = ids.split(',');
      waiters.ended(ended.map((id) => encodeId('run', id)));
      for (const id of ended) dispatcher?.abort(id); // No effect on work that has already ended.
    },
    onReconnect: () => waiters.lookAgain(),
  });
  watchQueue(metrics, jobs, database);
  return {
    laneClock: clock,
    routes: {
      store,
      waiters,
      rateLimits,
      clock: systemClock,
      plans: config.plans,
      syncSlots: createSyncSlots(config.plans, () => nodes.apiNodes()),
      syncWaitMs: config.syncWaitMs,
      retryAfter: createRetryAfter(store, systemClock),
      kits,
      checks,
      quota,
      pool,
      reviews,
      speakers: createSpeakerStore(database),
    },
    async start() {
      pool.start();
      await jobs.reconcile(RUN_KIND);
      await nodes.start();
      dispatcher?.start();
      if (dispatcher !== undefined) house.start();
      indexer?.start();
      settler?.start();
    },
    endWaits: () => waiters.stop(),
    async stop() {
      waiters.stop();
      await Promise.all([dispatcher?.stop(config.drainMs), house.stop(), indexer?.stop(), settler?.stop()]);
      await pool.stop();
      await nodes.stop();
    },
  };
}

function createPool(config: Config, logger: Logger): EvaluationPool {
  return new EvaluationPool({
    ...(config.threads > 0 && { threads: config.threads }),
    deadlineMs: config.evaluationMs,
    reader: config.reader
      ? new ReaderThreads({ onUnavailable: (reason) => warnUnavailable(logger, reason) })
      : undefined,
  });
}

/** The models, with the threads that check their answers. */
function modelsWith(models: OpenModels | undefined, work: ConversationWork): RunModels | undefined {
  return models && { engine: (options) => models.engine({ ...options, work }) };
}

function warnUnavailable(logger: Logger, reason: string): void {
  logger.warn({ reason }, 'the reader cannot be used on this machine; bricks are answered from their words alone');
}

function watchQueue(metrics: Metrics, jobs: ReturnType<typeof createJobStore>, database: Database): void {
  metrics.gauge(
    'brickwork_runs_waiting',
    'Runs waiting to be executed.',
    async () => (await jobs.depth(RUN_KIND)).waiting,
  );
  metrics.gauge(
    'brickwork_runs_running',
    'Runs being executed by a worker.',
    async () => (await jobs.depth(RUN_KIND)).held,
  );
  metrics.gauges(
    'brickwork_queue_age_seconds',
    'Age of the oldest job that waits, by kind of work and lane (a workspace and environment); the lanes that wait longest.',
    ['kind', 'workspace', 'environment'],
    async () =>
      (await oldestWaiting(database)).map(({ kind, scope, ageSeconds }) => ({
        labels: { kind, workspace: scope.workspaceId, environment: scope.environment },
        value: ageSeconds,
      })),
  );
}
