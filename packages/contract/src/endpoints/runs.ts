import { z } from 'zod';
import { brickOutput, plainValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, moment, timestamp } from '../fields.ts';
import { RUN_REQUEST_FAULTS, runRequest } from '../run-request.ts';
import { REVIEWS_OF_RUN, RUN_MODES, RUN_STATUSES, RUN_TYPES } from '../vocabulary.ts';
import { review } from './review-document.ts';
import { acceptedExample, runExample } from './run-examples.ts';

export const conversationTurns = z
  .object({
    format: z.string().describe('The detected format of the input, such as `labelled` or `vtt`.'),
    turns: z.array(
      z.object({
        index: z.number().int(),
        speaker: z.string().optional().describe('The label as it was written.'),
        side: z.enum(['agent', 'customer']).optional(),
        text: z.string(),
        start: z.number().int(),
        end: z.number().int(),
        start_seconds: z.number().optional().describe('In the recording, where the input has times.'),
        end_seconds: z.number().optional(),
      }),
    ),
    language: z
      .object({ code: z.string().describe('BCP 47, such as `en`.'), probability: z.number() })
      .optional()
      .describe('Absent when there are too few words to tell.'),
    speakers: z
      .array(
        z.object({
          label: z.string(),
          side: z.enum(['agent', 'customer']).optional().describe('Absent when it is unknown.'),
          probability: z.number().describe('That the side is right, from 0 to 1.'),
          basis: z
            .enum(['given', 'workspace', 'label', 'address', 'other', 'words'])
            .optional()
            .describe('What the side was inferred from.'),
          conflict: z
            .object({
              label: z.enum(['agent', 'customer']),
              words: z.enum(['agent', 'customer']),
              probability: z.number(),
            })
            .optional()
            .describe('Where the label says one side and the words the other, with the words’ own probability.'),
        }),
      )
      .optional(),
  })
  .meta({
    id: 'Conversation',
    description: 'The normalised conversation; `start` and `end` are on the same scale as those of evidence spans.',
  });

export const runAnswer = z
  .object({
    value: z.union([plainValue, z.array(plainValue), z.null()]).describe('Texts are cut after 256 characters.'),
    confidence: z.number().optional(),
    applicability: z.string().optional().describe('Why there is no value, where the brick says so.'),
  })
  .meta({ id: 'RunAnswer' });

/** A run as the list shows it: everything but the output. */
export const runItem = z
  .object({
    run_id: z.string(),
    status: z.enum(RUN_STATUSES),
    type: z.enum(RUN_TYPES),
    mode: z.enum(RUN_MODES),
    kit_id: z.string(),
    kit_code: z.string(),
    kit_version_id: z.string(),
    kit_version: z.number().int(),
    occurred_at: timestamp.describe(
      'When the conversation took place; `created_at` unless the request or the input says otherwise.',
    ),
    created_at: timestamp,
    started_at: timestamp.optional(),
    completed_at: timestamp.optional(),
    duration_ms: z.number().int().optional().describe('From the start of the first attempt to the end.'),
    error_code: z.string().optional().describe('Why it failed; see the error reference.'),
    error_message: z.string().optional().describe('For diagnosis; not for your users.'),
    error_user_message: z.string().optional().describe('Safe to show to your users.'),
    external_id: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    warnings: z.array(z.string()).optional(),
    engine: z
      .string()
      .optional()
      .describe(
        'Who answered: `local` (the built-in engine, always with a test key), or the model’s name, such as `openai/gpt-5-mini`; several are separated by commas. Absent while nothing has been evaluated.',
      ),
    masked: z
      .literal(true)
      .optional()
      .describe('Names, numbers and addresses of people are placeholders such as `<PERSON_1>`.'),
    rescored_from: z.string().optional().describe('Of a run of a backfill: the original run.'),
    backfill_id: z.string().optional(),
    erased_at: timestamp
      .optional()
      .describe(
        'When the contents were erased, on request or by retention. A run that succeeded then has no `output`.',
      ),
    waiting: z
      .object({
        reason: z
          .string()
          .describe(
            '`workspace_limit`: the plan’s limit of runs at once. `worker_stopped`, `worker_lost`: another worker takes it. Otherwise the error code of the attempt that failed.',
          ),
        attempt: z.number().int().describe('The number of the next attempt.'),
        next_attempt_at: timestamp.optional().describe('Absent: as soon as there is room.'),
      })
      .optional()
      .describe('While the status is `queued`.'),
    answers: z
      .record(z.string(), runAnswer)
      .optional()
      .describe('In lists with `include=answers`: the answers of a run that succeeded.'),
  })
  .meta({ id: 'RunItem' });

