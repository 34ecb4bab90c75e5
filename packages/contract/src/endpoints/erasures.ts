/** Many runs erased at once: everything of one customer, or what a list shows. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { ERASURE_STATUSES } from '../vocabulary.ts';
import { RUN_FILTER } from './run-filter.ts';

export const ID_PREFIXES = ['ers'] as const;

/** As in GET /v1/runs, where they stand in a query. */
export const erasureFilter = z
  .looseObject({
    kit_code: cleanText(64).optional(),
    ...RUN_FILTER,
    reviewed: z.boolean().optional(),
  })
  .describe(
    'The conditions of GET /v1/runs by their names: `kit_code`, `status`, `external_id`, `q`, `occurred_after` …, `answer.BRICK`, `metadata.KEY` and the dimensions. An empty one is refused.',
  );

export const erasure = z
  .object({
    erasure_id: z.string().describe('`ers_…`'),
    status: z.enum(ERASURE_STATUSES),
    total: z.number().int().describe('Runs that were selected.'),
    erased: z.number().int().describe('Of these, those whose contents are gone.'),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Erasure' });

export const erasureList = z.object({ data: z.array(erasure) });

const common = { tag: 'Runs', limit: 'read', access: 'runs:erase' } as const;
const example = {
  erasure_id: 'ers_01m7er7dfgeqcrm640y1251418',
  status: 'running' as const,
  total: 45,
  erased: 12,
  created_at: '2026-11-15T08:30:00.000Z',
};

export const createErasureBody = z
  .object({
    run_ids: z.array(z.string()).min(1).max(1_000).optional(),
    filter: erasureFilter.optional(),
    expected: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('How many runs it should be, as `GET /v1/runs/count` says. A different number is refused with 409.'),
  })
  .refine(({ run_ids, filter }) => (run_ids === undefined) !== (filter === undefined), {
    message: 'must have either run_ids or filter',
  });

export const createErasure = defineEndpoint({
  ...common,
  id: 'createErasure',
  method: 'POST',
  path: '/v1/erasures',
  summary: 'Erase many runs',
  description:
    'Erases the contents of the given runs, or of those that match the filter now, as `DELETE /v1/runs/:runId` does for one: 202 means that they are selected and will be erased, even if this machine fails. Runs created later are not touched. The filter is not stored. An `external_id` alone also erases what was pushed to intakes for that conversation and created no run. At most 100,000 runs at once.',
  body: createErasureBody,
  bodyExample: { filter: { customer: 'c-4711' }, expected: 45 },
  audit: { action: 'erasure.started', meaning: 'Many runs were selected for erasure; each leaves its own entry.' },
  responses: { 202: { description: 'Chosen.', schema: erasure, example: { ...example, erased: 0 } } },
  errors: ['conflict', 'run_not_found'],
});

export const listErasures = defineEndpoint({
  ...common,
  id: 'listErasures',
  method: 'GET',
  path: '/v1/erasures',
  summary: 'The newest erasures',
  responses: { 200: { description: 'At most 50.', schema: erasureList, example: { data: [example] } } },
});

const params = z.object({ erasureId: z.string() });

export const getErasure = defineEndpoint({
  ...common,
  id: 'getErasure',
  method: 'GET',
  path: '/v1/erasures/:erasureId',
  summary: 'How far an erasure is',
  params,
  responses: { 200: { description: 'The erasure.', schema: erasure, example } },
  errors: ['not_found'],
});

export const cancelErasure = defineEndpoint({
  ...common,
  id: 'cancelErasure',
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
