/** What the bricks of a kit learn from reviews and golden sets: heads of their own on the local engine's reader. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { KIT_LIMITS } from '../kit-document.ts';
import { BRICK_LEARNINGS, WORK_STATUSES } from '../vocabulary.ts';
import { pushedKit } from './kits.ts';

export const ID_PREFIXES = ['lrn'] as const;

const count = z.number().int();
const share = z.number().min(0).max(1);

export const learningRequest = z.strictObject({
  set: cleanText(63).optional().describe('A golden set of the kit to learn from. By default reviews.'),
  since: z.iso.datetime({ offset: true }).optional().describe('Only reviews of runs created since. Not with `set`.'),
  min_reviewers: z
    .number()
    .int()
    .min(1)
    .max(10)
    .optional()
    .describe('How many must agree on an answer; 1 by default. Not with `set`.'),
  version: z
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('The version to teach: by default the live one, or the newest if none is live.'),
  dry_run: z.boolean().default(false).describe('Only list the bricks with enough labels.'),
});

export const brickLearning = z
  .object({
    key: z.string(),
    status: z
      .enum(BRICK_LEARNINGS)
      .describe(
        '`learned`; `not_better`: not clearly right more often in cross-validation; `too_few_labels`: fewer than ten; `one_answer_only`: all labels are the same; `no_classes`: texts, numbers and lists cannot be learned; `ready`, until it is tried.',
      ),
    labels: count.describe('Answers labelled by people: in reviews or in a golden set.'),
    before: share.optional().describe('The share of them that the brick as written gets right.'),
    after: share.optional().describe('The share that is right in cross-validation.'),
    kept: z.boolean().optional().describe('It could not be tried, and keeps what it learned before. Absent otherwise.'),
  })
  .meta({ id: 'BrickLearning' });

export const learning = z
  .object({
    learning_id: z.string().describe('`lrn_…`'),
    kit_id: z.string(),
    kit_version_id: z.string().describe('The version that is taught.'),
    kit_version: count,
    set: z.string().optional().describe('The golden set that it learns from; absent: reviews.'),
    status: z.enum(WORK_STATUSES),
    done: count.describe('Conversations read so far.'),
    total: count.describe('Labelled conversations: the newest 400 at most.'),
    bricks: z.array(brickLearning).max(KIT_LIMITS.bricks).describe('Bricks with labels, in the order of the kit.'),
    learned: z
      .object({ kit_version_id: z.string(), version: count })
      .optional()
      .describe(
        'When it has succeeded and something was learned: the new version, a draft like any other. Publish it to use it.',
      ),
    error: z.string().optional(),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Learning' });

export const learningEstimate = z
  .object({ conversations: count, bricks: z.array(brickLearning).max(KIT_LIMITS.bricks) })
  .meta({ id: 'LearningEstimate' });

export const unlearnRequest = z.strictObject({
  bricks: z
    .array(z.string().max(63))
    .min(1)
    .max(KIT_LIMITS.bricks)
    .optional()
    .describe('Keys of the bricks to reset to how they were originally written. All by default.'),
});

const common = { tag: 'Learning', limit: 'read' } as const;

const example = {
  learning_id: 'lrn_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e70',
  kit_version: 4,
  status: 'succeeded',
  done: 34,
  total: 34,
  bricks: [
    { key: 'resolved', status: 'learned', labels: 34, before: 0.7353, after: 0.8529 },
    { key: 'greeted', status: 'not_better', labels: 34, before: 0.9412, after: 0.9412 },
    { key: 'refunded', status: 'too_few_labels', labels: 6 },
  ],
  learned: { kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e71', version: 5 },
  created_at: '2026-11-15T08:30:00.000Z',
  completed_at: '2026-11-15T08:31:10.000Z',
} as const;

export const createLearning = defineEndpoint({
  ...common,
  id: 'createLearning',
  sdk: { method: 'learnings.start', dryRun: 'learnings.estimate' },
  method: 'POST',
  path: '/v1/kits/:kitId/learnings',
  summary: 'Learn from reviews or a golden set',
  description:
    'In the background: read its progress with GET /v1/learnings/:learningId. Yes/no and categorical bricks with at least ten settled answers, not all the same, are tried. What a brick learned is kept only if it is clearly right more often in cross-validation. The result is a new version of the kit, a draft. Every learning run reads the reviews as they are now: those of erased runs and withdrawn ones are ignored.',
  access: 'kits:write',
  params: z.object({ kitId: z.string() }),
  body: learningRequest,
  bodyExample: { min_reviewers: 1 },
  audit: { action: 'learning.started', meaning: 'A kit learns from reviews or a golden set.' },
  responses: {
    200: {
      description: 'With `dry_run`: which bricks could learn.',
      schema: learningEstimate,
      example: { conversations: 34, bricks: [{ key: 'resolved', status: 'ready', labels: 34 }] },
    },
    202: {
      description: 'Started.',
      schema: learning,
      example: {
        ...example,
        status: 'running',
        done: 3,
        bricks: [{ key: 'resolved', status: 'ready', labels: 34 }],
        learned: undefined,
        completed_at: undefined,
      },
    },
  },
  errors: ['kit_not_found', 'not_found', 'conflict'],
});

export const listLearnings = defineEndpoint({
  ...common,
  id: 'listLearnings',
  sdk: 'learnings.list',
  method: 'GET',
  path: '/v1/kits/:kitId/learnings',
  summary: 'List what a kit learned, newest first, 50 at most',
  access: 'kits:read',
  params: z.object({ kitId: z.string() }),
  responses: {
    200: {
      description: 'The learning runs of the last year.',
      schema: z.object({ data: z.array(learning) }),
      example: { data: [example] },
    },
  },
  errors: ['kit_not_found'],
});

export const getLearning = defineEndpoint({
  ...common,
  id: 'getLearning',
  sdk: 'learnings.get',
  method: 'GET',
  path: '/v1/learnings/:learningId',
  summary: 'One learning run, brick by brick',
  access: 'kits:read',
  params: z.object({ learningId: z.string() }),
  responses: { 200: { description: 'The learning run.', schema: learning, example } },
  errors: ['not_found'],
});

export const cancelLearning = defineEndpoint({
  ...common,
  id: 'cancelLearning',
  sdk: 'learnings.cancel',
  cli: {
    command: 'kits cancel-learning',
    about: 'Cancel a learning run; nothing changes',
    arguments: { learningId: 'the id of a running learning run, lrn_…' },
    done: '{learning_id} {status}',
  },
  method: 'POST',
  path: '/v1/learnings/:learningId/cancel',
  summary: 'Cancel a learning run',
  description: 'It ends immediately and changes nothing.',
  access: 'kits:write',
  params: z.object({ learningId: z.string() }),
  audit: { action: 'learning.cancelled', meaning: 'A learning was cancelled.' },
  responses: {
    200: {
      description: 'The cancelled learning run.',
      schema: learning,
      example: { ...example, status: 'cancelled', learned: undefined },
    },
  },
  errors: ['not_found', 'conflict'],
});

export const unlearnKit = defineEndpoint({
  ...common,
  id: 'unlearnKit',
  sdk: 'learnings.undo',
  method: 'POST',
  path: '/v1/kits/:kitId/unlearn',
  summary: 'Undo what a live kit learned',
  description:
    'Resets all bricks, or the named ones, to how they were originally written, and makes the result live immediately: an earlier version with the same content if there is one, otherwise a new one, which must pass the kit’s gate.',
  access: 'kits:write',
  params: z.object({ kitId: z.string() }),
  body: unlearnRequest,
  bodyExample: { bricks: ['resolved'] },
  audit: { action: 'kit.published' },
  responses: {
    200: {
      description: 'The version that is live now.',
      schema: pushedKit,
      example: {
        kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
        kit_code: 'K7TQ2MXB',
        kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e70',
        version: 4,
        kit: 'support_qa',
        status: 'published',
      },
    },
  },
  errors: ['kit_not_found', 'conflict', 'forbidden', 'gate_failed'],
});
