/** What comes up in some calls and not in others: reasons that nobody asked about. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { CONTRAST_STATUSES } from '../vocabulary.ts';
import { runFilter } from './questions.ts';

export const ID_PREFIXES = ['ctr'] as const;

const count = z.number().int();
const share = z.number().min(0).max(1);
const MOST_PHRASES = 50;
const MOST_RUNS = 10;
export const CONTRAST_SIDES = ['customer', 'agent', 'all'] as const;

export const contrastRequest = z.strictObject({
  filter: runFilter.describe(
    'The calls to look at, by the filters of GET /v1/runs: `{"kit_code": "K7TQ2MXB", "answer.score": "lt:60"}`.',
  ),
  against: runFilter
    .optional()
    .describe('The calls to compare with. By default all other calls of the same kit and period.'),
  side: z
    .enum(CONTRAST_SIDES)
    .default('customer')
    .describe('Whose turns are read; all turns if nobody’s side is known.'),
  limit: z.number().int().min(1).max(MOST_PHRASES).default(30),
});

export const contrastPhrase = z
  .object({
    phrase: z.string(),
    also: z.array(z.string()).describe('Phrases that come up in the same calls, or mean the same.'),
    calls: count.describe('Calls from `filter` in which it occurs.'),
    calls_against: count,
    share,
    share_against: share,
    log_odds: z.number().describe('How much more often, as a difference of log-odds with a prior.'),
    z: z.number().describe('The same in standard errors; at least 3.'),
    run_ids: z
      .array(z.string())
      .max(MOST_RUNS)
      .describe('Some of the calls; GET /v1/runs with `filter` and `q` finds all. Erased calls are left out.'),
  })
  .meta({ id: 'ContrastPhrase' });

export const contrast = z
  .object({
    contrast_id: z.string().describe('`ctr_…`'),
    status: z.enum(CONTRAST_STATUSES),
    filter: z.record(z.string(), z.unknown()).describe('The filter as it was sent.'),
    against: z.record(z.string(), z.unknown()).optional(),
    side: z.enum(CONTRAST_SIDES),
    population: z.object({ calls: count, against: count }).describe('Calls that match.'),
    sample: z
      .object({ calls: count, against: count })
      .describe('Calls that are read: 10,000 on either side at most, chosen at random, the same ones each time.'),
    read: count.describe('How many of these have been read so far.'),
    unread: count.describe('Calls whose input was erased or could not be read.'),
    phrases: z
      .array(contrastPhrase)
      .max(MOST_PHRASES)
      .describe(
        'When it has succeeded: the most distinctive first. About one phrase in twenty is chance; between calls that do not differ, 93 to 100 of 100 contrasts find none.',
      ),
    error: z.string().optional(),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Contrast' });

const common = { tag: 'Questions', limit: 'read' } as const;
const params = z.object({ contrastId: z.string() });

const contrastExample = {
  contrast_id: 'ctr_01m7er7dfgeqcrm640y1251418',
  status: 'succeeded',
  filter: { kit_code: 'K7TQ2MXB', 'answer.score': 'lt:60' },
  side: 'customer',
  population: { calls: 412, against: 9_310 },
  sample: { calls: 412, against: 9_310 },
  read: 9_722,
  unread: 0,
  phrases: [
    {
      phrase: 'wrong address',
      also: ['address on the label'],
      calls: 61,
      calls_against: 44,
      share: 0.148,
      share_against: 0.0047,
      log_odds: 2.9,
      z: 14.2,
      run_ids: ['run_01m7er7dfgeqcrm640y1251418'],
    },
  ],
  created_at: '2026-11-15T08:30:00.000Z',
  completed_at: '2026-11-15T08:30:21.000Z',
} as const;

export const createContrast = defineEndpoint({
  ...common,
  id: 'createContrast',
  sdk: 'contrasts.start',
  method: 'POST',
  path: '/v1/contrasts',
  summary: 'Find what comes up in some calls and not in others',
  description:
    'Finds phrases that are more frequent in the calls of `filter` than in the others, by log-odds with a prior, in the background. The same calls give the same phrases. A phrase that occurs in fewer than five calls is never reported.',
  access: 'questions:write',
  body: contrastRequest,
  bodyExample: { filter: { status: 'succeeded' } },
  audit: { action: 'contrast.asked', meaning: 'Somebody asked what comes up in some conversations and not in others.' },
  responses: { 202: { description: 'Started.', schema: contrast, example: { ...contrastExample, status: 'running' } } },
  errors: ['kit_not_found', 'conflict'],
});

export const listContrasts = defineEndpoint({
  ...common,
  id: 'listContrasts',
  sdk: 'contrasts.list',
  method: 'GET',
  path: '/v1/contrasts',
  summary: 'Contrasts, newest first, without their phrases',
  access: 'questions:read',
  responses: {
    200: {
      description: 'The contrasts, 100 at most.',
      schema: z.object({ data: z.array(contrast) }),
      example: { data: [{ ...contrastExample, phrases: [] }] },
    },
  },
});

export const getContrast = defineEndpoint({
  ...common,
  id: 'getContrast',
  sdk: 'contrasts.get',
  method: 'GET',
  path: '/v1/contrasts/:contrastId',
  summary: 'Read the phrases of a contrast, or its progress',
  access: 'questions:read',
  params,
  responses: { 200: { description: 'The contrast.', schema: contrast, example: contrastExample } },
  errors: ['not_found'],
});

export const deleteContrast = defineEndpoint({
  ...common,
  id: 'deleteContrast',
  sdk: 'contrasts.delete',
  method: 'DELETE',
  path: '/v1/contrasts/:contrastId',
  summary: 'Delete a contrast; a running one is stopped',
  access: 'questions:write',
  params,
  audit: { action: 'contrast.deleted', meaning: 'A contrast was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ contrast_id: z.string(), deleted: z.literal(true) }),
      example: { contrast_id: contrastExample.contrast_id, deleted: true },
    },
  },
  errors: ['not_found'],
});
