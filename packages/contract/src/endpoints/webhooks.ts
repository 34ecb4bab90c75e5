import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { pageLimit, timestamp } from '../fields.ts';
import { DELIVERY_STATUSES, ENVIRONMENTS, EVENT_TYPES } from '../vocabulary.ts';
import { runExample } from './run-examples.ts';
import { deliveryExample, endpointExample, eventExample, SECRET_EXAMPLE } from './webhook-examples.ts';

export const ID_PREFIXES = ['evt', 'dlv', 'whe'] as const;

export const webhookEndpoint = z
  .object({
    id: z.string().describe('`whe_…`'),
    url: z.string(),
    enabled: z.boolean().describe('Events of a disabled endpoint wait until it is enabled again.'),
    disabled_reason: z
      .string()
      .optional()
      .describe('`gone`: a delivery’s last attempt got 410; `manual`: you disabled it.'),
    include_sandbox: z.boolean().describe('Whether events of sandbox runs are sent too.'),
    mask: z.boolean().describe('Whether names, numbers and addresses of people are sent as placeholders.'),
    created_at: timestamp,
    updated_at: timestamp,
    secret_hint: z.string().describe('The last characters of the secret, to tell secrets apart.'),
  })
  .meta({ id: 'WebhookEndpoint' });

const withSecret = webhookEndpoint
  .extend({
    secret: z.string().describe('`whsec_…`: verifies the signatures. Returned here and by `rotate`, nowhere else.'),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });

export const webhookEvent = z
  .object({
    id: z.string().describe('`evt_…`, stable across retries: deduplicate on it.'),
    type: z.enum(EVENT_TYPES),
    created_at: timestamp,
    api_version: z.literal('v1'),
    environment: z.enum(ENVIRONMENTS),
    workspace_id: z.string(),
    thin: z
      .boolean()
      .describe(
        '`true`: `data` has only `run_id`, `status`, `error_code` and `duration_ms`; fetch the run. For `run.reviewed`: values, notes and `output` are left out; fetch the run with `as=reviewed`.',
      ),
    data: z
      .looseObject({})
      .describe(
        'The run, in the shape of GET /v1/runs/:runId; for `run.reviewed` the run’s ids, the `reviews` that changed its answers and its `output` with corrections applied; for `run.appealed` the ids of the appeal, the run and the kit, and the `brick`; for `alert.raised` and `alert.resolved` the alert with its figure, or the canary with what it found.',
      ),
  })
  .meta({ id: 'WebhookEvent' });

const attempt = z
  .object({
    id: z.string().describe('`dlv_…`, as the receiver saw it in Service-Delivery-Id.'),
    number: z
      .number()
      .int()
      .describe('1 to 10. When a worker is lost during an attempt, the repeated attempt has the same number.'),
    url: z.string(),
    started_at: timestamp,
    finished_at: timestamp.optional(),
    outcome: z.string().optional().describe('`succeeded`, `http_500`, `timeout`, `connection_refused` …'),
    http_status: z.number().int().optional(),
    latency_ms: z.number().int().optional(),
    response_body: z.string().optional().describe('The first 16 KiB at most.'),
  })
  .meta({ id: 'DeliveryAttempt' });

export const delivery = z
  .object({
    id: z.string().describe('`dlv_…`'),
    event_id: z.string(),
    event_type: z.enum(EVENT_TYPES),
    run_id: z.string().optional(),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.number().int().describe('Attempts so far in the current retry schedule.'),
    next_attempt_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    attempts: z.array(attempt).describe('Oldest first.'),
  })
  .meta({ id: 'Delivery' });

const webhookId = z.object({ webhookId: z.string() });
const common = { tag: 'Webhooks', access: 'webhooks:manage', limit: 'read' } as const;

