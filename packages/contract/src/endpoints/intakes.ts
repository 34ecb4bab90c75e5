import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, pageLimit, timestamp } from '../fields.ts';
import { intakeDocument } from '../intake-document.ts';
import { INTAKE_OUTCOMES } from '../vocabulary.ts';

const intakeName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, _ and -, 63 at most');
const named = z.object({ name: intakeName });

export const intakeChange = z
  .object({
    revision: z.number().int(),
    change: z.enum(['created', 'changed', 'secret_rotated', 'deleted']),
    key_id: z.string().describe('The API key that did it.'),
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
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'StoredIntake' });

const withSecret = intake
  .extend({ secret: z.string().optional().describe('Only when it is new: it is not shown again.') })
  .meta({ id: 'StoredIntakeWithSecret' });

const chosenRun = z.object({ kit: z.string(), run_id: z.string(), replayed: z.boolean() });
const refusedKit = z.object({ kit: z.string(), error: z.string(), detail: z.string().optional() });

export const intakeDelivery = z
  .object({
    delivery_id: z.string().describe('`itd_…`'),
    outcome: z
      .enum(INTAKE_OUTCOMES)
      .describe(
        '`accepted`: at least one new run; `replayed`: it was received before; `skipped`: no run, for the reason given; `failed`: it could not be read; `refused`: token or signature are wrong.',
      ),
    reason: z.string().optional().describe('Why there is no new run.'),
    external_id: z.string().optional(),
    runs: z.array(chosenRun),
    failed: z.array(refusedKit).describe('Kits that refused the input.'),
    bytes: z.number().int(),
    received_at: timestamp,
  })
  .meta({ id: 'IntakeDelivery' });

export const receipt = intakeDelivery
  .pick({ delivery_id: true, outcome: true, reason: true, runs: true, failed: true })
  .meta({ id: 'IntakeReceipt' });

const rulePreview = z.object({
  kit: z.string(),
  chosen: z.boolean(),
  reason: z.string().describe('Why it is chosen, or why not.'),
  fault: z.string().optional().describe('What the kit would refuse the input for.'),
});

export const intakePreview = z
  .object({
    outcome: z.enum(['accepted', 'skipped', 'failed']),
    reason: z.string().optional(),
    input: z.record(z.string(), z.unknown()).optional(),
    external_id: z.string().optional(),
    occurred_at: timestamp.optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    idempotency_key: z.string().optional(),
    kits: z.array(rulePreview),
  })
  .meta({ id: 'IntakePreview' });

const documentExample = {
  enabled: true,
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
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-15T08:30:00.000Z',
};
const deliveryExample = {
  delivery_id: 'itd_01m7er7dg3f1v8b6p2q9k4n7wz',
  outcome: 'accepted' as const,
  runs: [{ kit: 'support_qa', run_id: 'run_01m7er7dfgeqcrm640y1251418', replayed: false }],
  failed: [],
};

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
    secret: cleanText(500)
      .refine((text) => text.length >= 16, 'must have at least 16 characters')
      .optional()
      .describe('The token or signing secret, when the pushing service chose it. It takes effect at once.'),
  }),
  bodyExample: { intake: documentExample },
  faults: { intake: 'intake_invalid' },
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
  description: 'The old one stops working at once.',
  params: named,
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
    payload: z.unknown().describe('What the service would push.'),
    intake: intakeDocument.optional(),
  }),
  bodyExample: {
    payload: { type: 'call.ended', call: { id: 'c-81', team: 'support', transcript: 'Agent: Hello.\nCustomer: Hi.' } },
  },
  faults: { intake: 'intake_invalid' },
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
  summary: 'The last deliveries, newest first',
  description:
    'The last 200 of at most 30 days, with the reason for each that made no run. Payloads are not stored. Of deliveries that were refused, the last 20 are listed.',
  params: named,
  query: z.object({ limit: pageLimit, outcome: z.enum(INTAKE_OUTCOMES).optional() }),
  faults: { limit: 'invalid_limit' },
  responses: {
    200: {
      description: 'Newest first.',
      schema: z.object({ data: z.array(intakeDelivery) }),
      example: {
        data: [{ ...deliveryExample, external_id: 'c-81', bytes: 2_812, received_at: '2026-11-15T08:30:00.000Z' }],
      },
    },
  },
  errors: ['not_found'],
});

export const receiveDelivery = defineEndpoint({
  id: 'receiveDelivery',
  method: 'POST',
  path: '/v1/intake/:name',
  tag: 'Intakes',
  summary: 'Push a conversation to an intake',
  description:
    'For services that push; `name` is the last part of the intake’s `path`. It needs no API key: the intake’s token or signature proves who is calling. A 2xx answer means that everything chosen is stored. The same call again within 72 hours makes no second run.',
  access: 'public',
  params: z.object({ name: z.string() }),
  query: z.object({ token: z.string().optional().describe('The token, where the service cannot send a header.') }),
  rawBody: true,
  anyQuery: true,
  body: z.unknown().describe('Whatever JSON the service sends.'),
  bodyExample: {
    type: 'call.ended',
    call: { id: 'c-81', team: 'support', transcript: 'Agent: Hello.\nCustomer: Hi.' },
  },
  responses: {
    200: {
      description: 'Received, but there is no new run; `reason` says why.',
      schema: receipt,
      example: {
        ...deliveryExample,
        outcome: 'skipped',
        reason: 'support_qa: not in the sample of 25 %.',
        runs: [],
      },
    },
    202: { description: 'Runs are stored and will be executed.', schema: receipt, example: deliveryExample },
  },
  errors: [
    'not_found',
    'invalid_delivery_signature',
    'invalid_json',
    'payload_too_large',
    'unsupported_media_type',
    'intake_mapping_failed',
    'kit_input_invalid',
    'kit_not_found',
    'rate_limited',
    'run_request_failed',
    'unavailable',
    'storage_quota_exceeded',
  ],
});
