/** Where answers are written back to: records in HubSpot, Salesforce, Zendesk, Intercom, or anything that takes JSON. */
import { z } from 'zod';
import { destinationDocument } from '../destination-document.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { secretName } from '../intake-document.ts';
import { watchedName } from './alert-fields.ts';
import { deliveryExample, destinationDelivery } from './destination-deliveries.ts';

export * from './destination-deliveries.ts';

export const ID_PREFIXES = ['dsd'] as const;

export const destination = z
  .object({
    name: z.string(),
    destination: destinationDocument,
    host: z.string().describe('Where it writes to.'),
    secrets: z.array(z.string()).describe('Names of the stored secrets. Their values are never shown.'),
    last_delivery: destinationDelivery.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'StoredDestination' });

export const destinationPreset = z
  .object({
    name: z.string(),
    title: z.string(),
    summary: z.string(),
    base_url: z.object({
      default: z.string().optional().describe('Absent if every customer has their own address.'),
      example: z.string(),
    }),
    record: z.string().describe('What the record is.'),
    field: z.string().describe('What a field is called there.'),
    settings: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        default: z.string().optional(),
        required: z.boolean(),
      }),
    ),
    secrets: z
      .record(z.string(), z.string())
      .describe('The required secrets by name, and what each is called at the service.'),
    adds: z.boolean().describe('It adds a note instead of changing fields, once per run.'),
    steps: z.array(z.string()).describe('What to do at the service.'),
    documentation: z.string(),
  })
  .meta({ id: 'DestinationPreset' });

export const destinationPreview = z
  .object({
    outcome: z.enum(['request', 'skipped', 'failed']),
    reason: z.string().optional().describe('Why there is no request.'),
    run_id: z.string(),
    record: z.string().optional(),
    method: z.string().optional(),
    url: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional().describe('Without secrets.'),
    body: z.record(z.string(), z.unknown()).optional(),
    fields: z
      .array(
        z.object({
          answer: z.string(),
          field: z.string(),
          value: z.unknown().optional(),
          left_out: z.string().optional().describe('Why it is not written.'),
          reviewed: z.boolean(),
        }),
      )
      .describe('What happens to each of `fields`.'),
  })
  .meta({ id: 'DestinationPreview' });

const common = { tag: 'Destinations', limit: 'read', access: 'webhooks:manage' } as const;

const documentExample = {
  enabled: true,
  preset: 'zendesk',
  base_url: 'https://acme.zendesk.com',
  settings: { email: 'brickwork@acme.example' },
  record: 'metadata.ticket_id',
  kits: ['support_qa'],
  fields: { resolved: '360012345678', 'resolved.reason': '360012345679' },
  min_confidence: 0.7,
  not_sure: 'skip',
  mask: false,
} as const;

const destinationExample = {
  name: 'tickets',
  destination: documentExample,
  host: 'acme.zendesk.com',
  secrets: ['password'],
  last_delivery: deliveryExample,
  created_at: '2026-11-10T08:30:00.000Z',
  updated_at: '2026-11-10T08:30:00.000Z',
} as const;

export const listDestinations = defineEndpoint({
  ...common,
  id: 'listDestinations',
  sdk: 'destinations.list',
  method: 'GET',
  path: '/v1/destinations',
  summary: 'List destinations',
  description: 'Those of the key’s environment, by name, at most 20. Secrets are never shown.',
  responses: {
    200: {
      description: 'The destinations.',
      schema: z.object({ data: z.array(destination) }),
      example: { data: [destinationExample] },
    },
  },
});

export const listDestinationPresets = defineEndpoint({
  ...common,
  id: 'listDestinationPresets',
  sdk: 'destinations.presets',
  method: 'GET',
  path: '/v1/destination-presets',
  summary: 'Services that answers can be written to',
  description: 'What each of them needs. Name one as `preset` in PUT /v1/destinations/:name.',
  responses: {
    200: {
      description: 'By title.',
      schema: z.object({ data: z.array(destinationPreset) }),
      example: {
        data: [
          {
            name: 'zendesk',
            title: 'Zendesk',
            summary: 'Custom fields of a ticket.',
            base_url: { example: 'https://acme.zendesk.com' },
            record: 'The ticket’s id.',
            field: 'The id of a custom ticket field.',
            settings: [{ name: 'email', label: 'E-mail of the agent', required: true }],
            secrets: { password: 'API token' },
            adds: false,
            steps: ['Admin Center → APIs → API tokens → Add.'],
            documentation: 'https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/',
          },
        ],
      },
    },
  },
});

