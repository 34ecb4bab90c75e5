import { z } from 'zod';
import { brickValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, storableText, timestamp } from '../fields.ts';
import { appeal } from './appeals.ts';
import { backfillFilter } from './backfills.ts';
import { reviewerName } from './reviews.ts';

export const ID_PREFIXES = ['rvi'] as const;

const share = z.number().min(0).max(1);

const match = z.union(
  [
    z.strictObject({ brick: cleanText(63), value: brickValue }),
    z.strictObject({ dimension: cleanText(32), value: storableText.max(512) }),
    z.strictObject({ metadata: cleanText(64), value: storableText.max(512) }),
  ],
  'must be { brick, value }, { dimension, value } or { metadata, value }',
);

const policyMembers = {
  random: share
    .optional()
    .describe(
      'The share of all runs to review, drawn by a hash of the run id. Without it, accuracy cannot be estimated for the rest.',
    ),
  below_confidence: share
    .optional()
    .describe(
      'Every run with an answer below this confidence. Metrics, scores and answers that do not apply do not count.',
    ),
  match: z
    .array(match)
    .max(20)
    .optional()
    .describe('Every run with one of these answers, values of a dimension such as `team`, or metadata pairs.'),
  second_review: share.optional().describe('The share of drawn runs that a second person reviews too.'),
};

export const reviewPolicyBody = z.strictObject({
  ...policyMembers,
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Runs that ended since then are considered; by default only those from now on.'),
});

export const reviewPolicy = z
  .object({
    random: share,
    below_confidence: share.optional(),
    match: z.array(match),
    second_review: share,
    updated_at: timestamp,
    problem: z.string().optional().describe('Why a part of it draws nothing, such as a deleted dimension.'),
  })
  .meta({ id: 'ReviewPolicy' });

export const reviewReason = z.object({
  kind: z.enum(['random', 'low_confidence', 'match', 'chosen']).describe('`chosen`: somebody put it there.'),
  brick: z.string().optional(),
  dimension: z.string().optional(),
  metadata: z.string().optional(),
});

export const reviewItem = z
  .object({
    item_id: z.string().describe('`rvi_…`'),
    run_id: z.string(),
    kit_id: z.string(),
    reasons: z.array(reviewReason).describe('Why it was drawn.'),
    probability: share
      .optional()
      .describe(
        'The probability that a run like this one is drawn; quality figures use it as a weight. Absent: somebody chose it, which says nothing about other runs.',
      ),
    second: z.boolean().describe('A second person reviews the same run.'),
    leased_until: timestamp.describe('Renew the lease before then, or the item goes to somebody else.'),
  })
  .meta({ id: 'ReviewItem' });

export const reviewQueue = z
  .object({
    kit_id: z.string(),
    policy: reviewPolicy.optional().describe('Absent: nothing is drawn for this kit.'),
    open: z.number().int().describe('Items waiting for somebody.'),
    leased: z.number().int().describe('Items being reviewed now.'),
    reviewed: z.number().int(),
    appeals: z
      .array(appeal)
      .describe('The newest open appeals of this kit, 50 at most, with their texts. Reviewing the answer settles one.'),
    caught_up: z.boolean().describe('`false`: there are ended runs that have not been considered yet.'),
  })
  .meta({ id: 'ReviewQueue' });

export const queueRunsBody = z.strictObject({
  run_ids: z.array(z.string()).min(1).max(1_000),
  second: z.boolean().default(false).describe('Two people review each.'),
});

export const queuedRuns = z
  .object({
    kit_id: z.string(),
    added: z.number().int().describe('Runs that were added to the queue.'),
    already: z.number().int().describe('Runs that were already in the queue, or reviewed from it.'),
    open: z.number().int().describe('Items waiting for somebody.'),
  })
  .meta({ id: 'QueuedRuns' });

export const drawReviewsBody = z.strictObject({
  policy: z.strictObject(policyMembers).optional().describe('For this draw only; the kit’s policy by default.'),
  filter: backfillFilter.default({}),
  dry_run: z
    .boolean()
    .default(false)
    .describe('Nothing is queued: the response shows what would be drawn from the newest 2,000 matching runs.'),
});

