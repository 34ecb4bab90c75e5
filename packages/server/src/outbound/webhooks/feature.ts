/** Webhooks: the events of ended runs, their delivery, and the guard around every connection. */
import { systemClock } from '../../core/clock.ts';
import type { Hide } from '../../core/hide.ts';
import type { Metrics } from '../../core/metrics.ts';
import type { SendRequest } from '../../core/outbound.ts';
import type { Scope } from '../../core/scope.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { NO_TRACING } from '../../core/tracing.ts';
import { webhookRoutes } from '../../http/endpoints/webhooks.ts';
import type { Feature, Node } from '../../main/feature.ts';
import { VERSION } from '../../main/version.ts';
import { openQueue } from '../../queue/feature.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import { DELIVERY_LEASE_MS, type Deliver, deliver, type PostWebhook } from './deliver.ts';
import type { RecordEvents, RecordedEvent } from './event.ts';
import type { TellFailing } from './failing.ts';
import { createAddressRules } from './guard/address-rules.ts';
import { checkWebhookUrl, type ResolveHost } from './guard/check-webhook-url.ts';
import { parseWebhookUrl } from './guard/parse-webhook-url.ts';
import { createInterruptions } from './interruptions.ts';
import { createGuardedAgents, type GuardedAgents } from './send/guarded-agents.ts';
import type { GuardedConnect } from './send/guarded-connect.ts';
import { createPostWebhook } from './send/post-webhook.ts';
import { resolveHost } from './send/resolve-host.ts';
import { ENDPOINT_MOVED } from './store/put-endpoint.ts';
import { createRecordEvents } from './store/record-events.ts';
import { createWebhookStores } from './store/webhook-store.ts';
import { SECRET_PURPOSE } from './webhook-secret.ts';

export interface Webhooks extends Feature {
  /** Writes events and their deliveries inside the transaction that makes them true. */
  recordEvents: RecordEvents;
  /** For other features that send requests to addresses chosen by users. */
  outbound: {
    request: SendRequest;
    post: PostWebhook;
    /** For third-party clients, which send requests themselves. */
    agents(owner: string): GuardedAgents;
    parseUrl(text: string): URL;
    /** As a webhook is registered: also refuses a host that resolves to an address that is not public. */
    checkUrl(text: string, workspaceId: string): Promise<URL>;
  };
}

/** Runs that end within this time have their deliveries claimed and begun together: a statement costs more than its rows. */
const GATHER_MS = 50;
/** Claims look for due retries at most this often (see queue/store/job-store.ts). */
const LOOK_MS = 250;

export interface WebhooksOptions {
  /** Tests replace it. */
  resolve?: ResolveHost | undefined;
  hide: Hide;
  tellFailing: TellFailing;
  /** The stored input of a run, as JSON: who is named in it is masked in the event, too. */
  inputOf(scope: Scope, runId: string): Promise<string | undefined>;
  /** The trace of the run that an event is about. */
  traceOf(event: RecordedEvent): Promise<string | undefined>;
}

export function webhooksFeature(node: Node, options: WebhooksOptions): Webhooks {
  const { resolve = resolveHost, hide, inputOf, traceOf, tellFailing } = options;
  const { config, database, secret, logger, notifications, metrics, tracing } = node;
  const interruptions = createInterruptions();
  const queue = openQueue(node, {
    kind: DELIVERY_KIND,
    slots: config.webhookSlots,
    leaseMs: DELIVERY_LEASE_MS,
    gatherMs: GATHER_MS,
    drainMs: config.drainMs,
    work: (job, signal) => interruptions.during(job.lane, signal, (either) => deliver(delivery, job, either)),
  });
  const lanes = { clock: queue.clock, capacity: config.webhookConcurrency };
  const recordEvents = createRecordEvents(lanes);
  const stores = createWebhookStores({
    database,
    lanes,
    record: recordEvents,
    maxEventBytes: config.webhookPayloadBytes,
    tellFailing,
    onReady: queue.wake,
  });
  const box = createSecretBox(secret, SECRET_PURPOSE);
  const addresses = createAddressRules(config.webhookAllow);
  const rules = { addresses, ports: config.webhookPorts, isHttpAllowed: config.webhookAllowHttp };
  const count = countAttempts(metrics);
  const request = sendWhenNeeded({ rules: addresses, resolve });
  const post = createPostWebhook(request);
  const delivery: Deliver = {
    store: stores.deliveries,
    box,
    clock: systemClock,
    logger,
    delaysSeconds: config.webhookRetrySeconds,
    post,
    headerPrefix: config.headerPrefix,
    userAgent: `Brickwork-Webhooks/${VERSION}`,
    async hide(event) {
      const body = JSON.parse(event.body) as { data: { run_id?: string } };
      const runId = body.data.run_id;
      const input = runId === undefined ? undefined : await inputOf(event, runId);
      return JSON.stringify(await hide(body, event.workspaceId, input));
    },
    tracing,
    traceOf: async (event) => (tracing === NO_TRACING ? undefined : await traceOf(event)),
    onOutcome(outcome, verdict) {
      count(outcome, verdict);
      // A short delay would otherwise wait for the next poll.
      const delayMs = verdict.kind === 'retry' ? verdict.delayMs : verdict.kind === 'interrupted' ? 0 : undefined;
      if (delayMs !== undefined && delayMs < 60_000) setTimeout(queue.wake, Math.max(delayMs, LOOK_MS) + 10).unref();
    },
  };
  notifications.subscribe(ENDPOINT_MOVED, {
    onMessage: (lane) => interruptions.interrupt(lane),
    onReconnect: () => interruptions.interrupt(),
  });
  metrics.gauge(
    'brickwork_webhook_deliveries_waiting',
    'Deliveries waiting to be sent, including retries.',
    async () => (await queue.jobs.depth(DELIVERY_KIND)).waiting,
  );
  return {
    ...queue,
    routes: webhookRoutes({ ...stores, box, clock: systemClock, urls: { rules, resolve } }),
    recordEvents,
    outbound: {
      request,
      post,
      agents: (owner) => createGuardedAgents({ rules: addresses, resolve }, owner),
      parseUrl: (text) => parseWebhookUrl(text, rules),
      checkUrl: (text, workspaceId) => checkWebhookUrl({ rules, resolve }, text, workspaceId),
    },
  };
}

/** The HTTP client is loaded with the first request. */
function sendWhenNeeded(guard: GuardedConnect): SendRequest {
  let loaded: Promise<SendRequest> | undefined;
  return async (...request) => {
    loaded ??= import('./send/guarded-request.ts').then(({ createSendRequest }) => createSendRequest(guard));
    const send = await loaded;
    return send(...request);
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
