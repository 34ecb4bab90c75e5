/** Composes webhooks: the events of ended runs, their delivery, and the guard around every connection. */
import { systemClock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { createSecretBox } from '../core/secret-box.ts';
import type { Notifications } from '../database/notifications.ts';
import type { WebhookRoutes } from '../http/endpoints/webhooks.ts';
import type { Metrics } from '../http/metrics.ts';
import { createDispatcher } from '../queue/dispatcher.ts';
import { DELIVERY_KIND } from '../queue/job-kinds.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { createJobStore } from '../queue/store/job-store.ts';
import { JOBS_READY } from '../queue/store/tell-ready.ts';
import { DELIVERY_LEASE_MS, type Deliver, deliver, type PostWebhook } from '../webhooks/deliver.ts';
import type { RecordEvents } from '../webhooks/event.ts';
import { createAddressRules } from '../webhooks/guard/address-rules.ts';
import type { ResolveHost } from '../webhooks/guard/check-webhook-url.ts';
import { createInterruptions } from '../webhooks/interruptions.ts';
import type { GuardedConnect } from '../webhooks/send/guarded-connect.ts';
import { resolveHost } from '../webhooks/send/resolve-host.ts';
import { ENDPOINT_MOVED } from '../webhooks/store/endpoints.ts';
import { createRecordEvents } from '../webhooks/store/record-events.ts';
import { createWebhookStores } from '../webhooks/store/webhook-store.ts';
import type { Config } from './config.ts';
import type { Storage } from './open-storage.ts';
import { VERSION } from './version.ts';

export interface WebhooksOptions {
  config: Config;
  storage: Storage;
  logger: Logger;
  notifications: Notifications;
  metrics: Metrics;
  /** Tests replace the resolver. */
  resolve?: ResolveHost | undefined;
}

export interface Webhooks {
  routes: WebhookRoutes;
  /** Writes events and their deliveries inside the transaction that makes them true. */
  recordEvents: RecordEvents;
  reconcileLanes(): Promise<void>;
  start(): Promise<void>;
  /** Takes no more work; requests in progress are finished. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/** Runs that end within this time have their deliveries claimed and begun together: a statement costs more than its rows. */
const GATHER_MS = 50;
/** Claims look for due retries at most this often (see queue/store/job-store.ts). */
const LOOK_MS = 250;
export const SECRET_PURPOSE = 'webhook secrets';

export function composeWebhooks(options: WebhooksOptions): Webhooks {
  const { config, storage, logger, notifications, metrics, resolve = resolveHost } = options;
  const lanes = { clock: new LaneClock(), capacity: config.webhookConcurrency };
  const jobs = createJobStore(storage.database, lanes.clock);
  const recordEvents = createRecordEvents(lanes);
  const stores = createWebhookStores({
    database: storage.database,
    lanes,
    record: recordEvents,
    maxEventBytes: config.webhookPayloadBytes,
    onReady: () => dispatcher?.wake(),
  });
  const box = createSecretBox(storage.secret, SECRET_PURPOSE);
  const addresses = createAddressRules(config.webhookAllow);
  const rules = { addresses, ports: config.webhookPorts, isHttpAllowed: config.webhookAllowHttp };
  const count = countAttempts(metrics);
  const delivery: Deliver = {
    store: stores.deliveries,
    box,
    clock: systemClock,
    logger,
    delaysSeconds: config.webhookRetrySeconds,
    post: postWhenNeeded({ rules: addresses, resolve }),
    headerPrefix: config.headerPrefix,
    userAgent: `Brickwork-Webhooks/${VERSION}`,
    onOutcome(outcome, verdict) {
      count(outcome, verdict);
      // A short delay would otherwise wait for the next poll.
      const delayMs = verdict.kind === 'retry' ? verdict.delayMs : verdict.kind === 'interrupted' ? 0 : undefined;
      if (delayMs !== undefined && delayMs < 60_000) setTimeout(wake, Math.max(delayMs, LOOK_MS) + 10).unref();
    },
  };
  const interruptions = createInterruptions();
  const dispatcher =
    config.role === 'api'
      ? undefined
      : createDispatcher({
          kind: DELIVERY_KIND,
          store: jobs,
          slots: config.webhookSlots,
          leaseMs: DELIVERY_LEASE_MS,
          pollMs: POLL_MS,
          gatherMs: GATHER_MS,
          logger,
          work: (job, signal) => interruptions.during(job.lane, signal, (either) => deliver(delivery, job, either)),
        });
  const wake = () => dispatcher?.wake();
  notifications.subscribe(JOBS_READY, { onMessage: (kind) => kind === DELIVERY_KIND && wake(), onReconnect: wake });
  notifications.subscribe(ENDPOINT_MOVED, {
    onMessage: (lane) => interruptions.interrupt(lane),
    onReconnect: () => interruptions.interrupt(),
  });
  metrics.gauge(
    'brickwork_webhook_deliveries_waiting',
    'Deliveries waiting to be sent, including retries.',
    async () => (await jobs.depth(DELIVERY_KIND)).waiting,
  );
  return {
    routes: { ...stores, box, clock: systemClock, urls: { rules, resolve } },
    recordEvents,
    reconcileLanes: () => jobs.reconcile(DELIVERY_KIND),
    async start() {
      await jobs.reconcile(DELIVERY_KIND);
      dispatcher?.start();
    },
    stop: async () => dispatcher?.stop(config.drainMs),
  };
}

/** The HTTP client is loaded with the first delivery. */
function postWhenNeeded(guard: GuardedConnect): PostWebhook {
  let loaded: Promise<PostWebhook> | undefined;
  return async (...request) => {
    loaded ??= import('../webhooks/send/post-webhook.ts').then(({ createPostWebhook }) => createPostWebhook(guard));
    const post = await loaded;
    return post(...request);
  };
}

function countAttempts(metrics: Metrics): Deliver['onOutcome'] {
  const attempts = metrics.counter('brickwork_webhook_attempts_total', 'Delivery attempts of this node by outcome.', [
    'outcome',
  ]);
  const ended = metrics.counter(
    'brickwork_webhook_deliveries_total',
    'Deliveries that this node finished, by final status.',
    ['status'],
  );
  return (outcome, verdict) => {
    attempts.inc({ outcome });
    if (verdict.kind === 'succeeded' || verdict.kind === 'dead') ended.inc({ status: verdict.kind });
  };
}
