/** How often each answer was given, over time or by version or metadata. */
import { z } from 'zod';
import { plainValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { ANSWER_PARAMETERS, ANSWERS_AS, DIMENSION_PARAMETER, RUN_FILTER } from './run-filter.ts';

export const estimate = z.object({
  value: z.number(),
  low: z.number().optional().describe('The lower end of the 95 % interval; absent if too little was counted.'),
  high: z.number().optional(),
});

export type Estimate = z.infer<typeof estimate>;

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
      .describe('Runs in which the answer was not sure enough, or depends on one that was not. Never counted as a no.'),
    no_answer: z.number().int().describe('Runs in which nothing was said about it (`absent: null`).'),
    confidence: z.number().optional().describe('The mean confidence, where the brick gives one.'),
    values: z
      .array(
        z.object({
          value: plainValue,
          name: z.string().optional().describe('For a category that the newest version has.'),
          count: z.number().int(),
          share: estimate,
        }),
      )
      .optional()
      .describe('The values of yes/no questions and categories, the most frequent first; shares are of `answered`.'),
    mean: estimate.optional().describe('For numeric bricks: the mean.'),
    quantiles: z
      .array(z.object({ quantile: z.number(), ...estimate.shape }))
      .optional()
      .describe('Quantiles of numbers, rounded to three significant digits.'),
    reviewed: z
      .object({
        n: z.number().int().describe('Answers of these runs that were reviewed; possibly 0.'),
        accuracy: z.number().min(0).max(1).optional().describe('As `GET /v1/kits/:kitId/quality` estimates it.'),
        low: z.number().min(0).max(1).optional(),
        high: z.number().min(0).max(1).optional(),
      })
      .optional()
      .describe(
        'How accurate the answers of these runs are; in `total` only. Absent for scores: review the answers that they are computed from.',
      ),
  })
  .meta({ id: 'BrickInsights' });

export type BrickInsights = z.infer<typeof brickInsights>;

export const insightsGroup = z
  .object({
    group: z
      .string()
      .optional()
      .describe(
        'By the first grouping: the day, the first day of the week (a Monday) or month, the version, the value of the dimension or metadata key (absent for runs without one), or `other`.',
      ),
    groups: z
      .record(z.string(), z.string().nullable())
      .optional()
      .describe(
        'Its value in each grouping: `{"week": "2026-11-09", "team": "Porto"}`; null for runs without a value.',
      ),
    size: z
      .number()
      .int()
      .optional()
      .describe('For `other`: how many groups it stands for. No other group has it, not even one of that name.'),
    kit_version_id: z
      .string()
      .optional()
      .describe('With `group_by=version`: its runs are `GET /v1/runs?kit_version_id=…`.'),
    runs: z.object({ succeeded: z.number().int(), failed: z.number().int(), cancelled: z.number().int() }),
    bricks: z.array(brickInsights),
  })
  .meta({ id: 'InsightsGroup' });

export type InsightsGroup = z.infer<typeof insightsGroup>;

export const insights = z.object({
  kit_id: z.string(),
  kit_code: z.string(),
  group_by: z.string(),
  from: z.string(),
  to: z.string(),
  timezone: z.string().describe('The time zone in which days begin and end.'),
  as: z.enum(['given', 'reviewed']),
  data: z
    .array(insightsGroup)
    .describe('Ordered by time or version, otherwise by the number of runs; `other` comes last.'),
  total: insightsGroup.describe('All groups together, of this page and all others.'),
  next_cursor: z.string().optional().describe('If there is `other`: the groups that it stands for.'),
});

export type Insights = z.infer<typeof insights>;

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
  sdk: 'insights.get',
  method: 'GET',
  path: '/v1/kits/:kitId/insights',
  tag: 'Insights',
  summary: 'Show how often each answer was given',
  description:
    'Counts, shares and quantiles of a kit’s answers with 95 % intervals, by the days on which conversations took place. Which runs count is the same for every grouping and filter: those that ended and were not erased; sandbox runs and runs of backfills and shadows only when asked for by `type` or `backfill_id`. A response has at most 200 groups (fewer if a kit has many categories), the rest combined as `other`. Days are summed up in advance by the workspace’s dimensions; when runs have to be read one by one, at most 100,000 can be counted at once.',
  access: 'runs:read',
  limit: 'read',
  params: z.object({ kitId: z.string() }),
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    group_by: z
      .string()
      .max(200)
      .default('week')
      .describe(
        '`day`, `week`, `month`, `version`, a dimension such as `team`, or `metadata.KEY`; or two of them: `week,team`.',
      ),
    from: z.iso.date().optional().describe('The first day; by default 90 days are shown.'),
    to: z.iso.date().optional().describe('The last day; today by default.'),
    timezone: z
      .string()
      .max(64)
      .optional()
      .describe('The time zone in which days begin and end, such as `Europe/Lisbon`; the workspace’s by default.'),
    ...RUN_FILTER,
    as: ANSWERS_AS,
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('`csv`: a row for each value of each brick of each group.'),
    cursor: z.string().optional().describe('`next_cursor` of the previous page; for CSV its `X-Next-Cursor`.'),
  }),
  faults: { cursor: 'invalid_cursor' },
  responses: {
    200: {
      description: 'The groups and their total.',
      headers: { 'X-Next-Cursor': 'With `format=csv`: the cursor of the next page, if there is one.' },
      otherContentTypes: ['text/csv'],
      schema: insights,
      example: {
        kit_id: '0192f0c1-2b3c-7d4e-8f50-123456789abc',
        kit_code: 'K7TQ2MXB',
        group_by: 'week',
        from: '2026-11-09',
        to: '2026-11-15',
        timezone: 'UTC',
        as: 'given',
        data: [{ group: '2026-11-09', groups: { week: '2026-11-09' }, ...exampleGroup }],
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
