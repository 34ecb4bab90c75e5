import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, isCleanText, moment } from '../fields.ts';
import { RUN_REQUEST_FAULTS, runRequest } from '../run-request.ts';
import { accepted, metadataField, run, runCount, runPage } from './run-document.ts';
import { acceptedExample, runExample } from './run-examples.ts';
import { ANSWER_PARAMETERS, ANSWERS_AS, DIMENSION_PARAMETER, MASK, RUN_FILTER } from './run-filter.ts';

export * from './cancel-runs.ts';
export * from './run-document.ts';
export * from './run-filter.ts';

export const ID_PREFIXES = ['run'] as const;

/** What a run says about its conversation beside the input. */
export const runFacts = z.object({
  occurred_at: moment
    .optional()
    .describe(
      'When the conversation took place, RFC 3339. By default as the input says, otherwise now. At most a day in the future.',
    ),
  external_id: cleanText(255).optional().describe('Your own id for the conversation; you can list runs by it.'),
  metadata: metadataField.optional().describe('At most 16 pairs of strings, returned with the run.'),
});

export const createRunBody = runRequest.safeExtend(runFacts.shape);

const RETRY_AFTER = {
  'Retry-After': 'Whole seconds to wait before polling.',
  'Idempotent-Replayed': '`true` when the Idempotency-Key had been used before.',
};

export const createRun = defineEndpoint({
  id: 'createRun',
  method: 'POST',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'Create a run',
  description:
    'A 2xx response means that the run is stored and will be executed, even if this machine fails. With `mode` `sync` the response waits for the end of the run, about 30 seconds at most; a 200 does not mean that the run succeeded: check `status`. An unknown field is ignored, unless it is within two letters of a known one: that is a 400.',
  access: 'runs:write',
  limit: 'create',
  headers: [
    {
      name: 'Idempotency-Key',
      description: 'At most 254 characters. A retry with the same key and request returns the same run.',
      example: 'crm-4711',
    },
    { name: 'X-Request-Id', description: 'Echoed when it is at most 128 visible ASCII characters.' },
  ],
  body: createRunBody,
  bodyExample: {
    kit_code: 'K7TQ2MXB',
    input: { transcript: 'Agent: How can I help?\nCustomer: I lost my card.' },
    external_id: 'call-4711',
  },
  ignoresForeignFields: true,
  faults: RUN_REQUEST_FAULTS,
  notAudited: 'The run itself is the record: it has its time, its input and its answers.',
  responses: {
    200: {
      description: 'Sync: the run has ended.',
      schema: run,
      headers: { 'Idempotent-Replayed': '`true` when the Idempotency-Key had been used before.' },
      example: runExample,
    },
    202: {
      description: 'Accepted; or a sync request whose run did not end in time.',
      schema: accepted,
      headers: RETRY_AFTER,
      example: acceptedExample,
    },
  },
  errors: [
    'invalid_idempotency_key',
    'idempotency_key_conflict',
    'kit_not_found',
    'kit_input_invalid',
    'run_request_failed',
    'storage_quota_exceeded',
  ],
});

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max });

const commaList = <const Names extends readonly [string, ...string[]]>(names: Names, description: string) =>
  z
    .string()
    .optional()
    .transform((value) => (value === undefined || value === '' ? [] : value.split(',')))
    .pipe(z.array(z.enum(names)))
    .meta({ description });

const kitCode = z
  .string()
  .refine(isCleanText, 'must be well-formed text')
  .optional()
  .describe('Only runs of this Kit, by its code or slug.');

export const listRuns = defineEndpoint({
  id: 'listRuns',
  sdk: { items: 'runs.list', page: 'runs.page' },
  method: 'GET',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'List runs, newest first or in another order',
  description:
    'In the order of `created_at` unless `sort` asks for another. Runs of backfills are listed only with `type=backfill` or `backfill_id`. Filters by answer need `kit_code`. With a filter by version, answer, metadata, review or words a page may hold fewer runs than `limit` (even none) while `has_more` is true: a request looks at 5,000 runs, or at two months of words, at most, and `next_cursor` continues from there.',
  access: 'runs:read',
  own: true,
  limit: 'read',
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    limit: wholeNumber(1, 100).default(50).describe('How many runs a page holds at most: 1 to 100, 50 by default.'),
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
    kit_code: kitCode,
    ...RUN_FILTER,
    as: ANSWERS_AS,
    sort: z
      .string()
      .optional()
      .describe(
        '`-created_at` (newest first) by default; `created_at`, `occurred_at`, `answer.BRICK` or `confidence.BRICK`, with a leading `-` for the reverse. Runs without a value come last. Orders by answer need `kit_code` and compare the newest 20,000 runs.',
      )
      .meta({ example: '-answer.score' }),
    include: commaList(['answers'], '`answers` adds the answers of each run.'),
    mask: MASK,
  }),
  faults: { limit: 'invalid_limit', cursor: 'invalid_cursor' },
  responses: {
    200: {
      description: 'A page of runs without their outputs.',
      schema: runPage,
      example: { data: [{ ...runExample, output: undefined }], has_more: false },
    },
  },
});

