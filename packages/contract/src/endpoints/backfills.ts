/** Past runs, evaluated again with another version of their kit or another engine. */
import { z } from 'zod';
import { plainValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, moment, timestamp } from '../fields.ts';
import { BACKFILL_STATUSES } from '../vocabulary.ts';
import { estimate } from './insights.ts';

export const ID_PREFIXES = ['bfl'] as const;

const count = z.number().int();
export const BACKFILL_ENGINES = ['auto', 'local'] as const;

/** As in GET /v1/runs. A name that is neither here nor a dimension is refused by the service: it would choose every run there is. */
export const backfillFilter = z
  .looseObject({
    occurred_after: moment.optional(),
    occurred_before: moment.optional(),
    created_after: moment.optional(),
    created_before: moment.optional(),
    external_id: cleanText(255).optional(),
    reviewed: z.boolean().optional(),
  })
  .describe(
    'Which runs: `occurred_after`, `occurred_before`, `created_after`, `created_before`, `external_id`, `reviewed`, and `answer.BRICK`, `confidence.BRICK`, `metadata.KEY` and dimensions such as `team`, as in GET /v1/runs. By default all runs of the kit that have succeeded.',
  );

export const backfill = z
  .object({
    backfill_id: z.string().describe('`bfl_…`'),
    kit_id: z.string(),
    kit_version_id: z.string(),
    kit_version: count,
    engine: z.enum(BACKFILL_ENGINES),
    filter: z.record(z.string(), z.unknown()).describe('As sent; `{ "runs": 12 }` if `run_ids` named them.'),
    sample: count.optional(),
    shadow: z
      .number()
      .optional()
      .describe('For a shadow: the share of the kit’s runs that it follows. Absent: a backfill of past runs.'),
    webhooks: z.boolean(),
    max_credits: z.number().optional().describe('Absent: a shadow without a cap.'),
    status: z
      .enum(BACKFILL_STATUSES)
      .describe(
        '`capped`: the next run could have exceeded `max_credits`; the runs evaluated by then are a random sample.',
      ),
    total: count.describe('Runs that were chosen; for a shadow, so far.'),
    done: count.describe('How many of these have ended: `succeeded`, `failed` and `skipped` together.'),
    succeeded: count,
    failed: count,
    skipped: count.describe(
      'Runs whose input was erased before their turn, that were cancelled, or (for a shadow) that could not be started for a day.',
    ),
    credits: z.number(),
    error: z.string().optional(),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Backfill' });

export const backfillList = z.object({ data: z.array(backfill) });

export const backfillEstimate = z.object({
  runs: count,
  without_input: count.describe('Runs that match but whose input was erased or is past its retention.'),
  input_tokens: count.describe('A rough estimate, on the high side; 0 when no model is asked.'),
  credits: z.number(),
  most_credits_per_run: z
    .number()
    .describe('The most that is reserved for a run while it is evaluated. A lower `max_credits` may start nothing.'),
  seconds: count.describe('A rough estimate from how long these runs took before, if nothing else is waiting.'),
});

const answered = z.union([plainValue, z.array(plainValue), z.null()]);
const chance = z.number().describe('McNemar’s exact test: below 0.05 the difference is unlikely to be chance.');

const interval = z.object({ low: z.number(), high: z.number() });

export const comparedBrick = z
  .object({
    key: z.string(),
    type: z.string(),
    n: count.describe('Runs that answered the brick before and after.'),
    changed: count.describe('For texts: runs that have a text now but had none before, or the reverse.'),
    values: z
      .array(
        z.object({
          value: z.union([plainValue, z.null()]).describe('`null`: no value.'),
          before: count,
          after: count,
          share_before: z.number(),
          share_after: z.number(),
          gained: count.describe('Runs that have the value now and did not before.'),
          lost: count,
          p: chance,
        }),
      )
      .optional()
      .describe('The values of yes/no questions and categories, the most frequent first.'),
    numbers: z
      .object({
        mean_before: z.number().optional(),
        mean_after: z.number().optional(),
        interval_before: interval
          .optional()
          .describe(
            'The 95 % interval of the mean; absent where there are fewer than two numbers, or all are the same.',
          ),
        interval_after: interval.optional(),
        difference: estimate
          .optional()
          .describe('The mean change of runs with a number before and after, with its 95 % interval.'),
        up: count.describe('Runs whose number grew.'),
        down: count,
        p: chance,
      })
      .optional(),
    flips: z
      .array(z.object({ run_id: z.string(), rescored_run_id: z.string(), before: answered, after: answered }))
      .describe('Runs whose answer changed, the oldest first, up to `flips`.'),
  })
  .meta({ id: 'ComparedBrick' });

export const backfillComparison = z.object({
  backfill_id: z.string(),
  status: z.enum(BACKFILL_STATUSES),
  n: count.describe('Runs that succeeded before and after.'),
  bricks: z.array(comparedBrick).describe('Bricks that both versions have, in the order of the newer version.'),
});

export const backfillCommon = { tag: 'Backfills', limit: 'read' } as const;
const params = z.object({ backfillId: z.string() });

export const backfillExample = {
  backfill_id: 'bfl_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e70',
  kit_version: 4,
  engine: 'auto',
  filter: { 'metadata.team': 'emea' },
  webhooks: false,
  max_credits: 5,
  status: 'running',
  total: 1_200,
  done: 12,
  succeeded: 12,
  failed: 0,
  skipped: 0,
  credits: 0.04,
  created_at: '2026-11-15T08:30:00.000Z',
} as const;

export const backfillRequest = z
  .strictObject({
    kit_version_id: z
      .string()
      .describe('The version that answers, possibly a draft. Its kit’s runs are evaluated again.'),
    filter: backfillFilter.default({}),
    run_ids: z
      .array(z.string())
      .min(1)
      .max(1_000)
      .optional()
      .describe('These runs instead of a filter: each must be a run of the kit that has succeeded.'),
    sample: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('The maximum number of runs, drawn at random; the same ones each time.'),
    engine: z.enum(BACKFILL_ENGINES).default('auto').describe('`local` asks no model.'),
    max_credits: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe(
        'Required unless `dry_run`; never exceeded. The most that a run could cost is reserved before it starts.',
      ),
    webhooks: z.boolean().default(false).describe('Whether events are sent for the new runs.'),
    dry_run: z.boolean().default(false),
  })
  .refine(({ run_ids, filter }) => run_ids === undefined || Object.keys(filter).length === 0, {
    message: 'must not have both run_ids and a filter',
    path: ['run_ids'],
  });

export const createBackfill = defineEndpoint({
  ...backfillCommon,
  id: 'createBackfill',
  sdk: { method: 'backfills.start', dryRun: 'backfills.estimate' },
  method: 'POST',
  path: '/v1/backfills',
  summary: 'Evaluate past runs again with another version or engine',
  description:
    'In the background, after everything else. Runs that have succeeded and still have their input are evaluated again in random order; each gets a new run with `rescored_from` and `backfill_id`, and nothing is overwritten. The new runs send no webhooks, and lists, exports and insights leave them out unless you ask for them. If a node fails, another continues. With `dry_run` nothing is evaluated, and the response estimates the cost.',
  access: 'runs:write',
  body: backfillRequest,
  bodyExample: {
    kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e70',
    filter: { 'metadata.team': 'emea', created_after: '2026-10-01T00:00:00Z' },
    max_credits: 5,
  },
  audit: { action: 'backfill.started', meaning: 'Past runs are evaluated again.' },
  responses: {
    200: {
      description: 'With `dry_run`: what it would cost.',
      schema: backfillEstimate,
      example: {
        runs: 1_200,
        without_input: 0,
        input_tokens: 4_100_000,
        credits: 4.1,
        most_credits_per_run: 0.06,
        seconds: 600,
      },
    },
    202: { description: 'Started.', schema: backfill, example: backfillExample },
  },
  errors: ['kit_not_found', 'storage_quota_exceeded'],
});

export const listBackfills = defineEndpoint({
  ...backfillCommon,
  id: 'listBackfills',
  sdk: 'backfills.list',
  method: 'GET',
  path: '/v1/backfills',
  summary: 'Backfills, newest first, 100 at most',
  access: 'runs:read',
  responses: { 200: { description: 'The backfills.', schema: backfillList, example: { data: [backfillExample] } } },
});

export const getBackfill = defineEndpoint({
  ...backfillCommon,
  id: 'getBackfill',
  sdk: 'backfills.get',
  method: 'GET',
  path: '/v1/backfills/:backfillId',
  summary: 'Read a backfill and its progress',
  access: 'runs:read',
  params,
  responses: { 200: { description: 'The backfill.', schema: backfill, example: backfillExample } },
  errors: ['not_found'],
});

export const cancelBackfill = defineEndpoint({
  ...backfillCommon,
  id: 'cancelBackfill',
  sdk: 'backfills.cancel',
  method: 'POST',
  path: '/v1/backfills/:backfillId/cancel',
  summary: 'Cancel a backfill',
  description: 'No more runs are started, and those in progress are cancelled. Finished ones stay and can be compared.',
  access: 'runs:write',
  params,
  audit: { action: 'backfill.cancelled', meaning: 'A backfill was cancelled.' },
  responses: {
    200: {
      description: 'The cancelled backfill.',
      schema: backfill,
      example: { ...backfillExample, status: 'cancelled' },
    },
  },
  errors: ['not_found', 'conflict'],
});

export const compareBackfill = defineEndpoint({
  ...backfillCommon,
  id: 'compareBackfill',
  sdk: { method: 'backfills.compare', queryInOptions: true },
  method: 'GET',
  path: '/v1/backfills/:backfillId/comparison',
  summary: 'Show what a backfill changed, brick by brick',
  description:
    'Shares before and after, the runs whose answer changed, and whether that may be chance. While it runs, for the runs that have ended so far.',
  access: 'runs:read',
  params,
  query: z.object({
    flips: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a whole number from 0 to 1000')
      .transform(Number)
      .pipe(z.number().min(0).max(1_000))
      .default(100)
      .meta({
        type: 'integer',
        minimum: 0,
        maximum: 1_000,
        description: 'How many changed runs are shown for each brick; 10,000 at most for all bricks together.',
      }),
  }),
  responses: {
    200: {
      description: 'The comparison.',
      schema: backfillComparison,
      example: {
        backfill_id: backfillExample.backfill_id,
        status: 'succeeded',
        n: 2,
        bricks: [
          {
            key: 'resolved',
            type: 'boolean',
            n: 2,
            changed: 1,
            values: [
              { value: true, before: 2, after: 1, share_before: 1, share_after: 0.5, gained: 0, lost: 1, p: 1 },
              { value: false, before: 0, after: 1, share_before: 0, share_after: 0.5, gained: 1, lost: 0, p: 1 },
            ],
            flips: [
              {
                run_id: 'run_01m7er7dfgeqcrm640y1251418',
                rescored_run_id: 'run_01m7er7dfgeqcrm640y1251419',
                before: true,
                after: false,
              },
            ],
          },
        ],
      },
    },
  },
  errors: ['not_found'],
});
