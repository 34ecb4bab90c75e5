/** Before a model is asked: which answers of the built-in model could be kept, what that saves, and what it risks. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { KIT_LIMITS } from '../kit-document.ts';
import { LOCAL_FROM_BASES } from '../vocabulary.ts';
import { pushedKit } from './kits.ts';

const count = z.number().int().min(0);
const share = z.number().min(0).max(1);

const right = z
  .object({ n: count, accuracy: share, low: share, high: share })
  .describe('The reviewed answers that would be kept: how many, the share that is right, and its 95 % interval.');

const outlook = z
  .object({
    kept: z
      .object({ share, low: share, high: share })
      .optional()
      .describe(
        'The share of answers that is kept instead of asking a model, with its 95 % interval; the rest goes to the model. Absent without runs.',
      ),
    runs_without_model: share.optional().describe('Runs for which no model is asked at all.'),
    expected_right: share
      .optional()
      .describe('The share of kept answers that is expected to be right. Absent where none is kept.'),
    right: right.optional(),
    wrong_per_100_runs: z
      .object({ value: z.number(), low: z.number().optional(), high: z.number().optional() })
      .optional()
      .describe('Wrong answers that are expected to be kept in a hundred runs; the limits come from `right`.'),
    cost_saved: share
      .optional()
      .describe('The share of the cost that is saved, compared with asking a model everything.'),
    credits_saved_per_1000_runs: z
      .number()
      .optional()
      .describe('By the price of the first model; absent where none is set up.'),
  })
  .meta({ id: 'LocalFirstOutlook' });

export const localFirst = z
  .object({
    kit_id: z.string(),
    kit_version_id: z.string().describe('The live version, or the newest if none is live.'),
    version: count,
    target: share,
    runs: count.describe(
      'The newest runs that the built-in model answered alone, up to 200: kept answers are counted in these.',
    ),
    reviewed: count.describe('Answers of the built-in model that reviewers judged, of the newest 500 reviewed runs.'),
    now: outlook.describe('With the current `local_from`.'),
    proposed: outlook.describe('With the proposed `local_from` of each brick.'),
    bricks: z
      .array(
        z.object({
          brick: z.string(),
          now: share.describe('The confidence from which its answers are kept now.'),
          local_from: share.describe(
            'The proposed one: the lowest at which `target` of the kept answers are expected to be right; 1 keeps none.',
          ),
          basis: z
            .enum(LOCAL_FROM_BASES)
            .describe(
              'What it is mainly based on: `reviews` of this brick, `kit_reviews` of the others where it has fewer than ten, or the `calibration` where the kit has fewer than ten.',
            ),
          kept: z.object({ share, low: share, high: share }).optional(),
          expected_right: share.optional(),
          right: right.optional().describe('Where none is kept: for answers with a confidence of 0.6 or more.'),
        }),
      )
      .max(KIT_LIMITS.bricks)
      .describe('Bricks that either engine may answer, in the order of the kit.'),
  })
  .meta({ id: 'LocalFirst' });

const target = z.number().min(0.5).max(0.999);

const common = { tag: 'Kits', limit: 'read' } as const;
const params = z.object({ kitId: z.string().describe('`kit_id`, `kit_code` or the kit’s slug.') });

export const previewLocalFirst = defineEndpoint({
  ...common,
  id: 'previewLocalFirst',
  sdk: 'kits.localFirst',
  method: 'GET',
  path: '/v1/kits/:kitId/local-first',
  summary: 'Show what could be answered without a model',
  description:
    'With `engine: auto` and a model, answers of the built-in model from `local_from` on are kept and the model answers the rest. From the kit’s own last runs and reviews, this predicts which `local_from` of each brick keeps `target` of its answers right, what would be kept and saved, and how many wrong answers that risks. Only runs answered without a model count. Changes nothing.',
  access: 'runs:read',
  params,
  query: z.object({
    target: z
      .preprocess(
        (value) => (typeof value === 'string' && /^\d(?:\.\d{1,3})?$/.test(value) ? Number(value) : value),
        target,
      )
      .optional()
      .meta({
        type: 'number',
        minimum: 0.5,
        maximum: 0.999,
        description: 'How many of the kept answers should be right: a share from 0.5 to 0.999, 0.95 by default.',
      }),
  }),
  responses: {
    200: {
      description: 'The preview.',
      schema: localFirst,
      example: {
        kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
        kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e70',
        version: 4,
        target: 0.95,
        runs: 200,
        reviewed: 480,
        now: {
          kept: { share: 0.02, low: 0.008, high: 0.051 },
          runs_without_model: 0,
          expected_right: 0.94,
          cost_saved: 0.01,
        },
        proposed: {
          kept: { share: 0.31, low: 0.25, high: 0.377 },
          runs_without_model: 0.02,
          expected_right: 0.964,
          right: { n: 148, accuracy: 0.973, low: 0.932, high: 0.99 },
          wrong_per_100_runs: { value: 8.9, low: 2.5, high: 16.9 },
          cost_saved: 0.19,
          credits_saved_per_1000_runs: 1.42,
        },
        bricks: [
          {
            brick: 'resolved',
            now: 0.9,
            local_from: 0.8,
            basis: 'reviews',
            kept: { share: 0.44, low: 0.373, high: 0.509 },
            expected_right: 0.961,
            right: { n: 41, accuracy: 0.976, low: 0.874, high: 0.996 },
          },
          {
            brick: 'refunded',
            now: 0.9,
            local_from: 1,
            basis: 'reviews',
            kept: { share: 0, low: 0, high: 0.019 },
            right: { n: 38, accuracy: 0.711, low: 0.553, high: 0.83 },
          },
        ],
      },
    },
  },
  errors: ['kit_not_found'],
});

export const applyLocalFirst = defineEndpoint({
  ...common,
  id: 'applyLocalFirst',
  sdk: 'kits.applyLocalFirst',
  method: 'POST',
  path: '/v1/kits/:kitId/local-first',
  summary: 'Write the proposed thresholds into a draft',
  description:
    'Creates a version of the kit in which each brick has the `local_from` that the preview proposes: a draft like any other, so publish it to use it. If nothing changes, the response is 200 with the ids of the existing version.',
  access: 'kits:write',
  params,
  body: z.strictObject({ target: target.default(0.95).describe('How many of the kept answers should be right.') }),
  bodyExample: { target: 0.95 },
  audit: { action: 'kit.pushed' },
  responses: {
    200: { description: 'No change.', schema: pushedKit, example: pushedExample('published') },
    201: { description: 'The draft.', schema: pushedKit, example: pushedExample('draft') },
  },
  errors: ['kit_not_found', 'storage_quota_exceeded'],
});

function pushedExample(status: 'draft' | 'published') {
  return {
    kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
    kit_code: 'K7TQ2MXB',
    kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e71',
    version: 5,
    kit: 'support_qa',
    status,
  };
}
