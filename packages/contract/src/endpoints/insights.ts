/** How often each answer was given, over time or by version or metadata. */
import { z } from 'zod';
import { plainValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { ANSWER_PARAMETERS, ANSWERS_AS, REVIEWED } from './runs.ts';

export const estimate = z.object({
  value: z.number(),
  low: z.number().optional().describe('Of the 95 % interval; absent where too little was counted.'),
  high: z.number().optional(),
});

export const brickInsights = z
  .object({
    key: z.string(),
    name: z.string(),
    type: z.string(),
    answered: z.number().int().describe('Runs with a value.'),
    not_applicable: z.number().int().describe('Runs in which the question did not apply.'),
    abstained: z
      .number()
      .int()
      .describe('Runs without a value for another reason: `not_sure` and `no_answer` together.'),
    not_sure: z
      .number()
      .int()
      .describe('Runs in which the answer was not sure enough, or rests on one that was not. Never counted as a no.'),
    no_answer: z.number().int().describe('Runs in which nothing was said about it (`absent: null`).'),
    confidence: z.number().optional().describe('The mean confidence, where the brick gives one.'),
    values: z
      .array(
        z.object({
          value: plainValue,
          name: z.string().optional().describe('Of a category that the newest version names.'),
          count: z.number().int(),
          share: estimate,
        }),
      )
      .optional()
      .describe('Of yes/no questions and categories, the most frequent first; shares are of `answered`.'),
    mean: estimate.optional().describe('Of numbers.'),
    quantiles: z
      .array(z.object({ quantile: z.number(), ...estimate.shape }))
      .optional()
      .describe('Of numbers, rounded to three significant digits.'),
    reviewed: z
      .object({
        n: z.number().int().describe('Answers of these days that somebody reviewed; 0: nobody has.'),
        accuracy: z.number().min(0).max(1).optional().describe('As `GET /v1/kits/:kitId/quality` estimates it.'),
        low: z.number().min(0).max(1).optional(),
        high: z.number().min(0).max(1).optional(),
      })
      .optional()
      .describe('How right the answers of these days are, whatever other conditions are given; in `total` only.'),
  })
  .meta({ id: 'BrickInsights' });

export const insightsGroup = z
  .object({
    group: z
      .string()
      .optional()
      .describe(
        'The day, the first day of the week (a Monday) or month, the version or the metadata value; absent for runs without the metadata key.',
      ),
    kit_version_id: z
      .string()
      .optional()
      .describe('With `group_by=version`: its runs are `GET /v1/runs?kit_version_id=…`.'),
    runs: z.object({ succeeded: z.number().int(), failed: z.number().int(), cancelled: z.number().int() }),
    bricks: z.array(brickInsights),
  })
  .meta({ id: 'InsightsGroup' });

export const insights = z.object({
  kit_id: z.string(),
  kit_code: z.string(),
  group_by: z.string(),
  from: z.string(),
  to: z.string(),
  as: z.enum(['given', 'reviewed']),
  data: z.array(insightsGroup).describe('In the order of time or version; by metadata, the largest group first.'),
  total: insightsGroup.describe('All groups together.'),
});

const exampleGroup = {
  runs: { succeeded: 120, failed: 1, cancelled: 0 },
  bricks: [
    {
      key: 'resolved',
      name: 'Resolved',
      type: 'boolean',
      answered: 118,
      not_applicable: 2,
      abstained: 0,
      not_sure: 0,
      no_answer: 0,
      confidence: 0.91,
      values: [
        { value: true, count: 90, share: { value: 0.762712, low: 0.67854, high: 0.830381 } },
        { value: false, count: 28, share: { value: 0.237288, low: 0.169619, high: 0.32146 } },
      ],
    },
  ],
};

export const getInsights = defineEndpoint({
  id: 'getInsights',
  method: 'GET',
  path: '/v1/kits/:kitId/insights',
  tag: 'Insights',
  summary: 'How often each answer was given',
  description:
    'Counts, shares and quantiles of a kit’s answers with 95 % intervals, by the day on which runs were created (UTC). Sandbox runs and runs of backfills are left out. With `as=reviewed` the corrections of reviewers are applied. Groups by time or version are exact and counted beforehand; by metadata, or with conditions, at most 100,000 runs can be counted at once.',
  access: 'runs:read',
  limit: 'read',
  params: z.object({ kitId: z.string() }),
  queryPatterns: ANSWER_PARAMETERS,
  query: z.looseObject({
    group_by: z
      .union([
        z.enum(['day', 'week', 'month', 'version']),
        z.string().regex(/^metadata\.[^\0]{1,64}$/, 'must be day, week, month, version or metadata.KEY'),
      ])
      .default('week')
      .describe('`day`, `week`, `month`, `version` or `metadata.KEY`.'),
    from: z.iso.date().optional().describe('The first day; by default 90 days are shown.'),
    to: z.iso.date().optional().describe('The last day; today by default.'),
    reviewed: REVIEWED,
    backfill_id: z
      .string()
      .optional()
      .describe('Only the runs of this backfill, by the day of the original runs; they are left out otherwise.'),
    as: ANSWERS_AS,
  }),
  responses: {
    200: {
      description: 'The groups and their total.',
      schema: insights,
      example: {
        kit_id: '0192f0c1-2b3c-7d4e-8f50-123456789abc',
        kit_code: 'K7TQ2MXB',
        group_by: 'week',
        from: '2026-11-09',
        to: '2026-11-15',
        as: 'given',
        data: [{ group: '2026-11-09', ...exampleGroup }],
        total: {
          ...exampleGroup,
          bricks: exampleGroup.bricks.map((brick) => ({
            ...brick,
            reviewed: { n: 40, accuracy: 0.913, low: 0.872, high: 0.944 },
          })),
        },
      },
    },
  },
  errors: ['kit_not_found'],
});