export const reviewDraw = z
  .object({
    kit_id: z.string(),
    runs: z.number().int().describe('Runs that were considered.'),
    complete: z.boolean().describe('`false`: more runs match than were considered.'),
    drawn: z.number().int(),
    second: z.number().int().describe('How many of these two people review.'),
    reasons: z
      .object({ random: z.number().int(), low_confidence: z.number().int(), match: z.number().int() })
      .describe('How many runs were drawn for each reason; a run may count for several.'),
    days: z.number().describe('Days that these runs span, by the time of the conversations; at least 1.'),
    per_day: z.number().describe('`drawn` by `days`.'),
    added: z.number().int().describe('Runs that were added to the queue; 0 with `dry_run`.'),
  })
  .meta({ id: 'ReviewDraw' });

const kitId = z.object({ kitId: z.string() });
const itemId = z.object({ itemId: z.string() });
const common = { tag: 'Reviews', limit: 'read' } as const;

const itemExample = {
  item_id: 'rvi_01m7er7dfgeqcrm640y1251418',
  run_id: 'run_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  reasons: [{ kind: 'low_confidence', brick: 'resolved' }],
  probability: 1,
  second: false,
  leased_until: '2026-11-15T08:45:00.000Z',
} as const;
const policyExample = {
  random: 0.02,
  below_confidence: 0.6,
  match: [{ dimension: 'team', value: 'emea' }],
  second_review: 0.1,
  updated_at: '2026-11-15T08:30:00.000Z',
};
const queueExample = {
  kit_id: itemExample.kit_id,
  policy: policyExample,
  open: 41,
  leased: 2,
  reviewed: 230,
  appeals: [],
  caught_up: true,
};

export const getReviewQueue = defineEndpoint({
  ...common,
  id: 'getReviewQueue',
  sdk: 'reviewQueue.get',
  method: 'GET',
  path: '/v1/kits/:kitId/review-queue',
  summary: 'The review queue of a kit: policy, progress, what is left',
  access: 'runs:read',
  params: kitId,
  responses: { 200: { description: 'The queue.', schema: reviewQueue, example: queueExample } },
  errors: ['kit_not_found'],
});

export const putReviewPolicy = defineEndpoint({
  ...common,
  id: 'putReviewPolicy',
  sdk: 'reviewQueue.setPolicy',
  method: 'PUT',
  path: '/v1/kits/:kitId/review-policy',
  summary: 'Set which runs people should review',
  description: 'Replaces the policy. Items already drawn stay in the queue, with the probability they were drawn with.',
  access: 'kits:write',
  params: kitId,
  body: reviewPolicyBody,
  bodyExample: { random: 0.02, below_confidence: 0.6, second_review: 0.1 },
  audit: { action: 'review_policy.saved', meaning: 'A kit’s review policy was changed.' },
  responses: { 200: { description: 'The queue under the new policy.', schema: reviewQueue, example: queueExample } },
  errors: ['kit_not_found'],
});

export const deleteReviewPolicy = defineEndpoint({
  ...common,
  id: 'deleteReviewPolicy',
  sdk: 'reviewQueue.deletePolicy',
  method: 'DELETE',
  path: '/v1/kits/:kitId/review-policy',
  summary: 'Stop drawing runs, and drop unreviewed items',
  access: 'kits:write',
  params: kitId,
  audit: { action: 'review_policy.deleted', meaning: 'The review policy of a kit was deleted.' },
  responses: {
    200: {
      description: 'The queue, with only reviewed items left.',
      schema: reviewQueue,
      example: { ...queueExample, policy: undefined, open: 0, leased: 0 },
    },
  },
  errors: ['kit_not_found'],
});

