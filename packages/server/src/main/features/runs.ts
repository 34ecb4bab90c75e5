/** Runs: store, queue, execution, waiting, housekeeping. */
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import type { ConversationWork } from '@brickwork/engine/model/check-reply';
import { type OnModelCall, type OpenModels, openModels } from '@brickwork/engine/model/providers/open-models';
import { ReaderProcesses } from '@brickwork/engine/reader/reader-processes';
import type { RateLimits } from '../../access/rate-limits.ts';
import type { StorageQuota } from '../../access/storage-quota.ts';
import { findTimezone } from '../../access/store/find-timezone.ts';
import { systemClock } from '../../core/clock.ts';
import type { Hide } from '../../core/hide.ts';
import { encodeId } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { RegularWork } from '../../core/watcher.ts';
import type { Database } from '../../database/database.ts';
import { createNodeRegistry } from '../../database/node-registry.ts';
import { vacuumTables } from '../../database/vacuum.ts';
import { batchRoutes } from '../../http/endpoints/batches.ts';
import { conversationRoutes } from '../../http/endpoints/conversations.ts';
import { erasureRoutes } from '../../http/endpoints/erasures.ts';
import { exportRoutes } from '../../http/endpoints/export-runs.ts';
import { importRoutes } from '../../http/endpoints/imports.ts';
import { type RunRoutes, runRoutes } from '../../http/endpoints/runs.ts';
import { speakerRoutes } from '../../http/endpoints/speakers.ts';
import { viewRoutes } from '../../http/endpoints/views.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import type { RecordEvents } from '../../outbound/webhooks/event.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { oldestReady, oldestWaiting } from '../../queue/store/oldest-waiting.ts';
import type { ReviewStore } from '../../reviews/store/review-store.ts';
import { createRunWaiters, type RunWaiters } from '../../runs/await-run.ts';
import type { InputChecks } from '../../runs/check-run-input.ts';
import { workOffErasures } from '../../runs/erase-many.ts';
import { createEvaluateRun, type RunModels } from '../../runs/evaluate-run.ts';
import { type ExecuteRun, executeRun } from '../../runs/execute-run.ts';
import { doHousekeeping } from '../../runs/housekeeping.ts';
import type { InputReading, ReadInputs } from '../../runs/read-inputs.ts';
import { createRetryAfter } from '../../runs/retry-after.ts';
import { countRunEnds, measureRuns } from '../../runs/run-metrics.ts';
import { createAddMissed } from '../../runs/store/answers/add-ended.ts';
import { computeReviewed } from '../../runs/store/answers/compute-reviewed.ts';
import { createCollectAnswers } from '../../runs/store/answers/record-answers.ts';
import { settleAllAnswers } from '../../runs/store/answers/waiting-answers.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { createErasureStore } from '../../runs/store/erase/erasure-store.ts';
import { RUNS_ENDED } from '../../runs/store/finish-runs.ts';
import { createHousekeepingStore } from '../../runs/store/housekeeping-store.ts';
import { createRunRecords } from '../../runs/store/run-records.ts';
import { createRunStore } from '../../runs/store/run-store.ts';
import { indexTexts } from '../../runs/store/search/index-texts.ts';
import { createSpeakerStore } from '../../runs/store/speaker-store.ts';
import { storedByAll } from '../../runs/store/stored-runs.ts';
import { createViewStore } from '../../runs/store/view-store.ts';
import { createSyncSlots } from '../../runs/sync-slots.ts';
import type { OpenPurse } from '../../usage/spend/spend-purse.ts';
import type { Config } from '../config.ts';
import type { Feature, Node } from '../feature.ts';
import { traceModelCalls } from '../telemetry/trace-model-calls.ts';
import { VERSION } from '../version.ts';
import { openQueue, type Queue } from './queue.ts';

type Pool = Pick<EvaluationPool, 'answer' | 'study' | 'fit' | 'reads' | 'start' | 'stop'>;

export interface RunsOptions {
  kits: ManageKits;
  dimensions: DimensionStore;
  checks: InputChecks & InputReading & ConversationWork & { hide: Hide };
  rateLimits: RateLimits;
  quota: StorageQuota;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** For `include=reviews` and `as=reviewed`. */
  reviews: Pick<ReviewStore, 'ofRun' | 'currentOf'>;
  onModelCall: OnModelCall;
  /** What the workspace may spend. */
  openPurse: OpenPurse;
  /** What a credit costs. */
  prices: RunRoutes['prices'];
  /** Tests replace the evaluation. */
  evaluate?: ExecuteRun['evaluate'] | undefined;
  /** Tests share the threads of one pool. */
  pool?: Pool | undefined;
}

export interface Runs extends Feature {
  /** What reading and creating runs needs, for the features that do it too. */
  runs: RunRoutes;
  pool: Pool;
  /** For the jobs of runs: code that adds jobs takes their positions from it. */
  laneClock: LaneClock;
  /** Ends sync waits: their runs go on, the callers get 202. */
  endWaits(): void;
}

const INDEX_EVERY_MS = 1_000;
/** Each table is vacuumed every few hours; this is how often we look for one that is due. */
const VACUUM_EVERY_MS = 600_000;
const SETTLE_EVERY_MS = 1_000;
const ERASE_EVERY_MS = 1_000;

