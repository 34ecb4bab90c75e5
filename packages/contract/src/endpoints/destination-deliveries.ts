/** The log of a destination, and writing again. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { moment, pageLimit, timestamp } from '../fields.ts';
import { DESTINATION_STATUSES } from '../vocabulary.ts';
import { watchedName } from './alert-fields.ts';

export const destinationDelivery = z
  .object({
    delivery_id: z.string().describe('`dsd_…`'),
    run_id: z.string(),
    cause: z
      .enum(['run', 'review', 'replay', 'test'])
      .describe('The run ended, somebody reviewed it, a replay was requested, or somebody tested the destination.'),
    status: z
      .enum(DESTINATION_STATUSES)
      .describe(
        '`skipped`: there was nothing to write, for the reason in `detail`; `dead`: the service refused it, or every attempt failed; `cancelled`: a later one replaced it, or the destination was disabled.',
      ),
    attempts: z.number().int(),
    outcome: z
      .string()
      .optional()
      .describe('The result of the last attempt: `succeeded`, `http_404`, `timeout`, `token_http_400` …'),
    detail: z
      .string()
      .optional()
      .describe(
        'The service’s response, 300 characters at most and without the values that were sent, or why it was skipped.',
      ),
    latency_ms: z.number().int().optional(),
    next_attempt_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'DestinationDelivery' });

export const deliveryExample = {
  delivery_id: 'dsd_01m7er7dfgeqcrm640y1251418',
  run_id: 'run_01m7er7dfgeqcrm640y1251418',
  cause: 'run',
  status: 'succeeded',
  attempts: 1,
  outcome: 'succeeded',
  latency_ms: 212,
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-15T08:30:01.000Z',
} as const;

const common = { tag: 'Destinations', limit: 'read', access: 'webhooks:manage' } as const;

export const listDestinationDeliveries = defineEndpoint({
  ...common,
  id: 'listDestinationDeliveries',
  sdk: { page: 'destinations.deliveries' },
  method: 'GET',
  path: '/v1/destinations/:name/deliveries',
  summary: 'The log of a destination',
  description: 'What was written in the last 30 days, newest first.',
  params: watchedName,
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional(),
    status: z.enum(DESTINATION_STATUSES).optional(),
    run_id: z.string().optional(),
  }),
  responses: {
    200: {
      description: 'The deliveries.',
      schema: z.object({
        data: z.array(destinationDelivery),
        has_more: z.boolean(),
        next_cursor: z.string().optional(),
      }),
      example: { data: [deliveryExample], has_more: false },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const replayDestination = defineEndpoint({
  ...common,
  id: 'replayDestination',
  sdk: 'destinations.replay',
  method: 'POST',
  path: '/v1/destinations/:name/replay',
  summary: 'Write again, or write past runs',
  description:
    'The named deliveries or runs, up to 100, or all `dead` deliveries since a time, 1,000 per request; repeat while `has_more` is true. Values are current: answers reviewed since then are written as reviewed.',
  params: watchedName,
  body: z
    .object({
      delivery_ids: z.array(z.string()).min(1).max(100).optional(),
      run_ids: z.array(z.string()).min(1).max(100).optional(),
      since: moment.optional().describe('`dead` deliveries since then; by default all of them.'),
    })
    .refine(({ delivery_ids, run_ids, since }) => [delivery_ids, run_ids, since].filter(Boolean).length <= 1, {
      error: 'delivery_ids, run_ids and since cannot be combined',
    }),
  bodyExample: { since: '2026-11-15T00:00:00Z' },
  bodyOptional: true,
  audit: { action: 'destination.replayed', meaning: 'Runs were written to a destination again.' },
  responses: {
    202: {
      description: 'They will be written.',
      schema: z.object({ replayed: z.number().int(), has_more: z.boolean() }),
      example: { replayed: 12, has_more: false },
    },
  },
  errors: ['not_found', 'run_not_found', 'conflict'],
});
