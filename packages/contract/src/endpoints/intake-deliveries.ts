/** What services push to an intake: the addresses they push to, the log of what became of it, payloads that are kept, and reading them again. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, moment, pageLimit, timestamp } from '../fields.ts';
import { intakeName } from '../intake-document.ts';
import { INTAKE_OUTCOMES } from '../vocabulary.ts';

const named = z.object({ name: intakeName });

const chosenRun = z.object({ kit: z.string(), run_id: z.string(), replayed: z.boolean() });
const refusedKit = z.object({ kit: z.string(), error: z.string(), detail: z.string().optional() });

const settledItem = z.object({
  outcome: z.enum(['accepted', 'replayed', 'skipped', 'failed']),
  reason: z.string().optional(),
  external_id: z.string().optional(),
  runs: z.array(chosenRun),
  failed: z.array(refusedKit),
});

export const intakeDelivery = z
  .object({
    delivery_id: z.string().describe('`itd_…`'),
    outcome: z
      .enum(INTAKE_OUTCOMES)
      .describe(
        '`received`: stored but not read yet; `accepted`: at least one new run; `replayed`: it was received before; `skipped`: no run, for the given reason; `failed`: it could not be read; `refused`: it was rejected and not stored.',
      ),
    reason: z.string().optional().describe('Why there is no new run, or what it waits for.'),
    external_id: z.string().optional(),
    runs: z.array(chosenRun),
    failed: z.array(refusedKit).describe('Kits that refused the input.'),
    items: z.array(settledItem).optional().describe('If it held several conversations: each of them.'),
    bytes: z.number().int(),
    kept: z.boolean().describe('Whether its payload is still stored and can be read and replayed.'),
    received_at: timestamp,
    settled_at: timestamp.optional(),
  })
  .meta({ id: 'IntakeDelivery' });

export const receipt = z
  .object({ delivery_id: z.string(), outcome: z.literal('received') })
  .meta({ id: 'IntakeReceipt' });

export const intakePayload = z
  .object({
    delivery_id: z.string(),
    content_type: z.string(),
    text: z.string().optional().describe('The payload, if it is text.'),
    base64: z.string().optional().describe('The payload, if it is not text.'),
  })
  .meta({ id: 'IntakePayload' });

const deliveryExample = {
  delivery_id: 'itd_01m7er7dg3f1v8b6p2q9k4n7wz',
  outcome: 'accepted' as const,
  external_id: 'c-81',
  runs: [{ kit: 'support_qa', run_id: 'run_01m7er7dfgeqcrm640y1251418', replayed: false }],
  failed: [],
  bytes: 2_812,
  kept: true,
  received_at: '2026-11-15T08:30:00.000Z',
  settled_at: '2026-11-15T08:30:00.120Z',
};

const common = { tag: 'Intakes', access: 'webhooks:manage', limit: 'read' } as const;

export const listIntakeDeliveries = defineEndpoint({
  ...common,
  id: 'listIntakeDeliveries',
  sdk: { page: 'intakes.deliveryPage' },
  method: 'GET',
  path: '/v1/intakes/:name/deliveries',
  summary: 'List what was pushed, newest first',
  description:
    'The last 30 days, with the reason for each that created no run. Only the last 20 refused deliveries are listed.',
  params: named,
  query: z.object({
    limit: pageLimit,
    outcome: z.enum(INTAKE_OUTCOMES).optional(),
    external_id: cleanText(255).optional(),
    since: moment.optional().describe('Received at this time or later.'),
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
  }),
  faults: { limit: 'invalid_limit', cursor: 'invalid_cursor' },
  responses: {
    200: {
      description: 'Newest first.',
      schema: z.object({ data: z.array(intakeDelivery), next_cursor: z.string().optional() }),
      example: { data: [deliveryExample] },
    },
  },
  errors: ['not_found'],
});

const oneDelivery = z.object({ name: intakeName, deliveryId: z.string() });

export const getIntakeDelivery = defineEndpoint({
  ...common,
  id: 'getIntakeDelivery',
  sdk: 'intakes.delivery',
  method: 'GET',
  path: '/v1/intakes/:name/deliveries/:deliveryId',
  summary: 'One delivery and its result',
  params: oneDelivery,
  responses: { 200: { description: 'A line of the log.', schema: intakeDelivery, example: deliveryExample } },
  errors: ['not_found'],
});

export const getIntakePayload = defineEndpoint({
  ...common,
  id: 'getIntakePayload',
  sdk: 'intakes.payload',
  method: 'GET',
  path: '/v1/intakes/:name/deliveries/:deliveryId/payload',
  summary: 'The payload of a delivery, while it is kept',
  description: 'For fixing a mapping: try it with POST /v1/intakes/:name/test, then replay the delivery.',
  params: oneDelivery,
  responses: {
    200: {
      description: 'Decrypted.',
      schema: intakePayload,
      example: {
        delivery_id: deliveryExample.delivery_id,
        content_type: 'application/json',
        text: '{"type":"call.ended","call":{"id":"c-81"}}',
      },
    },
  },
  errors: ['not_found'],
});

export const eraseIntakeDelivery = defineEndpoint({
  ...common,
  id: 'eraseIntakeDelivery',
  sdk: 'intakes.eraseDelivery',
  method: 'DELETE',
  path: '/v1/intakes/:name/deliveries/:deliveryId',
  summary: 'Erase a delivery',
  description:
    'Deletes its payload and its external id permanently; its entry in the log stays. For deliveries without a run: erasing a run does the same for its deliveries.',
  access: 'runs:erase',
  params: oneDelivery,
  responses: {
    200: {
      description: 'Erased.',
      schema: intakeDelivery,
      example: { ...deliveryExample, outcome: 'failed', external_id: undefined, runs: [], kept: false },
    },
  },
  errors: ['not_found'],
  audit: { action: 'intake.delivery_erased', meaning: 'A delivery to an intake was erased.' },
});

export const replayIntakeDeliveries = defineEndpoint({
  ...common,
  id: 'replayIntakeDeliveries',
  sdk: 'intakes.replay',
  method: 'POST',
  path: '/v1/intakes/:name/replay',
  summary: 'Replay stored payloads',
  description:
    'Reads the named deliveries, or all since a time, again with the current definition. The keys of runs come from the payload, so a delivery that already created a run is skipped. At most 1,000 at once; `more` says whether to call again.',
  params: named,
  body: z
    .object({
      delivery_ids: z
        .array(z.string())
        .min(1)
        .max(100)
        .optional()
        .describe('These deliveries, whatever their outcome.'),
      since: moment.optional().describe('All received at this time or later.'),
      outcomes: z
        .array(z.enum(['accepted', 'replayed', 'skipped', 'failed']))
        .min(1)
        .optional()
        .describe('With `since`: which outcomes. Default: failed and skipped.'),
    })
    .refine(({ delivery_ids, since }) => (delivery_ids === undefined) !== (since === undefined), {
      message: 'needs either delivery_ids or since',
    })
    .refine(({ delivery_ids, outcomes }) => delivery_ids === undefined || outcomes === undefined, {
      path: ['outcomes'],
      message: 'is for since',
    }),
  bodyExample: { since: '2026-11-15T08:00:00Z' },
  audit: { action: 'intake.replayed', meaning: 'Payloads of an intake were replayed.' },
  responses: {
    202: {
      description: 'They are queued; the log shows the outcome.',
      schema: z.object({
        replayed: z.number().int().describe('Number of payloads that are replayed.'),
        more: z.boolean().describe('There may be more: call again.'),
      }),
      example: { replayed: 12, more: false },
    },
  },
  errors: ['not_found'],
});

const service = {
  tag: 'Intakes',
  access: 'public',
  params: z.object({ name: z.string() }),
  anyQuery: true,
} as const;

export const receiveDelivery = defineEndpoint({
  ...service,
  id: 'receiveDelivery',
  method: 'POST',
  path: '/v1/intake/:name',
  summary: 'Push a conversation to an intake',
  description:
    'For services that push; `name` is the last part of the intake’s `path`. It needs no API key: the intake’s token or signature proves who is calling. A 2xx response means that it is stored, encrypted; it is read a moment later, and the intake’s log shows the outcome. JSON, forms, multipart/form-data and plain text are read; anything else is stored too. The same conversation never creates a second run.',
  query: z.object({ token: z.string().optional().describe('The token, if the service cannot send a header.') }),
  rawBody: true,
  anyContentType: true,
  bodyOptional: true,
  body: z.unknown().describe('Whatever the service sends.'),
  bodyExample: {
    type: 'call.ended',
    call: { id: 'c-81', team: 'support', transcript: 'Agent: Hello.\nCustomer: Hi.' },
  },
  notAudited: 'The intake’s log has it, with the runs created from it.',
  responses: {
    200: { description: 'The answer to the service’s handshake, if the intake has one.', contentType: 'text/plain' },
    202: {
      description: 'Stored.',
      schema: receipt,
      example: { delivery_id: deliveryExample.delivery_id, outcome: 'received' },
    },
  },
  errors: [
    'not_found',
    'invalid_delivery_signature',
    'payload_too_large',
    'unsupported_media_type',
    'rate_limited',
    'run_request_failed',
    'unavailable',
    'storage_quota_exceeded',
  ],
});

export const answerIntakeHandshake = defineEndpoint({
  ...service,
  id: 'answerIntakeHandshake',
  method: 'GET',
  path: '/v1/intake/:name',
  summary: 'Answer the handshake of a service that asks with GET',
  description: 'For Meta’s `hub.challenge`.',
  responses: { 200: { description: 'The challenge.', contentType: 'text/plain' } },
  errors: ['not_found'],
});
