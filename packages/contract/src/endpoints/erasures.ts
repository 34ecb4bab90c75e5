/** Many runs erased at once: everything of one customer, or what a list shows. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { ERASURE_STATUSES } from '../vocabulary.ts';
import { eitherIdsOrFilter, RUNS_IN_BODY } from './run-filter.ts';

export const ID_PREFIXES = ['ers'] as const;

export const erasure = z
  .object({
    erasure_id: z.string().describe('`ers_…`'),
    status: z.enum(ERASURE_STATUSES),
    total: z.number().int().describe('Runs that were selected.'),
    erased: z.number().int().describe('How many of these are erased.'),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Erasure' });

const mention = z.object({
  kind: z.enum(['saved_view', 'question', 'coaching_note', 'alert', 'golden_line']),
  name: z.string().describe('Its name, or its id where it has none.'),
  link: z.string().describe('Where this API reads, changes or deletes it.'),
});

export const startedErasure = erasure
  .extend({
    mentions: z
      .array(mention)
      .describe(
        'Texts that people typed and that are not erased: saved views, questions, coaching notes, alert rules and uploaded golden lines that name the customer or the conversation. Check each, and change or delete it. At most 100.',
      ),
  })
  .meta({ id: 'StartedErasure' });

export const erasureCount = z
  .object({
    total: z
      .number()
      .int()
      .describe('Runs that would be erased now; those that were erased before are not among them. At most 100,001.'),
  })
  .meta({ id: 'ErasureCount' });

export const erasureList = z.object({ data: z.array(erasure) });

const common = { tag: 'Runs', limit: 'read', access: 'runs:erase' } as const;
const example = {
  erasure_id: 'ers_01m7er7dfgeqcrm640y1251418',
  status: 'running' as const,
  total: 45,
  erased: 12,
  created_at: '2026-11-15T08:30:00.000Z',
};

const mentionExample = { kind: 'saved_view' as const, name: 'Calls of c-4711', link: '/v1/views/Calls%20of%20c-4711' };

export const createErasureBody = z
  .object({
    ...RUNS_IN_BODY,
    expected: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe(
        'How many runs should match, as `dry_run` returns. A different number is refused with 409. Required with `filter`.',
      ),
    dry_run: z
      .boolean()
      .default(false)
      .describe('Only counts those that would be erased, however many runs there are.'),
  })
  .refine(...eitherIdsOrFilter)
  .refine(({ filter, expected, dry_run }) => filter === undefined || expected !== undefined || dry_run, {
    path: ['expected'],
    message: 'is required with filter: how many runs should match, as dry_run returns',
  });

export const createErasure = defineEndpoint({
  ...common,
  id: 'createErasure',
  sdk: { method: 'erasures.create', dryRun: 'erasures.count' },
  method: 'POST',
  path: '/v1/erasures',
  summary: 'Erase many runs',
  description:
    'Erases the contents of the given runs, or of those that match the filter now, as `DELETE /v1/runs/:runId` does for one: 202 means that they are selected and will be erased, even if this machine fails. Runs created later are not touched. The filter is not stored. An `external_id` alone also erases what was pushed to intakes for that conversation and created no run. At most 100,000 runs at once. With `dry_run` nothing is erased, and the response says how many runs it would be. `mentions` lists what people typed elsewhere about the same customer or conversation, which is not erased.',
  body: createErasureBody,
  bodyExample: { filter: { customer: 'c-4711' }, expected: 45 },
  audit: { action: 'erasure.started', meaning: 'Many runs were selected for erasure; each leaves its own entry.' },
  responses: {
    200: { description: 'With `dry_run`: how many runs it would be.', schema: erasureCount, example: { total: 45 } },
    202: {
      description: 'Chosen.',
      schema: startedErasure,
      example: { ...example, erased: 0, mentions: [mentionExample] },
    },
  },
  errors: ['conflict', 'run_not_found'],
});

export const listErasures = defineEndpoint({
  ...common,
  id: 'listErasures',
  sdk: 'erasures.list',
  method: 'GET',
  path: '/v1/erasures',
  summary: 'The newest erasures',
  responses: { 200: { description: 'At most 50.', schema: erasureList, example: { data: [example] } } },
});

const params = z.object({ erasureId: z.string() });

export const getErasure = defineEndpoint({
  ...common,
  id: 'getErasure',
  sdk: 'erasures.get',
  method: 'GET',
  path: '/v1/erasures/:erasureId',
  summary: 'The progress of an erasure',
  params,
  responses: { 200: { description: 'The erasure.', schema: erasure, example } },
  errors: ['not_found'],
});

export const cancelErasure = defineEndpoint({
  ...common,
  id: 'cancelErasure',
  sdk: 'erasures.cancel',
  method: 'POST',
  path: '/v1/erasures/:erasureId/cancel',
  summary: 'Stop an erasure',
  description: 'Erased runs stay erased. A finished erasure does not change.',
  params,
  audit: { action: 'erasure.cancelled', meaning: 'The erasure of many runs was stopped.' },
  responses: {
    200: { description: 'The erasure.', schema: erasure, example: { ...example, status: 'cancelled' as const } },
  },
  errors: ['not_found'],
});
