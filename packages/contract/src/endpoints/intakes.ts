import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, moment, pageLimit, timestamp } from '../fields.ts';
import { intakeDocument, secretName } from '../intake-document.ts';
import { INTAKE_OUTCOMES } from '../vocabulary.ts';

const intakeName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, _ and -, 63 at most');
const named = z.object({ name: intakeName });

export const intakeChange = z
  .object({
    revision: z.number().int(),
    change: z.enum(['created', 'changed', 'secret_rotated', 'deleted']),
    key_id: z.string().optional().describe('The API key that did it; absent where a person did.'),
    by: actor,
    created_at: timestamp,
  })
  .meta({ id: 'IntakeChange' });

export const intake = z
  .object({
    name: z.string(),
    path: z.string().describe('Where the service pushes to: a path of this deployment that nobody can guess.'),
    revision: z.number().int(),
    intake: intakeDocument,
    secret_hint: z.string().describe('The last characters of the secret, to tell secrets apart.'),
    old_secret_until: timestamp.optional().describe('Until then, the secret of before works as well.'),
    verify_token: z.string().optional().describe('What the service asks for beside the secret, where it does (Meta).'),
    secrets: z.array(z.string()).describe('Names of the secrets that fetch steps send. Their values are not shown.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'StoredIntake' });

const withSecret = intake
  .extend({ secret: z.string().optional().describe('Only when it is new: it is not shown again.') })
  .meta({ id: 'StoredIntakeWithSecret' });

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
        '`received`: stored, and not read yet; `accepted`: at least one new run; `replayed`: it was received before; `skipped`: no run, for the reason given; `failed`: it could not be read; `refused`: it was turned away and not stored.',
      ),
    reason: z.string().optional().describe('Why there is no new run, or what it waits for.'),
    external_id: z.string().optional(),
    runs: z.array(chosenRun),
    failed: z.array(refusedKit).describe('Kits that refused the input.'),
    items: z.array(settledItem).optional().describe('Where it held several conversations: each of them.'),
    bytes: z.number().int(),
    kept: z.boolean().describe('Whether its payload is kept, so that it can be read and replayed.'),
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
    text: z.string().optional().describe('As it was sent, where it is text.'),
    base64: z.string().optional().describe('As it was sent, where it is not.'),
  })
  .meta({ id: 'IntakePayload' });

const rulePreview = z.object({
  kit: z.string(),
  chosen: z.boolean(),
  reason: z.string().describe('Why it is chosen, or why not.'),
  fault: z.string().optional().describe('What the kit would refuse the input for.'),
});

const preview = z.object({
  outcome: z
    .enum(['accepted', 'skipped', 'failed', 'fetch'])
    .describe('`fetch`: it needs an answer first; `url` says from where.'),
  reason: z.string().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  external_id: z.string().optional(),
  occurred_at: timestamp.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  idempotency_key: z.string().optional(),
  url: z.string().optional().describe('What the next fetch step would request.'),
  kits: z.array(rulePreview),
});

export const intakePreview = preview
  .extend({
    items: z.array(preview).optional().describe('With `each`: every conversation. The rest is about the first.'),
  })
  .meta({ id: 'IntakePreview' });

const documentExample = {
  enabled: true,
  keep_days: 14,
  auth: { type: 'token' as const },
  when: "type = 'call.ended'",
  map: { input: '{ "transcript": call.transcript }', external_id: 'call.id', metadata: '{ "team": call.team }' },
  kits: [{ kit: 'support_qa', metadata: { team: ['support', 'billing*'] }, sample_percent: 25 }],
};
const intakeExample = {
  name: 'support-calls',
  path: '/v1/intake/support-calls.4x7q2m9k5t8w3v6n1p0r',
  revision: 1,
  intake: documentExample,
  secret_hint: 'bwi_…x7Qk=',
  secrets: [],
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-15T08:30:00.000Z',
};
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
const graceHours = z
  .number()
  .int()
  .min(0)
  .max(168)
  .optional()
  .describe('How long the secret that is replaced still works: both do until then. Default 24; 0 ends it at once.');

export const intakePreset = z
  .object({
    name: z.string(),
    title: z.string(),
    summary: z.string().describe('What becomes a run.'),
    secret: z.object({
      label: z.string().describe('What the service calls it.'),
      made_by: z.enum(['service', 'brickwork']).describe('`service`: it must be given when the intake is made.'),
    }),
    secrets: z.record(z.string(), z.string()).describe('What fetch steps send, by name: what each is at the service.'),
    steps: z
      .array(z.string())
      .describe('What to do there; `{url}`, `{secret}` and `{verify_token}` are those of the intake.'),
    definition: intakeDocument.omit({ kits: true }),
  })
  .meta({ id: 'IntakePreset' });

const common = { tag: 'Intakes', access: 'webhooks:manage', limit: 'read' } as const;