export const putWebhook = defineEndpoint({
  ...common,
  id: 'putWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create or replace the webhook endpoint',
  description:
    'One endpoint per workspace and environment receives every terminal event. Calling it again with the same URL changes nothing and returns the same secret, so a deployment may register its URL on every start; an endpoint that you disabled stays disabled. With another URL the id stays, the secret is new (the old one signs `Service-Signature-Previous` for 24 hours), pending deliveries go to the new URL, and nothing more is sent to the old one after this request is answered.',
  body: z.object({
    url: z.string().optional().describe('https, a public host name or public IP address, port 443, or 1024 and above.'),
    include_sandbox: z
      .boolean()
      .optional()
      .describe('`true`: events of sandbox runs are sent too. Default: unchanged, or `false` for a new URL.'),
    mask: z
      .boolean()
      .optional()
      .describe(
        '`true`: bodies are masked before they are signed and sent, including pending ones. Default: unchanged, or `false` for a new endpoint.',
      ),
  }),
  bodyExample: { url: endpointExample.url },
  required: ['url'],
  faults: { url: 'invalid_webhook_url' },
  audit: { action: 'webhook.saved', meaning: 'The webhook endpoint was registered or changed.' },
  responses: {
    200: {
      description: 'Unchanged, or replaced.',
      schema: withSecret,
      example: { ...endpointExample, secret: SECRET_EXAMPLE },
    },
    201: {
      description: 'Created. Save the secret: lists do not show it.',
      schema: withSecret,
      example: { ...endpointExample, secret: SECRET_EXAMPLE },
    },
  },
  errors: ['webhook_url_required', 'webhook_url_not_public'],
});

export const listWebhooks = defineEndpoint({
  ...common,
  id: 'listWebhooks',
  sdk: 'webhooks.list',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhook endpoints',
  responses: {
    200: {
      description: 'One, or none.',
      schema: z.object({ data: z.array(webhookEndpoint) }),
      example: { data: [endpointExample] },
    },
  },
});

export const deleteWebhook = defineEndpoint({
  ...common,
  id: 'deleteWebhook',
  sdk: 'webhooks.delete',
  method: 'DELETE',
  path: '/v1/webhooks/:webhookId',
  summary: 'Delete a webhook endpoint',
  description:
    'Pending deliveries are cancelled. After this request is answered, no node sends anything more to the URL.',
  params: webhookId,
  audit: { action: 'webhook.deleted', meaning: 'The webhook endpoint was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ id: z.string(), deleted: z.literal(true) }),
      example: { id: endpointExample.id, deleted: true },
    },
  },
  errors: ['webhook_not_found'],
});

export const rotateWebhookSecret = defineEndpoint({
  ...common,
  id: 'rotateWebhookSecret',
  sdk: 'webhooks.rotate',
  method: 'POST',
  path: '/v1/webhooks/:webhookId/rotate',
  summary: 'Rotate the secret',
  description:
    '`Service-Signature` is made with the new secret from now on; for 24 hours, `Service-Signature-Previous` holds the signature of the old one.',
  params: webhookId,
  audit: { action: 'webhook.secret_rotated', meaning: 'The webhook secret was replaced.' },
  responses: {
    200: {
      description: 'The new secret.',
      schema: withSecret,
      example: { ...endpointExample, secret: SECRET_EXAMPLE },
    },
  },
  errors: ['webhook_not_found'],
});

export const enableWebhook = defineEndpoint({
  ...common,
  id: 'enableWebhook',
  sdk: 'webhooks.enable',
  repeatable: true,
  method: 'POST',
  path: '/v1/webhooks/:webhookId/enable',
  summary: 'Enable an endpoint and send its held events',
  params: webhookId,
  audit: { action: 'webhook.enabled', meaning: 'The webhook endpoint was enabled.' },
  responses: { 200: { description: 'Enabled.', schema: webhookEndpoint, example: endpointExample } },
  errors: ['webhook_not_found'],
});

export const disableWebhook = defineEndpoint({
  ...common,
  id: 'disableWebhook',
  sdk: 'webhooks.disable',
  repeatable: true,
  method: 'POST',
  path: '/v1/webhooks/:webhookId/disable',
  summary: 'Disable an endpoint; its events are held',
  params: webhookId,
  audit: { action: 'webhook.disabled', meaning: 'The webhook endpoint was disabled.' },
  responses: {
    200: {
      description: 'Disabled.',
      schema: webhookEndpoint,
      example: { ...endpointExample, enabled: false, disabled_reason: 'manual' },
    },
  },
  errors: ['webhook_not_found'],
});

