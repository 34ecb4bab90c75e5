/** Composes the service from its features: the only module that knows them all. */
import { buildOpenApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { auditFeature } from '../access/audit/feature.ts';
import { accessFeature } from '../access/feature.ts';
import type { ManageKeys } from '../access/manage-keys.ts';
import type { ManageWorkspaces } from '../access/manage-workspaces.ts';
import { membersFeature } from '../access/members/feature.ts';
import { createAccessStore } from '../access/store/access-store.ts';
import { createSessionStore } from '../access/store/session-store.ts';
import { backfillsFeature } from '../backfills/feature.ts';
import { systemClock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { createLeader } from '../database/leader.ts';
import { createNotifications } from '../database/notifications.ts';
import { type GoldenOptions, goldenFeature } from '../golden/feature.ts';
import { type LearningOptions, learningFeature } from '../golden/learning/feature.ts';
import { type App, createApp } from '../http/app.ts';
import { createMetrics } from '../http/create-metrics.ts';
import { mcpRoutes } from '../http/endpoints/mcp.ts';
import { serviceRoutes } from '../http/endpoints/service.ts';
import { usageRoutes } from '../http/endpoints/usage.ts';
import { fetchFromItself } from '../http/fetch-from-itself.ts';
import { insightsFeature } from '../insights/feature.ts';
import { createInsightsStore } from '../insights/store/insights-store.ts';
import { intakeFeature } from '../intake/feature.ts';
import { rememberHeads } from '../kits/head-cache.ts';
import { createKitCache } from '../kits/kit-cache.ts';
import { checksInPlace } from '../kits/kit-checks.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { createKitStore, KITS_CHANGED } from '../kits/store/kit-store.ts';
import { channelsFeature } from '../outbound/channels/feature.ts';
import { alsoNotify, tellDeadWrite, tellFailing } from '../outbound/channels/make-notifications.ts';
import { createRecordNotifications } from '../outbound/channels/store/record-notifications.ts';
import { summaryFeature } from '../outbound/channels/summary/feature.ts';
import { destinationsFeature } from '../outbound/destinations/feature.ts';
import { alsoWrite } from '../outbound/destinations/store/record-writes.ts';
import { warehouseFeature } from '../outbound/warehouse/feature.ts';
import { webhooksFeature } from '../outbound/webhooks/feature.ts';
import type { ResolveHost } from '../outbound/webhooks/guard/check-webhook-url.ts';
import { type QuestionsOptions, questionsFeature } from '../questions/feature.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { reviewsFeature } from '../reviews/feature.ts';
import { readAppealTexts } from '../reviews/store/appeal-store.ts';
import { createReviewStore } from '../reviews/store/review-store.ts';
import { type Runs, type RunsOptions, runsFeature } from '../runs/feature.ts';
import { countModelCalls } from '../runs/run-metrics.ts';
import { createDimensionStore } from '../runs/store/dimension-store.ts';
import { spendFeature } from '../usage/spend/feature.ts';
import { createUsageStore } from '../usage/store/usage-store.ts';
import { watchFeature } from '../watch/feature.ts';
import { type CheckThreads, createCheckThreads } from './checks/check-threads.ts';
import type { Config } from './config.ts';
import type { Feature, Node } from './feature.ts';
import type { Storage } from './open-storage.ts';
import { readConsole } from './read-console.ts';
import { openTelemetry } from './telemetry/open-telemetry.ts';
import { VERSION } from './version.ts';

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

/** What tests replace. */
export interface Testing {
  checkResponses?: boolean;
  evaluate?: RunsOptions['evaluate'];
  pool?: RunsOptions['pool'];
  checks?: CheckThreads;
  answerLine?: GoldenOptions['answer'];
  answerCall?: QuestionsOptions['answer'];
  learner?: LearningOptions['learner'];
  resolve?: ResolveHost;
}

export interface Service extends Operator {
  app: App;
  /** Refuses new requests and ends sync waits; requests in progress are finished. */
  drain(): void;
  /** Notifications, the queues and the leader's work: started before the HTTP side. */
  background: {
    start(): Promise<void>;
    stop(): Promise<void>;
  };
}

export async function composeService(
  config: Config,
  storage: Storage,
  logger: Logger,
  testing: Testing = {},
): Promise<Service> {
  const operator = composeOperator(config, storage);
  const { database, secret } = storage;
  const metrics = createMetrics();
  const notifications = createNotifications(database, logger);
  const tracing = await openTelemetry({ metrics, version: VERSION, logger });
  const node: Node = { config, database, secret, logger, metrics, notifications, tracing };
  measureDatabase(node);
  const checks = testing.checks ?? createCheckThreads();
  const { access, audit, members, features, endWaits } = composeFeatures(node, operator, checks, testing);
  const works = features.flatMap(({ maintenance = [] }) => maintenance);
  const leader = config.role === 'api' ? undefined : createLeader(database, works, logger);
  metrics.gauge('brickwork_leader', 'Whether this node is the leader, which does the background work.', () =>
    leader?.isLeading === true ? 1 : 0,
  );
  const app: App = await createApp({
    routes: [
      ...features.flatMap(({ routes = [] }) => routes),
      ...mcpRoutes({ fetch: fetchFromItself(() => app.fastify), version: VERSION, checks }),
      ...serviceRoutes({
        checkReady: () => checkReady(app, storage),
        metrics,
        metricsToken: config.metricsToken,
        buildOpenApi: () => buildOpenApi({ version: VERSION, serverUrl: '/' }),
      }),
    ],
    hide: checks.hide,
    tracing,
    isWorker: config.role === 'worker',
    console: readConsole(),
    authenticator: access.authenticator,
    sessions: operator.access,
    people: members.signIn,
    rateLimits: access.rateLimits,
    audit: audit.forHttp,
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
      endWaits();
    },
    background: {
      async start() {
        await notifications.start();
        for (const feature of features) await feature.start?.();
        leader?.start();
      },
      async stop() {
        await leader?.stop();
        for (const feature of features.toReversed()) await feature.stop?.();
        await notifications.stop();
        await checks.stop();
        await tracing.stop();
      },
    },
  };
}

/** In the order in which they start; they stop in reverse. */
function composeFeatures(node: Node, operator: Operator, checks: CheckThreads, testing: Testing) {
  const { config, database, metrics } = node;
  const sessions = createSessionStore(database);
  const access = accessFeature(node, operator.access, sessions);
  const members = membersFeature(node, { sessions, forget: access.authenticator.forget });
  const audit = auditFeature(node);
  const { rateLimits, quota } = access;
  const insights = createInsightsStore(database);
  const dimensions = createDimensionStore(database);
  const kits = kitsOfNode(node, operator.kits, checks);
  const notify = createRecordNotifications(new LaneClock());
  const webhooks = webhooksFeature(node, {
    resolve: testing.resolve,
    hide: checks.hide,
    inputOf: (scope, runId) => runs.runs.store.findInput(scope, runId),
    traceOf: (event) => runs.runs.store.findTrace(event, event.eventId),
    tellFailing: tellFailing(notify),
  });
  const recordEvents = alsoWrite(alsoNotify(webhooks.recordEvents, notify), new LaneClock());
  const reviews = createReviewStore(database, { recordEvents, maxEventBytes: config.webhookPayloadBytes });
  const onModelCall = countModelCalls(metrics);
  const { evaluate, pool } = testing;
  const spend = spendFeature(node, { kits, recordEvents });
  const shared = { kits, checks, quota, onModelCall, dimensions, openPurse: spend.openPurse };
  const runs: Runs = runsFeature(node, { ...shared, rateLimits, recordEvents, reviews, evaluate, pool });
  const { store } = runs.runs;
  const golden = goldenFeature(node, { ...shared, pool: runs.pool, answer: testing.answerLine });
  const questions = questionsFeature(node, { ...shared, runs: store, pool: runs.pool, answer: testing.answerCall });
  const summary = summaryFeature(node, { insights, dimensions, kits, clock: systemClock, prices: spend.prices });
  const intake = intakeFeature(node, { runs: runs.runs, kits, outbound: webhooks.outbound });
  const features: Feature[] = [
    access,
    audit,
    members,
    intake,
    webhooks,
    channelsFeature(node, {
      ...webhooks.outbound,
      writeSummary: summary.write,
      appealTexts: (scope, ids) => readAppealTexts(database, scope, ids),
    }),
    summary,
    destinationsFeature(node, {
      runs: store,
      kits,
      reviews,
      dimensions,
      expressions: intake.expressions,
      outbound: webhooks.outbound,
      hide: checks.hide,
      tellDead: tellDeadWrite(notify),
    }),
    runs,
    reviewsFeature(node, { reviews, runs: store, kits, dimensions, insights, recordEvents }),
    golden,
    learningFeature(node, { ...shared, golden: golden.golden, runs: store, pool: runs.pool, learner: testing.learner }),
    backfillsFeature(node, { kits, quota, runs: store, runClock: runs.laneClock, dimensions }),
    questions,
    watchFeature(node, { kits, insights, dimensions, golden, recordEvents }),
    insightsFeature(node, { insights, dimensions, kits, access: operator.access.store, prices: spend.prices }),
    spend,
    warehouseFeature(node, { dimensions, kits, hide: checks.hide, outbound: webhooks.outbound }),
    {
      routes: usageRoutes({
        store: createUsageStore(database),
        storage: access.storageMeter,
        plans: config.plans,
        clock: systemClock,
        prices: spend.prices,
      }),
    },
  ];
  const endWaits = () => {
    runs.endWaits();
    questions.endStreams();
  };
  return { access, audit, members, features, endWaits };
}

/** Names of kits are remembered until a node says that they have changed. */
function kitsOfNode({ notifications }: Node, kits: ManageKits, checks: CheckThreads): ManageKits {
  const store = rememberHeads(kits.store, systemClock);
  notifications.subscribe(KITS_CHANGED, {
    onMessage: (workspaceId) => store.forget(workspaceId),
    onReconnect: () => store.forget(),
  });
  return { ...kits, store, checks };
}

async function checkReady(app: App, { database }: Storage): Promise<void> {
  if (app.isDraining)
    throw new ServiceError('unavailable', {
      detail: 'The service is stopping. Retry in a moment.',
      retryAfterSeconds: 2,
    });
  await database.reads.query('SELECT 1');
}

function measureDatabase({ metrics, database }: Node): void {
  metrics.gauge('brickwork_database_connections', 'Open database connections.', () => database.pool.total);
  metrics.gauge(
    'brickwork_database_waiting',
    'Requests waiting for a database connection.',
    () => database.pool.waiting,
  );
  const { staleReads } = database;
  if (staleReads === undefined) return;
  // Reads that the primary answered instead of the standby show that the standby is unavailable.
  metrics.gauge('brickwork_reads_by_standby', 'Reads answered by the standby.', () => staleReads.standby);
  metrics.gauge(
    'brickwork_reads_by_primary',
    'Reads answered by the primary because the standby did not.',
    () => staleReads.primary,
  );
}