export const run = runItem
  .omit({ answers: true })
  .extend({
    output: z
      .object({ kit_code: z.string(), kit_version_id: z.string(), bricks: z.record(z.string(), brickOutput) })
      .optional()
      .describe('Once the run has succeeded.'),
    input: z.record(z.string(), z.unknown()).optional().describe('With `include=input`.'),
    as: z.literal('reviewed').optional().describe('The output is as reviewers see it.'),
    conversation: conversationTurns
      .optional()
      .describe('With `include=conversation`; absent when the run’s contents were erased.'),
    reviews: z
      .array(review)
      .optional()
      .describe(
        `With \`include=reviews\`: what people said about it, oldest first; of more than ${REVIEWS_OF_RUN} the newest. \`GET /v1/reviews?run_id=…\` has all of them.`,
      ),
  })
  .meta({ id: 'Run' });

export const accepted = z
  .object({
    run_id: z.string(),
    status: z.enum(RUN_STATUSES),
    type: z.enum(RUN_TYPES),
    sync_fallback: z.literal(true).optional().describe('The run of a sync request did not end in time; poll for it.'),
    waited_ms: z.number().int().optional(),
  })
  .meta({ id: 'AcceptedRun' });

export const metadataField = z
  .record(cleanText(64), z.string().max(512).refine(isCleanText, 'must be well-formed text'))
  .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 pairs');

function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

const extended = {
  occurred_at: moment
    .optional()
    .describe(
      'When the conversation took place, RFC 3339. By default what the input says, else now. At most a day in the future.',
    ),
  external_id: cleanText(255).optional().describe('Your own id for the conversation; you can list runs by it.'),
  metadata: metadataField.optional().describe('At most 16 pairs of strings, returned with the run.'),
};

export const createRunBody = runRequest.safeExtend(extended);

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
    'A 2xx answer means that the run is stored and will be executed, even if this machine fails. With `mode` `sync` the answer waits for the end of the run, about 30 seconds at most; a 200 does not mean that the run succeeded: check `status`.',
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
  faults: RUN_REQUEST_FAULTS,
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

export const runPage = z.object({
  data: z.array(runItem),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
  sort_complete: z
    .boolean()
    .optional()
    .describe(
      'With `sort` by an answer or its confidence. `false`: the kit has more than 20,000 runs in these periods, and only the newest were compared.',
    ),
});

export const runCount = z
  .object({
    count: z.number().int(),
    erased: z.number().int().describe('Of these, runs whose contents were erased before: a list has them too.'),
    complete: z
      .boolean()
      .describe('`false`: there are more than 20,000 runs in these periods, and only the newest were looked at.'),
    facets: z.array(
      z.object({
        name: z.string(),
        values: z
          .array(z.object({ value: z.string(), count: z.number().int() }))
          .describe('The 20 most frequent; a run with several values of a brick counts for each.'),
        others: z.number().int().describe('Runs with other values.'),
        without: z.number().int().describe('Runs without a value.'),
      }),
    ),
  })
  .meta({ id: 'RunCount' });

const commaList = <const Names extends readonly [string, ...string[]]>(names: Names, description: string) =>
  z
    .string()
    .optional()
    .transform((value) => (value === undefined || value === '' ? [] : value.split(',')))
    .pipe(z.array(z.enum(names)))
    .meta({ description });

/** Two periods, both without their ends: when the conversations took place, and when the runs were accepted. */
export const PERIOD = {
  occurred_after: moment.optional().describe('Only conversations that took place after this moment.'),
  occurred_before: moment.optional(),
  created_after: moment.optional().describe('Only runs that were accepted after this moment.'),
  created_before: moment.optional(),
};

/** Parameters whose name holds a key, such as `answer.resolved=false`. */
export const ANSWER_PARAMETERS = [
  {
    name: 'answer.BRICK',
    description:
      'Only runs with this answer: a value (`answer.resolved=false`), or an operator and a value: `eq:`, `not:` (another value), `lt:`, `lte:`, `gt:`, `gte:` for numbers, `has:` for one of several values or a part of a text. Runs without a value are asked for by name: `is:not_applicable`, `is:not_sure`, `is:no_answer`, or `is:no_value` for all three. May be repeated. A brick or value that the kit does not have is a 400.',
    example: 'lt:60',
  },
  {
    name: 'confidence.BRICK',
    description: 'Only runs whose answer has such a confidence: `lt:0.7`, also `lte:`, `gt:` and `gte:`.',
    example: 'lt:0.7',
  },
  {
    name: 'metadata.KEY',
    description: 'Only runs with this value in their metadata; `not:` in front for all others.',
    example: 'emea',
  },
] as const;

