import { z } from 'zod';
import { brickValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { ANSWER_PARAMETERS, ANSWERS_AS, DIMENSION_PARAMETER, RUN_FILTER } from './runs.ts';

const share = z.number().min(0).max(1);
const count = z.number().int();

export const brickQuality = z
  .object({
    brick: z.string(),
    n: count.describe('Answers behind the estimate: from drawn runs, with a settled verdict.'),
    accuracy: share.optional().describe('Estimated share of right answers among all runs, not only the reviewed ones.'),
    low: share.optional().describe('Lower end of its 95 % interval.'),
    high: share.optional(),
    reviewed: count.describe('Answers with any verdict, including runs that were not drawn.'),
    correct: count,
    wrong: count,
    not_applicable: count,
    unsure: count,
    disputed: z
      .array(z.string())
      .describe(
        'Up to 20 runs on which reviewers disagree and no answer has a majority. Review them to settle the disagreement.',
      ),
    ece: share.optional().describe('Expected calibration error: how far confidence is from accuracy on average.'),
    reliability: z
      .array(z.object({ from: share, to: share, n: count, confidence: share, accuracy: share }))
      .describe('The accuracy in each bin of confidence; empty bins are left out.'),
    confusion: z
      .array(z.object({ answer: brickValue, expected: brickValue, n: count }))
      .describe(
        'Pairs of the given answer and the right one, most frequent first; at most 100, or 5 with `group_by`. Texts are cut after 100 characters.',
      ),
    agreement: z
      .object({
        method: z.enum(['cohen_kappa', 'krippendorff_alpha']),
        value: z.number(),
        n: count.describe('Answers that more than one person reviewed.'),
        reviewers: count,
        same: z
          .object({ value: share, low: share.optional(), high: share.optional() })
          .describe('The share of these answers on which everybody agrees, with its 95 % interval.'),
      })
      .optional()
      .describe('Between reviewers, beyond chance: Cohen’s kappa for two, Krippendorff’s alpha for more.'),
    share_above_threshold: share
      .optional()
      .describe('Estimated share of answers with a confidence of at least `threshold`.'),
    accuracy_above_threshold: share.optional(),
    learned: z
      .object({
        labels: count.describe('Labelled conversations that it learned from.'),
        before: share.optional().describe('The share of them that was right before.'),
        after: share.optional().describe('The share that is right in cross-validation.'),
      })
      .optional()
      .describe('What the brick of the live version learned from reviews or labels; not with `group_by`.'),
  })
  .meta({ id: 'BrickQuality' });

export const quality = z.object({
  kit_id: z.string(),
  threshold: share,
  data: z.array(
    z.object({
      group: z
        .string()
        .optional()
        .describe(
          'With `group_by`: a day, the Monday of a week, the first of a month, a version number, or the value of a dimension or metadata key; absent for runs without one; last `other`, for the groups with the fewest reviews where there are too many.',
        ),
      size: count.optional().describe('For `other`: how many groups it stands for. No other group has it.'),
      bricks: z.array(brickQuality),
    }),
  ),
});

export const getQuality = defineEndpoint({
  id: 'getQuality',
  sdk: 'reviewQueue.quality',
  method: 'GET',
  path: '/v1/kits/:kitId/quality',
  tag: 'Reviews',
  summary: 'Show how accurate the answers are',
  description:
    'From the reviews of runs that the review queue drew, weighted by the inverse of the probability that each was drawn: reviewing many unsure answers does not make the kit look worse than it is. The runs are those that insights count, with the same filters and groups: `reviewed` of insights is this figure for the same runs. The newest 200,000 reviews are considered. Groups and bricks together give at most 2,000 figures: beyond that the largest groups are shown, the rest combined as `other`.',
  access: 'runs:read',
  limit: 'read',
  params: z.object({ kitId: z.string() }),
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'must be a version number')
      .transform(Number)
      .optional()
      .meta({ type: 'integer', minimum: 1, description: 'Only runs of this version.' }),
    since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only runs whose conversations took place since then (`occurred_at`).'),
    until: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only runs whose conversations took place before then (`occurred_at`).'),
    group_by: z
      .string()
      .max(200)
      .optional()
      .describe('`day`, `week`, `month`, `version`, a dimension such as `team`, or `metadata.KEY`; one of them.'),
    timezone: z
      .string()
      .max(64)
      .optional()
      .describe('The time zone in which days begin and end, such as `Europe/Lisbon`; the workspace’s by default.'),
    ...RUN_FILTER,
    as: ANSWERS_AS,
    threshold: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
      .transform(Number)
      .optional()
      .meta({ type: 'number', minimum: 0, maximum: 1, description: 'Default 0.8.' }),
  }),
  responses: {
    200: {
      description: 'Figures for each brick that was reviewed.',
      schema: quality,
      example: {
        kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
        threshold: 0.8,
        data: [
          {
            group: '2026-11-09',
            bricks: [
              {
                brick: 'resolved',
                n: 212,
                accuracy: 0.913,
                low: 0.872,
                high: 0.944,
                reviewed: 230,
                correct: 190,
                wrong: 36,
                not_applicable: 1,
                unsure: 3,
                disputed: [],
                ece: 0.04,
                reliability: [{ from: 0.9, to: 1, n: 120, confidence: 0.95, accuracy: 0.96 }],
                confusion: [{ answer: true, expected: false, n: 30 }],
                agreement: {
                  method: 'cohen_kappa',
                  value: 0.81,
                  n: 24,
                  reviewers: 2,
                  same: { value: 0.916667, low: 0.741529, high: 0.976783 },
                },
                share_above_threshold: 0.7,
                accuracy_above_threshold: 0.97,
                learned: { labels: 34, before: 0.74, after: 0.86 },
              },
            ],
          },
        ],
      },
    },
  },
  errors: ['kit_not_found'],
});
