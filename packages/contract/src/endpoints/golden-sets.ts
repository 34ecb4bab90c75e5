import { z } from 'zod';
import { brickValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { storableText, timestamp } from '../fields.ts';

const MOST_BYTES = 20 * 1024 * 1024;

export const goldenSet = z
  .object({
    kit_id: z.string(),
    name: z.string(),
    hash: z.string().describe('SHA-256 of its lines: another hash is another version of the set.'),
    lines: z.number().int(),
    bytes: z.number().int(),
    created_at: timestamp,
  })
  .meta({ id: 'GoldenSet' });

export const goldenLineBody = z.object({
  external_id: storableText.max(255).optional(),
  input: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), brickValue),
});

const kitId = z.object({ kitId: z.string() });
const named = z.object({
  kitId: z.string(),
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, _ and -, 63 at most'),
});
const common = { tag: 'Golden sets', limit: 'read' } as const;

const setExample = {
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  name: 'regression',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  lines: 120,
  bytes: 341_002,
  created_at: '2026-11-15T08:30:00.000Z',
};

export const listGoldenSets = defineEndpoint({
  ...common,
  id: 'listGoldenSets',
  sdk: 'goldenSets.list',
  method: 'GET',
  path: '/v1/kits/:kitId/golden-sets',
  summary: 'The golden sets of a kit',
  access: 'kits:read',
  params: kitId,
  responses: {
    200: {
      description: 'Each by its newest version.',
      schema: z.object({ data: z.array(goldenSet) }),
      example: { data: [setExample] },
    },
  },
  errors: ['kit_not_found'],
});

export const putGoldenSetBody = z.union(
  [
    z.strictObject({ lines: z.array(goldenLineBody).min(1).max(20_000) }),
    z.strictObject({
      from_reviews: z.strictObject({
        since: z.iso.datetime({ offset: true }).optional().describe('Only runs created since.'),
        where: z
          .record(z.string(), z.union([z.string(), z.array(z.string()).max(20)]))
          .optional()
          .describe('Only runs that meet these conditions, as in lists of runs: `{"team": "emea"}`.'),
        min_reviewers: z
          .number()
          .int()
          .min(1)
          .max(10)
          .optional()
          .describe('How many reviewers must agree; 1 by default.'),
      }),
    }),
    z.strictObject({
      from_question: z.strictObject({
        question_id: z.string(),
        key: z.string().optional().describe('Which of its yes/no questions; may be left out where there is only one.'),
      }),
    }),
  ],
  'must have one of lines, from_reviews and from_question',
);

export const putGoldenSet = defineEndpoint({
  ...common,
  id: 'putGoldenSet',
  sdk: 'goldenSets.put',
  method: 'PUT',
  path: '/v1/kits/:kitId/golden-sets/:name',
  summary: 'Store a golden set, or build one from reviews',
  description:
    'Replaces the set of this name; the same lines change nothing. `lines` are checked against the newest version of the kit. `from_reviews` takes reviewed runs whose answers the reviewers agree on, and needs runs:read_input; erasing such a run removes its line. `from_question` takes the calls of this kit that people judged for a question across calls, for the brick of the newest version that asks the same; the same rules apply.',
  access: 'kits:write',
  bodyAtLeastBytes: MOST_BYTES,
  rawBody: true,
  params: named,
  body: putGoldenSetBody,
  bodyExample: { from_reviews: { min_reviewers: 1 } },
  audit: { action: 'golden_set.saved', meaning: 'A golden set was stored.' },
  responses: { 200: { description: 'The set as stored.', schema: goldenSet, example: setExample } },
  errors: ['kit_not_found', 'golden_set_invalid', 'conflict', 'storage_quota_exceeded'],
});

export const addGoldenRunsBody = z.strictObject({
  run_ids: z.array(z.string()).min(1).max(1_000),
  unreviewed: z
    .boolean()
    .default(false)
    .describe(
      'Also take answers that are not reviewed, as the kit gave them. Only if somebody has read the calls: a golden set must be right.',
    ),
});

export const addedGoldenRuns = goldenSet
  .extend({
    added: z.number().int().describe('Runs for which a line was added.'),
    replaced: z.number().int().describe('Runs whose line was updated.'),
    left_out: z.number().int().describe('Runs without reviewed answers, or whose input was erased.'),
  })
  .meta({ id: 'AddedGoldenRuns' });

export const addGoldenRuns = defineEndpoint({
  ...common,
  id: 'addGoldenRuns',
  method: 'POST',
  path: '/v1/kits/:kitId/golden-sets/:name/runs',
  summary: 'Add runs to a golden set',
  description:
    'Adds or updates a line for each run: its input, and the answers that reviewers agree on. The set is created if needed. Needs runs:read_input; erasing a run removes its line.',
  access: 'kits:write',
  params: named,
  body: addGoldenRunsBody,
  bodyExample: { run_ids: ['run_01m7er7dfgeqcrm640y1251418'] },
  audit: { action: 'golden_set.saved' },
  responses: {
    200: {
      description: 'The set with its new lines.',
      schema: addedGoldenRuns,
      example: { ...setExample, lines: 121, added: 1, replaced: 0, left_out: 0 },
    },
  },
  errors: ['kit_not_found', 'run_not_found', 'golden_set_invalid', 'conflict', 'storage_quota_exceeded'],
});

export const getGoldenSet = defineEndpoint({
  ...common,
  id: 'getGoldenSet',
  sdk: 'goldenSets.lines',
  method: 'GET',
  path: '/v1/kits/:kitId/golden-sets/:name',
  summary: 'The lines of a golden set',
  description: 'JSON lines of `external_id`, `input` and `expected`, as `brickwork evaluate` reads them.',
  access: 'runs:read_input',
  params: named,
  responses: { 200: { description: 'JSON lines.', contentType: 'application/x-ndjson' } },
  errors: ['kit_not_found', 'not_found'],
});

export const deleteGoldenSet = defineEndpoint({
  ...common,
  id: 'deleteGoldenSet',
  sdk: 'goldenSets.delete',
  method: 'DELETE',
  path: '/v1/kits/:kitId/golden-sets/:name',
  summary: 'Delete a golden set with all its versions',
  description:
    'Reports of evaluations on it stay. Deleting a set that the live version’s gate names needs kits:force (403 otherwise); running evaluations on it then fail.',
  access: 'kits:write',
  params: named,
  audit: { action: 'golden_set.deleted', meaning: 'A golden set was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'regression', deleted: true },
    },
  },
  errors: ['kit_not_found', 'not_found'],
});