export const getDestination = defineEndpoint({
  ...common,
  id: 'getDestination',
  sdk: 'destinations.get',
  method: 'GET',
  path: '/v1/destinations/:name',
  summary: 'Read a destination',
  params: watchedName,
  responses: { 200: { description: 'The destination.', schema: destination, example: destinationExample } },
  errors: ['not_found'],
});

export const putDestination = defineEndpoint({
  ...common,
  id: 'putDestination',
  sdk: 'destinations.put',
  method: 'PUT',
  path: '/v1/destinations/:name',
  summary: 'Store a destination',
  description:
    'From now on, every run that succeeds or is reviewed is written to its record. Replaces the definition of this name; omitted secrets stay while preset and address are the same.',
  params: watchedName,
  body: z.object({
    destination: destinationDocument,
    secrets: z
      .record(secretName, cleanText(4_000))
      .refine((given) => Object.keys(given).length <= 5, 'must be at most 5')
      .optional()
      .describe('Credentials for the service, by name. Stored encrypted and never shown again.'),
  }),
  bodyExample: { destination: documentExample, secrets: { password: 'the API token' } },
  audit: { action: 'destination.saved', meaning: 'A destination was stored or changed.' },
  responses: {
    200: { description: 'The destination as stored.', schema: destination, example: destinationExample },
  },
  errors: ['conflict', 'kit_not_found', 'invalid_webhook_url', 'webhook_url_not_public'],
});

export const deleteDestination = defineEndpoint({
  ...common,
  id: 'deleteDestination',
  sdk: 'destinations.delete',
  cli: {
    command: 'destinations delete',
    about: 'Delete destinations with their logs and secrets',
    arguments: { name: 'the destinations’ names' },
    many: true,
    done: 'Deleted {name}.',
  },
  method: 'DELETE',
  path: '/v1/destinations/:name',
  summary: 'Delete a destination',
  description: 'With its log and secrets; pending deliveries are dropped.',
  params: watchedName,
  audit: { action: 'destination.deleted', meaning: 'A destination was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'tickets', deleted: true },
    },
  },
  errors: ['not_found'],
});

const runChoice = z
  .string()
  .optional()
  .describe('A run that succeeded. Default: the newest one of the kits that has a record.');

export const previewDestination = defineEndpoint({
  ...common,
  id: 'previewDestination',
  sdk: 'destinations.preview',
  method: 'POST',
  path: '/v1/destinations/:name/preview',
  summary: 'The request that would be sent for a run',
  description:
    'Sends nothing. With `destination`, that definition is tried instead of the stored one; secrets are not needed for it.',
  params: watchedName,
  body: z.object({ destination: destinationDocument.optional(), run_id: runChoice }),
  bodyExample: { run_id: 'run_01m7er7dfgeqcrm640y1251418' },
  bodyOptional: true,
  notAudited: 'Stores and sends nothing: it shows the request for a run.',
  responses: {
    200: {
      description: 'The request, or why there is none.',
      schema: destinationPreview,
      example: {
        outcome: 'request',
        run_id: 'run_01m7er7dfgeqcrm640y1251418',
        record: '4711',
        method: 'PUT',
        url: 'https://acme.zendesk.com/api/v2/tickets/4711',
        headers: { 'content-type': 'application/json' },
        body: { ticket: { custom_fields: [{ id: 360012345678, value: true }] } },
        fields: [{ answer: 'resolved', field: '360012345678', value: true, reviewed: false }],
      },
    },
  },
  errors: ['not_found', 'run_not_found', 'conflict', 'kit_not_found', 'invalid_webhook_url', 'webhook_url_not_public'],
});

export const testDestination = defineEndpoint({
  ...common,
  id: 'testDestination',
  sdk: 'destinations.test',
  method: 'POST',
  path: '/v1/destinations/:name/test',
  summary: 'Write one run now',
  description:
    'Writes the answers of a past run to its record, once, while you wait, even if the destination is disabled. The response and the log show the result.',
  limit: 'create',
  params: watchedName,
  body: z.object({ run_id: runChoice }),
  bodyExample: { run_id: 'run_01m7er7dfgeqcrm640y1251418' },
  bodyOptional: true,
  notAudited: 'Writes one run, which is in the destination’s log.',
  responses: {
    200: {
      description: 'The result: see `status`, `outcome` and `detail`.',
      schema: destinationDelivery,
      example: { ...deliveryExample, cause: 'test' },
    },
  },
  errors: ['not_found', 'run_not_found', 'conflict'],
});
