/** Composes the service: its features, the leader's work and the HTTP side. */
import type { Logger } from '../core/logger.ts';
import { createLeader } from '../database/leader.ts';
import { createNotifications } from '../database/notifications.ts';
import { type App, createApp } from '../http/app.ts';
import { createMetrics } from '../http/create-metrics.ts';
import { mcpRoutes } from '../http/endpoints/mcp.ts';
import { serviceRoutes } from '../http/endpoints/service.ts';
import { fetchFromItself } from '../http/fetch-from-itself.ts';
import { checkReady, type Readiness, withCause } from './check-ready.ts';
import { createCheckThreads } from './checks/check-threads.ts';
import { composeOperator, type Operator } from './compose-operator.ts';
import type { Config } from './config.ts';
import type { Node } from './feature.ts';
import { composeFeatures, type Testing } from './features/compose-features.ts';
import type { Storage } from './open-storage.ts';
import { createOpenApi } from './openapi/create-openapi.ts';
import { readConsole } from './read-console.ts';
import { openTelemetry } from './telemetry/open-telemetry.ts';
import { VERSION } from './version.ts';

export interface Service extends Operator {
  app: App;
  /** Creates the OpenAPI document, on the first request. */
  prepareOpenApi(): void;
  readiness: Readiness;
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
  const { database, secrets, directory } = storage;
  const metrics = createMetrics();
  const readiness: Readiness = { isSettingUp: false };
  const notifications = createNotifications(database, logger);
  const tracing = await openTelemetry({ metrics, version: VERSION, logger });
  const node: Node = { config, database, secrets, directory, logger, metrics, notifications, tracing };
  const openapi = createOpenApi(VERSION);
  measureDatabase(node);
  const checks = testing.checks ?? createCheckThreads();
  const { access, audit, members, features, endWaits } = composeFeatures(node, operator, checks, testing);
  const { roundMs = Number.POSITIVE_INFINITY } = testing;
  const works = features.flatMap(({ maintenance = [] }) =>
    maintenance.map((work) => ({ ...work, everyMs: Math.min(work.everyMs, roundMs) })),
  );
  const leader = config.role === 'api' ? undefined : createLeader(database, works, logger);
  metrics.gauge('brickwork_leader', 'Whether this node is the leader, which does the background work.', () =>
    leader?.isLeading === true ? 1 : 0,
  );
  const app: App = await createApp({
    routes: [
      ...features.flatMap(({ routes = [] }) => routes),
      ...mcpRoutes({ fetch: fetchFromItself(() => app.fastify), version: VERSION, checks }),
      ...serviceRoutes({
        checkReady: () => checkReady(app, storage, readiness),
        explain: (error) => withCause(error, storage),
        metrics,
        metricsToken: config.metricsToken,
        openapi,
      }),
    ],
    hide: checks.hide,
    tracing,
    isWorker: config.role === 'worker',
    console: readConsole(),
    authenticator: access.authenticator,
    sessions: operator.access,
    people: members.signIn,
    directory: members.directory,
    rateLimits: access.rateLimits,
    audit: audit.forHttp,
    logger,
    metrics,
    bodyLimitBytes: config.bodyLimitBytes,
    answerWithinMs: config.answerWithinMs,
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
    readiness,
    prepareOpenApi: () => void openapi().catch(() => {}),
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