/** A dimension is a parameter by its own name. */
export const DIMENSION_PARAMETER = {
  name: 'DIMENSION',
  description:
    'Only runs with this value of a dimension, as it is stored: `team=Porto`; `not:` in front for all others. `agent`, `team`, `channel`, `customer`, and those that the workspace has declared.',
  example: 'Porto',
} as const;

/** Which answers are shown, counted and looked at by conditions. */
export const ANSWERS_AS = z
  .enum(['given', 'reviewed'])
  .default('given')
  .describe(
    '`given`: the answers of the kit. `reviewed`: with what most reviewers of an answer hold to be right instead, and with conditions, applicability, failure and scores computed again from that. Filters look at the same answers.',
  );

export const REVIEWED = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional()
  .meta({ type: 'boolean', description: 'Only runs that somebody reviewed, or that nobody did.' });

/** What lists, exports and insights choose runs by, beside answers, metadata and dimensions. */
export const RUN_FILTER = {
  status: z.enum(RUN_STATUSES).optional(),
  type: z.enum(RUN_TYPES).optional(),
  backfill_id: z.string().optional().describe('Only runs of this backfill, which are left out otherwise.'),
  kit_version_id: z.uuid().optional().describe('Only runs that this version answered.'),
  external_id: cleanText(255).optional(),
  ...PERIOD,
  q: cleanText(256)
    .optional()
    .describe(
      'Words to be found in the input: all of them, `"a phrase"`, `or` between alternatives, `-` in front of what must not be there. Needs runs:read_input. Runs are found from a few seconds after their end.',
    ),
  reviewed: REVIEWED,
};

/** `mask=1` */
export const MASK = z
  .enum(['0', '1', 'false', 'true'])
  .default('0')
  .transform((value) => value === '1' || value === 'true')
  .meta({
    type: 'string',
    enum: ['0', '1'],
    description:
      '`1`: names, numbers and addresses of people are placeholders such as `<PERSON_1>`. For keys and people without identities:read every read is masked.',
  });

const kitCode = z.string().refine(isCleanText, 'must be well-formed text').optional();

export const listRuns = defineEndpoint({
  id: 'listRuns',
  method: 'GET',
  path: '/v1/runs',
  tag: 'Runs',
  summary: 'List runs, newest first or in another order',
  description:
    'In the order of `created_at` unless `sort` asks for another. Runs of backfills are listed only with `type=backfill` or `backfill_id`. Filters by answer need `kit_code`. With a filter by version, answer, metadata, review or words a page may hold fewer runs than `limit` (even none) while `has_more` is true: a request looks at 5,000 runs, or at two months of words, at most, and `next_cursor` goes on from there.',
  access: 'runs:read',
  own: true,
  limit: 'read',
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    limit: wholeNumber(1, 100).default(50),
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
    kit_code: kitCode,
    ...RUN_FILTER,
    as: ANSWERS_AS,
    sort: z
      .string()
      .optional()
      .describe(
        '`-created_at` (newest first) unless given; `created_at`, `occurred_at`, `answer.BRICK` and `confidence.BRICK`, with `-` in front for the reverse. Runs without a value come last. Orders by answer need `kit_code` and compare the newest 20,000 runs.',
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
  summary: 'Count runs, and how they divide',
  description:
    'With every filter of the list. Looks at the newest 20,000 runs of the kit and the `created` period that it is given, and says when there are more.',
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
        'Comma list of at most 8: `status`, `kit_code`, a dimension, `metadata.KEY`, `answer.BRICK` (needs `kit_code`).',
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
      ['input', 'conversation', 'evidence_spans', 'confidence_basis', 'reviews'],
      'Comma list of `input` and `conversation` (both need runs:read_input), `evidence_spans`, `confidence_basis` and `reviews`.',
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
  method: 'DELETE',
  path: '/v1/runs/:runId',
  tag: 'Runs',
  summary: 'Erase a run’s contents',
  description:
    'Deletes input, output, external id and metadata permanently; the record that the run existed and how it ended is kept. A run in progress is cancelled first.',
  access: 'runs:erase',
  limit: 'read',
  params: runId,
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
      'Comma list of `input` (needs runs:read_input), `evidence_spans`, `confidence_basis` and `applicability`: a column of a CSV that says why a value is empty; JSON lines always say it.',
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