export const testWebhook = defineEndpoint({
  ...common,
  id: 'testWebhook',
  sdk: 'webhooks.test',
  method: 'POST',
  path: '/v1/webhooks/:webhookId/test',
  summary: 'Send a test event',
  description: 'A `webhook.test` event, signed, sent and logged like any other.',
  params: webhookId,
  notAudited: 'Sends a test event, which is in the delivery log.',
  responses: {
    202: {
      description: 'It will be sent.',
      schema: z.object({ event_id: z.string(), delivery_id: z.string() }),
      example: { event_id: eventExample.id, delivery_id: deliveryExample.id },
    },
  },
  errors: ['webhook_not_found'],
});

export const listDeliveries = defineEndpoint({
  ...common,
  id: 'listDeliveries',
  sdk: { items: 'webhooks.deliveries' },
  method: 'GET',
  path: '/v1/webhooks/:webhookId/deliveries',
  summary: 'The delivery log, newest first',
  params: webhookId,
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
    status: z.enum(DELIVERY_STATUSES).optional(),
  }),
  faults: { limit: 'invalid_limit', cursor: 'invalid_cursor' },
  responses: {
    200: {
      description: 'Deliveries with their attempts.',
      schema: z.object({ data: z.array(delivery), has_more: z.boolean(), next_cursor: z.string().optional() }),
      example: { data: [deliveryExample], has_more: false },
    },
  },
  errors: ['webhook_not_found'],
});

export const recoverDeliveries = defineEndpoint({
  ...common,
  id: 'recoverDeliveries',
  sdk: 'webhooks.recover',
  repeatable: true,
  method: 'POST',
  path: '/v1/webhooks/:webhookId/recover',
  summary: 'Retry all dead-lettered deliveries',
  description: 'At most 1,000 deliveries per request; repeat while `has_more` is true.',
  params: webhookId,
  body: z.object({
    since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only deliveries dead-lettered since then; default: all.'),
  }),
  bodyExample: { since: '2026-11-15T00:00:00Z' },
  bodyOptional: true,
  audit: { action: 'deliveries.recovered', meaning: 'Failed deliveries were sent again.' },
  responses: {
    202: {
      description: 'The deliveries will be sent.',
      schema: z.object({ recovered: z.number().int(), has_more: z.boolean() }),
      example: { recovered: 12, has_more: false },
    },
  },
  errors: ['webhook_not_found'],
});

export const replayDelivery = defineEndpoint({
  ...common,
  id: 'replayDelivery',
  sdk: 'webhooks.replay',
  method: 'POST',
  path: '/v1/deliveries/:deliveryId/replay',
  summary: 'Send a delivery again',
  description:
    'By the id of the delivery or of any of its attempts. The event id stays the same. A pending delivery is sent now instead of at its scheduled time; never twice at the same time.',
  params: z.object({ deliveryId: z.string() }),
  audit: { action: 'delivery.replayed', meaning: 'A delivery was sent again.' },
  responses: {
    202: { description: 'It will be sent.', schema: delivery, example: { ...deliveryExample, status: 'pending' } },
  },
  errors: ['not_found', 'conflict'],
});

export const getEvent = defineEndpoint({
  ...common,
  id: 'getEvent',
  method: 'GET',
  path: '/v1/events/:eventId',
  access: 'runs:read',
  summary: 'Read one event as it is delivered',
  params: z.object({ eventId: z.string() }),
  responses: {
    200: {
      description: 'The body of its deliveries; without contents after an erasure.',
      schema: webhookEvent,
      example: { ...eventExample, data: runExample },
    },
  },
  errors: ['not_found'],
});

export const listEvents = defineEndpoint({
  ...common,
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  access: 'runs:read',
  summary: 'Read events in order, without gaps',
  description:
    'Every terminal run of the workspace, oldest first, whether or not an endpoint is registered. Save `next_cursor` and continue from it: no event is ever skipped, even when many nodes write at the same time. `after=latest` returns the current cursor.',
  query: z.object({
    limit: pageLimit,
    after: z
      .string()
      .optional()
      .describe('`next_cursor` of the previous page, or `latest`. Default: from the beginning.'),
  }),
  faults: { limit: 'invalid_limit', after: 'invalid_cursor' },
  responses: {
    200: {
      description: 'Events as they are delivered. `next_cursor` is always present.',
      schema: z.object({ data: z.array(webhookEvent), has_more: z.boolean(), next_cursor: z.string() }),
      example: { data: [{ ...eventExample, data: runExample }], has_more: false, next_cursor: 'ZTE' },
    },
  },
});