export const putIntake = defineEndpoint({
  ...common,
  id: 'putIntake',
  method: 'PUT',
  path: '/v1/intakes/:name',
  summary: 'Create or replace an intake',
  description:
    'A named address for a service that pushes conversations. The same definition again changes nothing. The path and the secret stay when an intake is replaced; `secret` sets the one that the service made, and without it a new intake gets one, shown once.',
  params: named,
  body: z.object({
    intake: intakeDocument,
    secret: cleanText(4_000)
      .refine((text) => text.length >= 16, 'must have at least 16 characters')
      .optional()
      .describe('The token, signing secret or public key, when the pushing service chose it. It takes effect at once.'),
    grace_hours: graceHours,
    secrets: z
      .record(secretName, cleanText(4_000))
      .refine((given) => Object.keys(given).length <= 10, 'must be at most 10')
      .optional()
      .describe(
        'What fetch steps send as `{secret:NAME}`. Stored encrypted; those that are not given stay as they are.',
      ),
  }),
  bodyExample: { intake: documentExample },
  faults: { intake: 'intake_invalid', 'intake.auth.signed': 'invalid_parameter' },
  responses: {
    200: { description: 'Unchanged, or replaced.', schema: withSecret, example: intakeExample },
    201: {
      description: 'Created. Keep the secret: it is not shown again.',
      schema: withSecret,
      example: { ...intakeExample, secret: 'bwi_kq3VZ0c1m8Yw0N2a5b7d9f1h3j5l7n9p1r3t5v7x7Qk=' },
    },
  },
  errors: ['intake_invalid', 'kit_not_found', 'conflict'],
});

export const listIntakes = defineEndpoint({
  ...common,
  id: 'listIntakes',
  method: 'GET',
  path: '/v1/intakes',
  summary: 'List intakes',
  responses: {
    200: {
      description: 'By name.',
      schema: z.object({ data: z.array(intake) }),
      example: { data: [intakeExample] },
    },
  },
});

export const listIntakePresets = defineEndpoint({
  ...common,
  id: 'listIntakePresets',
  method: 'GET',
  path: '/v1/intake-presets',
  summary: 'Definitions for services that people run',
  description:
    'Signature, handshake, mapping and what to fill in there. Add `kits` and store it with PUT /v1/intakes/:name.',
  responses: {
    200: {
      description: 'By title.',
      schema: z.object({ data: z.array(intakePreset) }),
      example: {
        data: [
          {
            name: 'vapi',
            title: 'Vapi',
            summary: 'The report at the end of a call.',
            secret: { label: 'Server URL secret', made_by: 'brickwork' },
            secrets: {},
            steps: ['Assistant → Advanced → Server URL: {url}, secret {secret}.'],
            definition: {
              enabled: true,
              preset: 'vapi',
              auth: { type: 'token', header: 'X-Vapi-Secret' },
              map: { input: '{ "transcript": { "message": message } }' },
              keep_days: 14,
            },
          },
        ],
      },
    },
  },
});

export const getIntake = defineEndpoint({
  ...common,
  id: 'getIntake',
  method: 'GET',
  path: '/v1/intakes/:name',
  summary: 'An intake and who changed it',
  params: named,
  responses: {
    200: {
      description: 'With its last 20 changes, newest first.',
      schema: intake.extend({ changes: z.array(intakeChange) }).meta({ id: 'IntakeWithChanges' }),
      example: {
        ...intakeExample,
        changes: [
          {
            revision: 1,
            change: 'created',
            key_id: 'key_01m7er7dfgeqcrm640y1251418',
            by: { kind: 'key', id: 'key_01m7er7dfgeqcrm640y1251418', name: 'ci' },
            created_at: '2026-11-15T08:30:00.000Z',
          },
        ],
      },
    },
  },
  errors: ['not_found'],
});

export const deleteIntake = defineEndpoint({
  ...common,
  id: 'deleteIntake',
  method: 'DELETE',
  path: '/v1/intakes/:name',
  summary: 'Delete an intake and its log',
  description: 'Its path answers 404 from now on. Runs that it made stay, and so does the record of who changed it.',
  params: named,
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'support-calls', deleted: true },
    },
  },
  errors: ['not_found'],
});

export const rotateIntakeSecret = defineEndpoint({
  ...common,
  id: 'rotateIntakeSecret',
  method: 'POST',
  path: '/v1/intakes/:name/rotate',
  summary: 'Replace the secret with a new one',
  description: 'The old one works for another day, or for `grace_hours`, so that no delivery is lost meanwhile.',
  params: named,
  body: z.object({ grace_hours: graceHours }),
  bodyOptional: true,
  responses: {
    200: {
      description: 'With the new secret.',
      schema: withSecret,
      example: { ...intakeExample, revision: 2, secret: 'bwi_kq3VZ0c1m8Yw0N2a5b7d9f1h3j5l7n9p1r3t5v7x7Qk=' },
    },
  },
  errors: ['not_found'],
});