export const countRuns = defineEndpoint({
  id: 'countRuns',
  method: 'GET',
  path: '/v1/runs/count',
  tag: 'Runs',
  summary: 'Count runs, and break them down',
  description:
    'Takes every filter of the list. Looks at the newest 20,000 runs with the given kit, version, external id, metadata, dimensions and periods, which are searched among the newest 100,000; `complete` says whether these are all. To learn exactly how many runs an erasure would take, send `POST /v1/erasures` with `dry_run`.',
  access: 'runs:read',
  limit: 'read',
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    kit_code: kitCode,
    ...RUN_FILTER,
    as: ANSWERS_AS,
    facets: z
      .string()
      .optional()
      .describe(
        'Comma-separated list of at most 8: `status`, `kit_code`, a dimension, `metadata.KEY`, `answer.BRICK` (needs `kit_code`).',
      )
      .meta({ example: 'status,team,answer.resolved' }),
  }),
  responses: {
    200: {
      description: 'The count.',
      schema: runCount,
      example: {
        count: 45,
        erased: 0,
        complete: true,
        facets: [{ name: 'team', values: [{ value: 'Porto', count: 31 }], others: 0, without: 14 }],
      },
    },
  },
});

const runId = z.object({ runId: z.string() });

export const getRun = defineEndpoint({
  id: 'getRun',
  method: 'GET',
  path: '/v1/runs/:runId',
  tag: 'Runs',
  summary: 'Get a run',
  access: 'runs:read',
  own: true,
  limit: 'read',
  params: runId,
  query: z.object({
    include: commaList(
      ['input', 'conversation', 'evidence_spans', 'confidence_basis', 'reviews', 'usage'],
      'Comma-separated list of `input` and `conversation` (both need runs:read_input), `evidence_spans`, `confidence_basis`, `reviews` and `usage` (needs usage:read).',
    ),
    as: ANSWERS_AS,
    mask: MASK,
  }),
  responses: { 200: { description: 'The run.', schema: run, example: runExample } },
  errors: ['run_not_found'],
});

export const cancelRun = defineEndpoint({
  id: 'cancelRun',
  method: 'POST',
  path: '/v1/runs/:runId/cancel',
  tag: 'Runs',
  summary: 'Cancel a run',
  description: 'The run is `cancelled` immediately; work in progress is stopped.',
  access: 'runs:write',
  limit: 'read',
  params: runId,
  notAudited: 'The run itself is the record: it says that it was cancelled, and when.',
  responses: {
    200: {
      description: 'The cancelled run.',
      schema: run,
      example: { ...runExample, status: 'cancelled', output: undefined },
    },
  },
  errors: ['run_not_found', 'run_already_terminal'],
});

export const eraseRun = defineEndpoint({
  id: 'eraseRun',
  sdk: 'runs.erase',
  method: 'DELETE',
  path: '/v1/runs/:runId',
  tag: 'Runs',
  summary: 'Erase a run’s contents',
  description:
    'Deletes input, output, external id and metadata permanently; the record that the run existed and how it ended is kept. A run in progress is cancelled first.',
  access: 'runs:erase',
  limit: 'read',
  params: runId,
  audit: { action: 'run.erased', meaning: 'The contents of a run were erased permanently.' },
  responses: {
    200: {
      description: 'Erased.',
      schema: z.object({ run_id: z.string(), erased: z.literal(true) }),
      example: { run_id: runExample.run_id, erased: true },
    },
  },
  errors: ['run_not_found'],
});

export const exportRuns = defineEndpoint({
  id: 'exportRuns',
  sdk: 'runs.export',
  method: 'GET',
  path: '/v1/runs/export',
  tag: 'Runs',
  summary: 'Stream results, one row per brick',
  description:
    'Oldest first, with every filter of the list of runs. Runs of backfills are exported only with `type=backfill` or `backfill_id`. Filters by answer need `kit_code`. A run without an output is one row with an empty brick.',
  access: 'runs:read',
  limit: 'read',
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    format: z.enum(['jsonl', 'csv']).default('jsonl'),
    include: commaList(
      ['input', 'evidence_spans', 'confidence_basis', 'applicability'],
      'Comma-separated list of `input` (needs runs:read_input), `evidence_spans`, `confidence_basis` and `applicability`: a column of a CSV that says why a value is empty; JSON lines always say it.',
    ),
    as: ANSWERS_AS,
    kit_code: kitCode,
    ...RUN_FILTER,
    mask: MASK,
  }),
  responses: {
    200: { description: 'JSON lines or CSV.', contentType: 'application/x-ndjson', otherContentTypes: ['text/csv'] },
  },
});