export const drawReviews = defineEndpoint({
  ...common,
  id: 'drawReviews',
  sdk: { method: 'reviewQueue.draw', dryRun: 'reviewQueue.previewDraw' },
  repeatable: true,
  method: 'POST',
  path: '/v1/kits/:kitId/review-policy/draw',
  summary: 'Draw past runs for review, or see what a policy would draw',
  description:
    'Goes through past runs of the kit that have succeeded, as the policy does with runs that end from now on: the same runs are drawn each time. At most 20,000 runs at once: narrow the filter if there are more. Sandbox runs and runs of backfills are left out.',
  access: 'kits:write',
  params: kitId,
  body: drawReviewsBody,
  bodyExample: { policy: { random: 0.1 }, filter: { occurred_after: '2026-11-01T00:00:00Z' }, dry_run: true },
  audit: { action: 'review_queue.added' },
  responses: {
    200: {
      description: 'What was drawn.',
      schema: reviewDraw,
      example: {
        kit_id: itemExample.kit_id,
        runs: 1_204,
        complete: true,
        drawn: 118,
        second: 0,
        reasons: { random: 118, low_confidence: 0, match: 0 },
        days: 16.5,
        per_day: 7.2,
        added: 0,
      },
    },
  },
  errors: ['kit_not_found'],
});

export const queueRuns = defineEndpoint({
  ...common,
  id: 'queueRuns',
  method: 'POST',
  path: '/v1/kits/:kitId/review-queue/items',
  summary: 'Put runs that you choose into the review queue',
  description:
    'They are handed out before drawn ones, and have no `probability`: hand-picked runs say nothing about other runs, so quality figures leave them out. All of them are queued, or none: each must be a run of the kit that has succeeded.',
  access: 'reviews:write',
  params: kitId,
  body: queueRunsBody,
  bodyExample: { run_ids: [itemExample.run_id] },
  audit: { action: 'review_queue.added', meaning: 'Past runs were put into the review queue.' },
  responses: {
    200: {
      description: 'Queued.',
      schema: queuedRuns,
      example: { kit_id: itemExample.kit_id, added: 1, already: 0, open: 42 },
    },
  },
  errors: ['kit_not_found', 'run_not_found'],
});

export const nextReviewItem = defineEndpoint({
  ...common,
  id: 'nextReviewItem',
  sdk: { method: 'reviewQueue.next', queryInOptions: true },
  repeatable: true,
  method: 'POST',
  path: '/v1/kits/:kitId/review-queue/next',
  summary: 'Take the next item to review, under a lease',
  description:
    'Nobody else gets the item while the lease lasts. Chosen runs come first, then drawn ones in random order, so the reviewed runs resemble those left. A reviewer who has an item gets the same one again. Reviewing the run finishes it.',
  access: 'reviews:write',
  params: kitId,
  query: z.object({ reviewer: reviewerName }),
  notAudited: 'Takes an item of the queue for a few minutes. Reading its conversation is recorded.',
  responses: {
    200: {
      description: 'An item, or none when nothing is left for this reviewer.',
      schema: z.object({
        item: reviewItem.optional(),
        open: z.number().int().describe('Items left besides this one.'),
      }),
      example: { item: itemExample, open: 40 },
    },
  },
  errors: ['kit_not_found'],
});

export const renewReviewItem = defineEndpoint({
  ...common,
  id: 'renewReviewItem',
  sdk: { method: 'reviewQueue.renew', queryInOptions: true },
  repeatable: true,
  method: 'POST',
  path: '/v1/review-items/:itemId/renew',
  summary: 'Keep an item for another 15 minutes',
  access: 'reviews:write',
  params: itemId,
  query: z.object({ reviewer: reviewerName }),
  notAudited: 'Takes an item of the queue for a few more minutes.',
  responses: { 200: { description: 'Renewed.', schema: reviewItem, example: itemExample } },
  errors: ['not_found', 'lease_lost'],
});

export const returnReviewItem = defineEndpoint({
  ...common,
  id: 'returnReviewItem',
  sdk: { method: 'reviewQueue.giveBack', queryInOptions: true },
  repeatable: true,
  method: 'POST',
  path: '/v1/review-items/:itemId/return',
  summary: 'Give an item back without reviewing it',
  access: 'reviews:write',
  params: itemId,
  query: z.object({ reviewer: reviewerName }),
  notAudited: 'Puts an item back into the queue.',
  responses: {
    200: {
      description: 'Somebody else can have it.',
      schema: z.object({ item_id: z.string(), returned: z.literal(true) }),
      example: { item_id: itemExample.item_id, returned: true },
    },
  },
  errors: ['not_found', 'lease_lost'],
});
