/** Composes the service: the only module that knows every room and every adapter. */
import { buildOpenApi, type IntakeOutcome } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type Authenticator, createAuthenticator } from '../access/authenticate.ts';
import type { ManageKeys } from '../access/manage-keys.ts';
import type { ManageWorkspaces } from '../access/manage-workspaces.ts';
import { createRateLimits } from '../access/rate-limits.ts';
import { createStorageQuota } from '../access/storage-quota.ts';
import { createAccessStore, KEY_REVOKED } from '../access/store/access-store.ts';
import { createRateStore } from '../access/store/rate-store.ts';
import { createCheckThreads } from '../checks/check-threads.ts';
import { systemClock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { createNotifications, type Notifications } from '../database/notifications.ts';
import { type App, createApp } from '../http/app.ts';
import { alertRoutes } from '../http/endpoints/alerts.ts';
import { backfillRoutes } from '../http/endpoints/backfills.ts';
import { batchRoutes } from '../http/endpoints/batches.ts';
import { canaryRoutes } from '../http/endpoints/canaries.ts';
import { exportRoutes } from '../http/endpoints/export-runs.ts';
import { goldenRoutes } from '../http/endpoints/golden.ts';
import { insightsRoutes } from '../http/endpoints/insights.ts';
import { intakeRoutes } from '../http/endpoints/intakes.ts';
import { keyRoutes } from '../http/endpoints/keys.ts';
import { kitRoutes } from '../http/endpoints/kits.ts';
import { mcpRoutes } from '../http/endpoints/mcp.ts';
import { meRoutes } from '../http/endpoints/me.ts';
import { reviewQueueRoutes } from '../http/endpoints/review-queue.ts';
import { reviewRoutes } from '../http/endpoints/reviews.ts';
import { runRoutes } from '../http/endpoints/runs.ts';
import { serviceRoutes } from '../http/endpoints/service.ts';
import { speakerRoutes } from '../http/endpoints/speakers.ts';
import { usageRoutes } from '../http/endpoints/usage.ts';
import { viewRoutes } from '../http/endpoints/views.ts';
import { webhookRoutes } from '../http/endpoints/webhooks.ts';
import { fetchFromItself } from '../http/fetch-from-itself.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { createInsightsStore } from '../insights/store/insights-store.ts';
import { createExpressionProcesses } from '../intake/expression-processes.ts';
import { createIntakeStore } from '../intake/store/intake-store.ts';
import { rememberHeads } from '../kits/head-cache.ts';
import { createKitCache } from '../kits/kit-cache.ts';
import { checksInPlace } from '../kits/kit-checks.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { createKitStore, KITS_CHANGED } from '../kits/store/kit-store.ts';
import { createQualityStore } from '../reviews/store/quality-store.ts';
import { countOpenItems, createReviewQueueStore } from '../reviews/store/review-queue-store.ts';
import { createReviewStore } from '../reviews/store/review-store.ts';
import { createSpeakerStore } from '../runs/store/speaker-store.ts';
import { createStorageMeter, storedByAll } from '../runs/store/stored-runs.ts';
import { createViewStore } from '../runs/store/view-store.ts';
import { createUsageStore } from '../usage/store/usage-store.ts';
import { composeAlerts } from './compose-alerts.ts';
import { composeBackfills } from './compose-backfills.ts';
import { composeGolden, type GoldenOptions } from './compose-golden.ts';
import { composeRuns, type RunsOptions } from './compose-runs.ts';
import { composeWebhooks, type WebhooksOptions } from './compose-webhooks.ts';
import type { Config } from './config.ts';
import { countModelCalls } from './count-outcomes.ts';
import type { Storage } from './open-storage.ts';
import { readConsole } from './read-console.ts';
import { VERSION } from './version.ts';

const INTAKE_SECRETS = 'intake secrets';

/** What operator commands work with: no HTTP, no background work. */
export interface Operator {
  access: ManageKeys & ManageWorkspaces;
  kits: ManageKits;
}

export function composeOperator(config: Config, storage: Storage): Operator {
  return {
    access: {
      store: createAccessStore(storage.database),
      clock: systemClock,
      keyPrefix: config.keyPrefix,
      plans: config.plans,
    },
    kits: {
      store: createKitStore(storage.database),
      cache: createKitCache(),
      clock: systemClock,
      checks: checksInPlace,
    },
  };
}

export interface Service extends Operator {
  app: App;
  /** Refuses new requests and ends sync waits; requests in progress are finished. */
  drain(): void;
  /** Notifications and the queue: started before the HTTP side. */
  background: {
    start(): Promise<void>;
    stop(): Promise<void>;
  };
}

export async function composeService(
  config: Config,
  storage: Storage,
  logger: Logger,
  testing: {
    checkResponses?: boolean;
    evaluate?: RunsOptions['evaluate'];
    pool?: RunsOptions['pool'];
    answerLine?: GoldenOptions['answer'];
    resolve?: WebhooksOptions['resolve'];
  } = {},
): Promise<Service> {
  const operator = composeOperator(config, storage);
  const metrics = createMetrics();
  metrics.gauge('brickwork_database_connections', 'Open database connections.', () => storage.database.pool.total);
  metrics.gauge(
    'brickwork_database_waiting',
    'Requests waiting for a database connection.',
    () => storage.database.pool.waiting,
  );
  watchStandby(metrics, storage);
  const notifications = createNotifications(storage.database, logger);
  const authenticator = createAuthenticator({
    store: operator.access.store,
    clock: systemClock,
    logger,
    keyPrefix: config.keyPrefix,
  });
  forgetRevokedKeys(notifications, authenticator);
  const kitStore = rememberHeads(operator.kits.store, systemClock);
  notifications.subscribe(KITS_CHANGED, {
    onMessage: (workspaceId) => kitStore.forget(workspaceId),
    onReconnect: () => kitStore.forget(),
  });
  const checks = createCheckThreads();
  const expressions = createExpressionProcesses();
  const kits: ManageKits = { ...operator.kits, store: kitStore, checks };
  const rateLimits = createRateLimits(createRateStore(storage.database), config.plans, systemClock);
  const storageMeter = createStorageMeter(storage.database);
  const refused = metrics.counter(
    'brickwork_storage_refused_total',
    'Requests refused because the workspace is full.',
    [],
  );
  const quota = createStorageQuota(storageMeter, config.plans, systemClock, () => refused.inc());
  watchStored(metrics, storage);
  metrics.gauge('brickwork_reviews_waiting', 'Runs drawn for review that nobody has reviewed yet.', () =>
    countOpenItems(storage.database),
  );
  const webhooks = composeWebhooks({ config, storage, logger, notifications, metrics, resolve: testing.resolve });
  const reviews = createReviewStore(storage.database, {
    recordEvents: webhooks.recordEvents,
    maxEventBytes: config.webhookPayloadBytes,
  });
  const onModelCall = countModelCalls(metrics);
  const runs = composeRuns({
    config,
    storage,
    logger,
    kits,
    checks,
    notifications,
    metrics,
    rateLimits,
    quota,
    recordEvents: webhooks.recordEvents,
    async reconcileOtherLanes() {
      await webhooks.reconcileLanes();
      await golden.reconcileLanes();
      await backfills.reconcileLanes();
    },
    reviews,
    onModelCall,
    evaluate: testing.evaluate,
    pool: testing.pool,
  });
  const golden = composeGolden({
    config,
    storage,
    logger,
    kits,
    quota,
    checks,
    notifications,
    pool: runs.routes.pool,
    onModelCall,
    answer: testing.answerLine,
  });
  const backfills = composeBackfills({ config, storage, logger, kits, quota, notifications, runs });
  const insights = createInsightsStore(storage.database);
  const { recordEvents } = webhooks;
  const alerts = composeAlerts({ config, storage, logger, kits, insights, golden, recordEvents });
  const checkReady = async () => {
    if (app.isDraining)
      throw new ServiceError('unavailable', {
        detail: 'The service is stopping. Retry in a moment.',
        retryAfterSeconds: 2,
      });
    await storage.database.reads.query('SELECT 1');
  };
  const app: App = await createApp({
    routes: [
      ...runRoutes(runs.routes),
      ...batchRoutes(runs.routes),
      ...exportRoutes(runs.routes),
      ...reviewRoutes({ runs: runs.routes.store, kits, reviews, clock: systemClock }),
      ...reviewQueueRoutes({
        queue: createReviewQueueStore(storage.database),
        quality: createQualityStore(storage.database),
        kits,
        clock: systemClock,
      }),
      ...goldenRoutes(golden.routes),
      ...backfillRoutes(backfills.routes),
      ...webhookRoutes(webhooks.routes),
      ...intakeRoutes({
        ...runs.routes,
        intakes: createIntakeStore(storage.database),
        kits,
        mapper: expressions,
        box: createSecretBox(storage.secret, INTAKE_SECRETS),
        failedAuthPerMinute: config.failedAuthPerMinute,
        onOutcome: countDeliveries(metrics),
      }),
      ...usageRoutes({
        store: createUsageStore(storage.database),
        storage: storageMeter,
        plans: config.plans,
        clock: systemClock,
      }),
      ...kitRoutes(golden.routes),
      ...insightsRoutes({ store: insights, kits, clock: systemClock }),
      ...alertRoutes(alerts.routes),
      ...viewRoutes({ views: createViewStore(storage.database), clock: systemClock }),
      ...canaryRoutes(alerts.routes),
      ...keyRoutes(operator.access),
      ...meRoutes(config),
      ...speakerRoutes(createSpeakerStore(storage.database)),
      ...mcpRoutes({ fetch: fetchFromItself(() => app.fastify), version: VERSION, checks }),
      ...serviceRoutes({
        checkReady,
        metrics,
        metricsToken: config.metricsToken,
        buildOpenApi: () => buildOpenApi({ version: VERSION, serverUrl: '/' }),
      }),
    ],
    isWorker: config.role === 'worker',
    console: readConsole(),
    authenticator,
    sessions: operator.access,
    rateLimits,
    logger,
    metrics,
    bodyLimitBytes: config.bodyLimitBytes,
    requestTimeoutMs: config.requestTimeoutMs,
    silenceMs: 2 * config.syncWaitMs + config.requestTimeoutMs,
    failedAuthPerMinute: config.failedAuthPerMinute,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    ...(testing.checkResponses && { checkResponses: true }),
  });
  return {
    ...operator,
    app,
    drain() {
      app.drain();
      runs.endWaits();
    },
    background: {
      async start() {
        await notifications.start();
        await runs.start();
        await webhooks.start();
        await golden.start();
        await backfills.start();
        alerts.watcher?.start();
      },
      async stop() {
        await alerts.watcher?.stop();
        await backfills.stop();
        await golden.stop();
        await runs.stop();
        await webhooks.stop();
        await notifications.stop();
        await checks.stop();
        await expressions.stop();
      },
    },
  };
}

function watchStored(metrics: Metrics, { database }: Storage): void {
  metrics.gauge(
    'brickwork_stored_runs',
    'Ended runs that are stored, of all workspaces.',
    async () => (await storedByAll(database)).runs,
  );
  metrics.gauge(
    'brickwork_stored_bytes',
    'Bytes of their inputs and outputs.',
    async () => (await storedByAll(database)).bytes,
  );
}

/** Reads that the primary answered instead of the standby show that the standby is unavailable. */
function watchStandby(metrics: Metrics, { database: { staleReads } }: Storage): void {
  if (staleReads === undefined) return;
  metrics.gauge('brickwork_reads_by_standby', 'Reads answered by the standby.', () => staleReads.standby);
  metrics.gauge(
    'brickwork_reads_by_primary',
    'Reads answered by the primary because the standby did not.',
    () => staleReads.primary,
  );
}

function countDeliveries(metrics: Metrics): (outcome: IntakeOutcome) => void {
  const received = metrics.counter(
    'brickwork_intake_deliveries_total',
    'Conversations that were pushed to intakes of this node, by what became of them.',
    ['outcome'],
  );
  return (outcome) => received.inc({ outcome });
}

function forgetRevokedKeys(notifications: Notifications, authenticator: Authenticator): void {
  notifications.subscribe(KEY_REVOKED, {
    onMessage: (keyId) => authenticator.forget(keyId === '' ? undefined : keyId),
    onReconnect: () => authenticator.forget(),
  });
}