export const testIntake = defineEndpoint({
  ...common,
  id: 'testIntake',
  method: 'POST',
  path: '/v1/intakes/:name/test',
  summary: 'Try an intake on a payload',
  description:
    'Makes no run and leaves nothing behind. With `intake`, that definition is tried instead of the stored one.',
  params: named,
  body: z.object({
    payload: z.unknown().optional().describe('What the service would push, as JSON.'),
    delivery_id: z.string().optional().describe('Instead of `payload`: something that was pushed, and is kept.'),
    intake: intakeDocument.optional(),
    fetched: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Answers of fetch steps by name. Nothing is requested here: without them, the first step is shown.'),
  }),
  bodyExample: {
    payload: { type: 'call.ended', call: { id: 'c-81', team: 'support', transcript: 'Agent: Hello.\nCustomer: Hi.' } },
  },
  faults: { intake: 'intake_invalid', 'intake.auth.signed': 'invalid_parameter' },
  responses: {
    200: {
      description: 'What would happen, rule by rule.',
      schema: intakePreview,
      example: {
        outcome: 'accepted',
        input: { transcript: 'Agent: Hello.\nCustomer: Hi.' },
        external_id: 'c-81',
        metadata: { team: 'support' },
        idempotency_key: 'c-81',
        kits: [{ kit: 'support_qa', chosen: true, reason: 'All conditions are met; it is in the sample of 25 %.' }],
      },
    },
  },
  errors: ['not_found', 'intake_invalid'],
});

export const listIntakeDeliveries = defineEndpoint({
  ...common,
  id: 'listIntakeDeliveries',
  method: 'GET',
  path: '/v1/intakes/:name/deliveries',
  summary: 'What was pushed, newest first',
  description:
    'Of the last 30 days, with the reason for each that made no run. Of deliveries that were refused, the last 20 are listed.',
  params: named,
  query: z.object({
    limit: pageLimit,
    outcome: z.enum(INTAKE_OUTCOMES).optional(),
    external_id: cleanText(255).optional(),
    since: moment.optional().describe('Received at this time or later.'),
    cursor: z.string().optional().describe('`next_cursor` of the page before.'),
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
  method: 'GET',
  path: '/v1/intakes/:name/deliveries/:deliveryId',
  summary: 'What became of one delivery',
  params: oneDelivery,
  responses: { 200: { description: 'A line of the log.', schema: intakeDelivery, example: deliveryExample } },
  errors: ['not_found'],
});

export const getIntakePayload = defineEndpoint({
  ...common,
  id: 'getIntakePayload',
  method: 'GET',
  path: '/v1/intakes/:name/deliveries/:deliveryId/payload',
  summary: 'What was pushed, as long as it is kept',
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

export const replayIntakeDeliveries = defineEndpoint({
  ...common,
  id: 'replayIntakeDeliveries',
  method: 'POST',
  path: '/v1/intakes/:name/replay',
  summary: 'Read kept payloads again',
  description:
    'With the definition as it is now: one, some, or all since a time. The keys of runs come from the payload, so what made a run before makes no second one. At most 1,000 at once; `more` says whether to call again.',
  params: named,
  body: z
    .object({
      delivery_ids: z.array(z.string()).min(1).max(100).optional().describe('These, whatever became of them.'),
      since: moment.optional().describe('All that were received at this time or later.'),
      outcomes: z
        .array(z.enum(['accepted', 'replayed', 'skipped', 'failed']))
        .min(1)
        .optional()
        .describe('With `since`: which of them. Default: failed and skipped.'),
    })
    .refine(({ delivery_ids, since }) => (delivery_ids === undefined) !== (since === undefined), {
      message: 'needs delivery_ids or since, and not both',
    })
    .refine(({ delivery_ids, outcomes }) => delivery_ids === undefined || outcomes === undefined, {
      path: ['outcomes'],
      message: 'is for since',
    }),
  bodyExample: { since: '2026-11-15T08:00:00Z' },
  responses: {
    202: {
      description: 'They wait to be read; the log shows what becomes of them.',
      schema: z.object({
        replayed: z.number().int().describe('How many.'),
        more: z.boolean().describe('There may be more since then: call again.'),
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
    'For services that push; `name` is the last part of the intake’s `path`. It needs no API key: the intake’s token or signature proves who is calling. A 2xx answer means that it is stored, encrypted; it is read a moment later, and the intake’s log says what became of it. JSON, forms, multipart/form-data and plain text are read; what is none of these is kept, too. The same conversation again makes no second run.',
  query: z.object({ token: z.string().optional().describe('The token, where the service cannot send a header.') }),
  rawBody: true,
  anyContentType: true,
  bodyOptional: true,
  body: z.unknown().describe('Whatever the service sends.'),
  bodyExample: {
    type: 'call.ended',
    call: { id: 'c-81', team: 'support', transcript: 'Agent: Hello.\nCustomer: Hi.' },
  },
  responses: {
    200: { description: 'The answer to the service’s handshake, where the intake has one.', contentType: 'text/plain' },
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
