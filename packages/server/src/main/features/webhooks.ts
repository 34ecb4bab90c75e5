/** Webhooks: the events of ended runs, their delivery, and the guard around every connection. */
import { systemClock } from '../../core/clock.ts';
import type { Hide } from '../../core/hide.ts';
import type { Post, SendRequest } from '../../core/outbound.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { NO_TRACING } from '../../core/tracing.ts';
import { webhookRoutes } from '../../http/endpoints/webhooks.ts';
import { WEBHOOKS } from '../../outbound/outbox/store/outbox.ts';
import { createEventSender } from '../../outbound/webhooks/deliver.ts';
import type { RecordEvents } from '../../outbound/webhooks/event.ts';
import type { TellFailing } from '../../outbound/webhooks/failing.ts';
import { createAddressRules } from '../../outbound/webhooks/guard/address-rules.ts';
import { checkWebhookUrl, type ResolveHost } from '../../outbound/webhooks/guard/check-webhook-url.ts';
import { parseWebhookUrl } from '../../outbound/webhooks/guard/parse-webhook-url.ts';
import { createInterruptions } from '../../outbound/webhooks/interruptions.ts';
import { createGuardedAgents, type GuardedAgents } from '../../outbound/webhooks/send/guarded-agents.ts';
import type { GuardedConnect } from '../../outbound/webhooks/send/guarded-connect.ts';
import { createPostWebhook } from '../../outbound/webhooks/send/post-webhook.ts';
import { resolveHost } from '../../outbound/webhooks/send/resolve-host.ts';
import { ENDPOINT_MOVED } from '../../outbound/webhooks/store/put-endpoint.ts';
import { createRecordEvents } from '../../outbound/webhooks/store/record-events.ts';
import { createWebhookStores } from '../../outbound/webhooks/store/webhook-store.ts';
import { SECRET_PURPOSE } from '../../outbound/webhooks/webhook-secret.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import type { Feature, Node } from '../feature.ts';
import { VERSION } from '../version.ts';
import { openOutbox } from './outbox.ts';

export interface Webhooks extends Feature {
  /** Writes events and their deliveries in the transaction of the change they report. */
  recordEvents: RecordEvents;
  /** For other features that send requests to addresses chosen by users. */
  outbound: {
    request: SendRequest;
    post: Post;
    /** For third-party clients, which send requests themselves. */
    agents(owner: string): GuardedAgents;
    parseUrl(text: string): URL;
    /** As for registering a webhook: also refuses a host that resolves to an address that is not public. */
    checkUrl(text: string, workspaceId: string): Promise<URL>;
  };
}

/** Runs that end within this time have their deliveries claimed and started together: a statement costs more than its rows. */
const GATHER_MS = 50;
const METRICS = {
  attempts: ['brickwork_webhook_attempts_total', 'Delivery attempts of this node by outcome.'],
  ended: ['brickwork_webhook_deliveries_total', 'Deliveries that this node finished, by final status.'],
  waiting: ['brickwork_webhook_deliveries_waiting', 'Deliveries waiting to be sent, including retries.'],
} as const;

export interface WebhooksOptions {
  /** Tests replace it. */
  resolve?: ResolveHost | undefined;
  hide: Hide;
  tellFailing: TellFailing;
  /** Names in the input of a run are masked in its event too; the trace of a run continues in its deliveries. */
  runs: Pick<RunStore, 'findInput' | 'findTrace'>;
}

export function webhooksFeature(node: Node, options: WebhooksOptions): Webhooks {
  const { resolve = resolveHost, hide, runs, tellFailing } = options;
  const { config, database, secrets, notifications, tracing } = node;
  const interruptions = createInterruptions();
  const box = createSecretBox(secrets, SECRET_PURPOSE);
  const addresses = createAddressRules(config.webhookAllow);
  const rules = { addresses, ports: config.webhookPorts, isHttpAllowed: config.webhookAllowHttp };
  const request = sendWhenNeeded({ rules: addresses, resolve });
  const post = createPostWebhook(request);
  const queue = openOutbox(node, WEBHOOKS, {
    slots: config.webhookSlots,
    gatherMs: GATHER_MS,
    during: (job, signal, work) => interruptions.during(job.lane, signal, work),
    metrics: METRICS,
    sender: () => sender,
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
  const sender = createEventSender({
    store: stores.deliveries,
    box,
    clock: systemClock,
    post,
    headerPrefix: config.headerPrefix,
    userAgent: `Brickwork-Webhooks/${VERSION}`,
    async hide(event) {
      const body = JSON.parse(event.body) as { data: { run_id?: string } };
      const runId = body.data.run_id;
      const input = runId === undefined ? undefined : await runs.findInput(event, runId);
      return JSON.stringify(await hide(body, event.workspaceId, input));
    },
    tracing,
    traceOf: async (event) => (tracing === NO_TRACING ? undefined : await runs.findTrace(event, event.eventId)),
  });
  notifications.subscribe(ENDPOINT_MOVED, {
    onMessage: (lane) => interruptions.interrupt(lane),
    onReconnect: () => interruptions.interrupt(),
  });
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
    loaded ??= import('../../outbound/webhooks/send/guarded-request.ts').then(({ createSendRequest }) =>
      createSendRequest(guard),
    );
    const send = await loaded;
    return send(...request);
  };
}
