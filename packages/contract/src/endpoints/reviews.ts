import { z } from 'zod';
import { brickValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, moment, pageLimit } from '../fields.ts';
import { APPLICABILITIES, VERDICTS } from '../vocabulary.ts';
import { review, reviewExample } from './review-document.ts';

export { review };

export const ID_PREFIXES = ['rev'] as const;

const REVIEW_LIMIT = 200;

export const newReview = z.strictObject({
  brick: cleanText(63).describe('The key of an answer in the run’s output.'),
  verdict: z.enum(VERDICTS),
  value: brickValue
    .optional()
    .describe(
      'The right value; only with `wrong`. It must be one that the brick can have (400 otherwise), and differ from the answer. A score has none: correct the answers that it is computed from.',
    ),
  note: cleanText(2_000).optional(),
});

export const reviewerName = z
  .string()
  .regex(/^[\p{L}\p{N}._@ -]{1,100}$/u, 'must be 1 to 100 letters, digits, spaces or any of . _ @ -')
  .optional()
  .describe('Whose verdicts these are, when one key serves several people: `anna` and `ben` count separately.');

export const importedFrom = z
  .string()
  .regex(
    /^(?:import\/)?(?:key|mem)_[0-9a-z]{26}(?:\/[\p{L}\p{N}._@ -]{1,100})?$/u,
    'must be a reviewer as in an export: key_…, key_…/NAME or mem_…',
  )
  .optional()
  .describe(
    'For imports, instead of `reviewer`: the `reviewer` of an exported review. It is stored as `import/…`, no matter who imports it and how often; this reviewer’s own verdicts on this server are not affected.',
  );

export const reviewRun = defineEndpoint({
  id: 'reviewRun',
  method: 'POST',
  path: '/v1/runs/:runId/reviews',
  tag: 'Reviews',
  summary: 'Review a run’s answers',
  description:
    'All are stored, or none. The run’s output never changes: reviews are added to it, and the newest verdict of each reviewer counts. A review that only repeats the reviewer’s newest one is not stored again, so the request can be repeated. A verdict `wrong` or `not_applicable`, and one that withdraws or settles a correction, sends the event `run.reviewed`. `as=reviewed` shows the run with its reviews applied.',
  access: 'reviews:write',
  limit: 'read',
  params: z.object({ runId: z.string() }),
  query: z.object({ reviewer: reviewerName, imported_from: importedFrom }),
  body: z.array(newReview).min(1).max(REVIEW_LIMIT),
  bodyExample: [
    { brick: 'resolved', verdict: 'wrong', value: false, note: 'The caller has to ring again on Monday.' },
    { brick: 'contact_reason', verdict: 'correct' },
  ],
  notAudited: 'The review itself is the record: reviews are never overwritten and name their reviewer.',
  responses: {
    201: {
      description: 'Stored: the newest review of each brick that was sent.',
      schema: z.object({ data: z.array(review) }),
      example: { data: [reviewExample] },
    },
  },
  errors: ['run_not_found', 'run_not_completed', 'conflict', 'review_invalid'],
});

const seenAnswer = z.object({
  value: brickValue,
  applicability: z.enum(APPLICABILITIES).optional(),
  confidence: z.number().min(0).max(1).optional(),
});

export const previewedAnswer = z
  .object({
    brick: z.string(),
    before: seenAnswer.describe('With the current reviews applied.'),
    after: seenAnswer,
    reviewed: z
      .enum(['corrected', 'recomputed'])
      .optional()
      .describe('Absent if the answer would again be the one the kit gave.'),
  })
  .meta({ id: 'PreviewedAnswer' });

export const previewReview = defineEndpoint({
  id: 'previewReview',
  sdk: { method: 'reviews.preview', queryInOptions: true },
  repeatable: true,
  method: 'POST',
  path: '/v1/runs/:runId/reviews/preview',
  tag: 'Reviews',
  summary: 'Preview what a review would change',
  description:
    'Stores nothing. Returns every answer that would change: the corrected ones, and the conditions and scores that follow from them.',
  access: 'reviews:write',
  limit: 'read',
  params: z.object({ runId: z.string() }),
  query: z.object({ reviewer: reviewerName }),
  body: z.array(newReview).min(1).max(REVIEW_LIMIT),
  bodyExample: [{ brick: 'disclosed', verdict: 'wrong', value: true }],
  notAudited: 'Stores nothing: it shows what a review would change.',
  responses: {
    200: {
      description: 'In the order of the kit; empty where nothing would change.',
      schema: z.object({ data: z.array(previewedAnswer) }),
      example: {
        data: [
          {
            brick: 'disclosed',
            before: { value: false, confidence: 0.8 },
            after: { value: true },
            reviewed: 'corrected',
          },
          { brick: 'total', before: { value: 60 }, after: { value: 100 }, reviewed: 'recomputed' },
        ],
      },
    },
  },
  errors: ['run_not_found', 'run_not_completed', 'conflict', 'review_invalid'],
});

const filters = {
  kit: cleanText(200).optional().describe('Id, code or slug of a kit.'),
  run_id: cleanText(64).optional(),
  brick: cleanText(63).optional(),
  verdict: z.enum(VERDICTS).optional(),
  reviewer: cleanText(200).optional().describe('As in the field `reviewer`.'),
  current: z.enum(['true', 'false']).default('false').describe('`true`: only the newest verdict of each reviewer.'),
  created_after: moment.optional(),
  created_before: moment.optional(),
};

export const reviewPage = z.object({
  data: z.array(review),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

export const listReviews = defineEndpoint({
  id: 'listReviews',
  sdk: { items: 'reviews.list', page: 'reviews.page' },
  method: 'GET',
  path: '/v1/reviews',
  tag: 'Reviews',
  summary: 'List reviews, newest first',
  access: 'runs:read',
  limit: 'read',
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
    ...filters,
  }),
  faults: { limit: 'invalid_limit', cursor: 'invalid_cursor' },
  responses: {
    200: {
      description: 'A page of reviews.',
      schema: reviewPage,
      example: { data: [reviewExample], has_more: false },
    },
  },
  errors: ['kit_not_found'],
});

export const exportReviews = defineEndpoint({
  id: 'exportReviews',
  sdk: 'reviews.export',
  method: 'GET',
  path: '/v1/reviews/export',
  tag: 'Reviews',
  summary: 'Stream reviews as JSON lines, oldest first',
  description: 'One review per line, in the shape of GET /v1/reviews.',
  access: 'runs:read',
  limit: 'read',
  query: z.object(filters),
  responses: { 200: { description: 'JSON lines.', contentType: 'application/x-ndjson' } },
  errors: ['kit_not_found'],
});
