/** Intakes: named addresses for services that push conversations, how they are read, and trying that out. */
import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { intakeDocument, intakeName, secretName } from '../intake-document.ts';

export * from './intake-deliveries.ts';

export const ID_PREFIXES = ['itd'] as const;

const named = z.object({ name: intakeName });

export const intakeChange = z
  .object({
    revision: z.number().int(),
    change: z.enum(['created', 'changed', 'secret_rotated', 'deleted']),
    key_id: z.string().optional().describe('The API key that did it; absent if a person did.'),
    by: actor,
    created_at: timestamp,
  })
  .meta({ id: 'IntakeChange' });

export const intake = z
  .object({
    name: z.string(),
    path: z.string().describe('Where the service pushes to: a path that nobody can guess.'),
    revision: z.number().int(),
    intake: intakeDocument,
    secret_hint: z.string().describe('The last characters of the secret, to tell secrets apart.'),
    old_secret_until: timestamp.optional().describe('Until then, the previous secret works too.'),
    verify_token: z.string().optional().describe('What the service needs besides the secret, if anything (Meta).'),
    secrets: z.array(z.string()).describe('Names of the secrets that fetch steps send. Their values are not shown.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'StoredIntake' });

const withSecret = intake
  .extend({ secret: z.string().optional().describe('Only when it is new; it is not shown again.') })
  .meta({ id: 'StoredIntakeWithSecret' });

const rulePreview = z.object({
  kit: z.string(),
  chosen: z.boolean(),
  reason: z.string().describe('Why it is chosen, or why not.'),
  fault: z.string().optional().describe('Why the kit would reject the input.'),
});

const preview = z.object({
  outcome: z
    .enum(['accepted', 'skipped', 'failed', 'fetch'])
    .describe('`fetch`: it needs a response first; `url` says from where.'),
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
const graceHours = z
  .number()
  .int()
  .min(0)
  .max(168)
  .optional()
  .describe('How long the replaced secret keeps working. Default 24; 0 ends it immediately.');

export const intakePreset = z
  .object({
    name: z.string(),
    title: z.string(),
    summary: z.string().describe('What becomes a run.'),
    secret: z.object({
      label: z.string().describe('What the service calls it.'),
      made_by: z.enum(['service', 'brickwork']).describe('`service`: it is required when the intake is created.'),
    }),
    secrets: z
      .record(z.string(), z.string())
      .describe('The secrets that fetch steps send, by name, and what each is at the service.'),
    steps: z.array(z.string()).describe('What to do there; `{url}`, `{secret}` and `{verify_token}` are the intake’s.'),
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
    'A named address for a service that pushes conversations. The same definition again changes nothing. The path and the secret stay when an intake is replaced; `secret` sets the one that the service generated; without it a new intake gets one, shown once.',
  params: named,
  body: z.object({
    intake: intakeDocument,
    secret: cleanText(4_000)
      .refine((text) => text.length >= 16, 'must have at least 16 characters')
      .optional()
      .describe(
        'The token, signing secret or public key, when the pushing service chose it. It takes effect immediately.',
      ),
    grace_hours: graceHours,
    secrets: z
      .record(secretName, cleanText(4_000))
      .refine((given) => Object.keys(given).length <= 10, 'must be at most 10')
      .optional()
      .describe('What fetch steps send as `{secret:NAME}`. Stored encrypted; omitted ones are kept.'),
  }),
  bodyExample: { intake: documentExample },
  faults: { intake: 'intake_invalid', 'intake.auth.signed': 'invalid_parameter' },
  audit: { action: 'intake.saved', meaning: 'An intake was stored or changed.' },
  responses: {
    200: { description: 'Unchanged, or replaced.', schema: withSecret, example: intakeExample },
    201: {
      description: 'Created. Save the secret: it is not shown again.',
      schema: withSecret,
      example: { ...intakeExample, secret: 'bwi_kq3VZ0c1m8Yw0N2a5b7d9f1h3j5l7n9p1r3t5v7x7Qk=' },
    },
  },
  errors: ['intake_invalid', 'kit_not_found', 'conflict'],
});

export const listIntakes = defineEndpoint({
  ...common,
  id: 'listIntakes',
  sdk: 'intakes.list',
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
  sdk: 'intakes.presets',
  method: 'GET',
  path: '/v1/intake-presets',
  summary: 'Ready-made definitions for common services',
  description:
    'Signature, handshake, mapping and what to enter at the service. Add `kits` and store it with PUT /v1/intakes/:name.',
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
  sdk: 'intakes.get',
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
  sdk: 'intakes.delete',
  method: 'DELETE',
  path: '/v1/intakes/:name',
  summary: 'Delete an intake and its log',
  description: 'Its path returns 404 from now on. Its runs stay, and so does the record of who changed it.',
  params: named,
  audit: { action: 'intake.deleted', meaning: 'An intake was deleted.' },
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
  description: 'The old one works for another day, or for `grace_hours`, so no delivery is lost in the meantime.',
  params: named,
  body: z.object({ grace_hours: graceHours }),
  bodyOptional: true,
  audit: { action: 'intake.secret_rotated', meaning: 'The secret of an intake was replaced.' },
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
  description: 'Creates no run and stores nothing. With `intake`, that definition is tried instead of the stored one.',
  params: named,
  body: z.object({
    payload: z.unknown().optional().describe('What the service would push, as JSON.'),
    delivery_id: z.string().optional().describe('Instead of `payload`: a stored delivery.'),
    intake: intakeDocument.optional(),
    fetched: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Responses of fetch steps by name. Nothing is requested here: without them, the first step is shown.'),
  }),
  bodyExample: {
    payload: { type: 'call.ended', call: { id: 'c-81', team: 'support', transcript: 'Agent: Hello.\nCustomer: Hi.' } },
  },
  faults: { intake: 'intake_invalid', 'intake.auth.signed': 'invalid_parameter' },
  notAudited: 'Stores nothing: it shows what a payload would become.',
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