export function runsFeature(node: Node, options: RunsOptions): Runs {
  const { config, database, logger, metrics } = node;
  const { pool = createPool(config, logger) } = options;
  const queue = openQueue(node, {
    kind: RUN_KIND,
    slots: config.runSlots,
    drainMs: config.drainMs,
    work: (job, signal) => executeRun(execution, job, signal),
  });
  const store = createRunStore({
    database,
    clock: queue.clock,
    onAccepted: queue.wake,
    recordEvents: options.recordEvents,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: config.webhookPayloadBytes,
    slots: config.runSlots,
    onEnded: (runIds) => waiters.ended(runIds),
  });
  const waiters = createRunWaiters(store);
  const execution: ExecuteRun = {
    store,
    jobs: queue.jobs,
    clock: systemClock,
    logger,
    maxAttempts: config.runAttempts,
    deadlineMs: config.runDeadlineMs,
    tracing: node.tracing,
    evaluate: options.evaluate ?? evaluateWith(node, options, pool),
    onEnded: countRunEnds(metrics),
  };
  followEnds(node, queue, waiters);
  measureRuns(metrics, {
    depth: () => queue.jobs.depth(RUN_KIND),
    oldestWaiting: () => oldestWaiting(database),
    oldestReady: () => oldestReady(database, RUN_KIND),
    stored: () => storedByAll(database),
  });
  const nodes = createNodeRegistry(database, { role: config.role, version: VERSION, settings: config.written }, logger);
  const speakers = createSpeakerStore(database);
  const erasures = createErasureStore(database);
  const runs: RunRoutes & ReadInputs = {
    store,
    waiters,
    rateLimits: options.rateLimits,
    clock: systemClock,
    plans: config.plans,
    syncSlots: createSyncSlots(config.plans, () => nodes.apiNodes()),
    syncWaitMs: config.syncWaitMs,
    retryAfter: createRetryAfter(store, systemClock),
    kits: options.kits,
    dimensions: options.dimensions,
    checks: options.checks,
    quota: options.quota,
    pool,
    reviews: options.reviews,
    prices: options.prices,
    speakers,
    timezoneOf: (workspaceId) => findTimezone(database.stale, workspaceId),
  };
  return {
    routes: [
      ...runRoutes(runs),
      ...batchRoutes(runs),
      ...importRoutes(runs),
      ...conversationRoutes(runs),
      ...exportRoutes(runs),
      ...erasureRoutes({ ...runs, erasures }),
      ...viewRoutes({ views: createViewStore(database), clock: systemClock }),
      ...speakerRoutes(speakers),
    ],
    maintenance: [
      ...queue.maintenance,
      ...maintenanceOf(database, config, logger),
      {
        what: 'erasing runs on request',
        everyMs: ERASE_EVERY_MS,
        round: (isStopped) => workOffErasures({ ...runs, erasures }, isStopped),
      },
    ],
    runs,
    pool,
    laneClock: queue.clock,
    async start() {
      pool.start();
      await nodes.start();
      await queue.start();
    },
    endWaits: () => waiters.stop(),
    async stop() {
      waiters.stop();
      await queue.stop();
      await pool.stop();
      await nodes.stop();
    },
  };
}

/** Runs that another node ended: who waits for them here is told, and work on them stops. */
function followEnds({ notifications }: Node, queue: Queue, waiters: RunWaiters): void {
  notifications.subscribe(RUNS_ENDED, {
    onMessage: (ids) => {
      const ended = ids.split(',');
      waiters.ended(ended.map((id) => encodeId('run', id)));
      for (const id of ended) queue.abort(id); // No effect on work that has already ended.
    },
    onReconnect: () => waiters.lookAgain(),
  });
}

function maintenanceOf(database: Database, config: Config, logger: Logger): RegularWork[] {
  const store = createHousekeepingStore(database, () => systemClock.now());
  return [
    {
      what: 'housekeeping',
      everyMs: config.housekeepingMs,
      round: (isStopped) => doHousekeeping({ store, logger }, isStopped),
    },
    {
      what: 'vacuuming erased data',
      everyMs: VACUUM_EVERY_MS,
      async round(isStopped) {
        const tables = await vacuumTables(database, isStopped);
        if (tables.length > 0) logger.info({ tables: tables.length }, 'vacuumed');
      },
    },
    {
      what: 'indexing the words of runs for search',
      everyMs: INDEX_EVERY_MS,
      round: (isStopped) => indexTexts(database, isStopped),
    },
    {
      what: 'counting the answers of runs',
      everyMs: SETTLE_EVERY_MS,
      round: (isStopped) => settleAllAnswers(database, isStopped),
    },
    {
      what: 'counting runs that nodes of an earlier release ended',
      everyMs: SETTLE_EVERY_MS,
      round: createAddMissed(database),
    },
    {
      what: 'computing reviewed answers',
      everyMs: SETTLE_EVERY_MS,
      round: (isStopped) => computeReviewed(database, isStopped),
    },
  ];
}

function evaluateWith({ config, database, secrets, logger, tracing }: Node, options: RunsOptions, pool: Pool) {
  return createEvaluateRun({
    kits: options.kits,
    pool,
    logger,
    deadlineMs: Math.min(config.evaluationMs, config.runDeadlineMs),
    models: modelsWith(openModels(config, options.onModelCall, traceModelCalls(tracing)), options.checks),
    prices: config.modelPrices,
    spend: options.openPurse,
    keepReceipts: config.keepReceipts,
    records: createRunRecords(database, secrets),
  });
}

function createPool(config: Config, logger: Logger): EvaluationPool {
  return new EvaluationPool({
    ...(config.threads > 0 && { threads: config.threads }),
    deadlineMs: config.evaluationMs,
    reader: config.reader
      ? new ReaderProcesses({
          onUnavailable: (reason) => warnUnavailable(logger, reason),
          onDeath: (how) =>
            logger.error({ how }, 'a process of the reader died; what it read is read again in a new one'),
        })
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
