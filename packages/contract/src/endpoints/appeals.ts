import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, pageLimit, timestamp } from '../fields.ts';

export const ID_PREFIXES = ['apl'] as const;

export const APPEAL_STATUSES = ['open', 'changed', 'confirmed'] as const;

export const appeal = z
  .object({
    appeal_id: z.string().describe('`apl_…`'),
    run_id: z.string(),
    kit_id: z.string(),
    brick: z.string().describe('The answer that is appealed.'),
    text: z
      .string()
      .optional()
      .describe(
        'Why the answer is wrong. Erased with the run. Visible to its author and to callers with runs:read_input, because it may quote the conversation.',
      ),
    by: actor,
    created_at: timestamp,
    status: z
      .enum(APPEAL_STATUSES)
      .describe('`open` until somebody reviews the answer; then whether they corrected or confirmed it.'),
    settled_at: timestamp.optional(),
    note: z
      .string()
      .optional()
      .describe(
        'What the reviewer wrote with the review that settled it: the answer to the agent. Erased with the run, and visible like `text`.',
      ),
  })
  .meta({ id: 'Appeal' });

export const appealBody = z.strictObject({
  brick: cleanText(63).describe('The key of an answer in the run’s output.'),
  text: cleanText(2_000).describe('Why the answer is wrong.'),
});

export const appealPage = z.object({
  data: z.array(appeal),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

const example = {
  appeal_id: 'apl_01m7er7dfgeqcrm640y1251418',
  run_id: 'run_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  brick: 'disclosure',
  text: 'I said that the call is recorded, right after the greeting.',
  by: { kind: 'person', id: 'mem_01m7er7dfgeqcrm640y1251418', name: 'Maya K.' },
  created_at: '2026-11-15T08:30:00.000Z',
  status: 'open',
} as const;

export const appealAnswer = defineEndpoint({
  id: 'appealAnswer',
  sdk: 'appeals.create',
  cli: {
    command: 'appeals add',
    about: 'Appeal an answer; it waits for a reviewer',
    arguments: { runId: 'the run', brick: 'the key of the answer', text: 'why it is wrong' },
    done: '{appeal_id} waits for a reviewer.',
  },
  method: 'POST',
  path: '/v1/runs/:runId/appeals',
  tag: 'Reviews',
  summary: 'Appeal an answer',
  description:
    'It is listed in the review queue with its text, and sends `run.appealed`. Reviewing the answer settles it. Agents can appeal answers of their own calls.',
  access: 'appeals:write',
  limit: 'read',
  params: z.object({ runId: z.string() }),
  body: appealBody,
  bodyExample: { brick: example.brick, text: example.text },
  notAudited: 'The appeal itself is the record: it names who made it, and when and how it was settled.',
  responses: { 201: { description: 'The appeal.', schema: appeal, example } },
  errors: ['run_not_found', 'run_not_completed', 'conflict'],
});

export const listAppeals = defineEndpoint({
  id: 'listAppeals',
  sdk: { page: 'appeals.page' },
  cli: {
    command: 'appeals list',
    about: 'List appeals, newest first, 100 at most',
    group: {
      about: 'Answers that agents disagree with; a review settles an appeal',
      examples: ['appeals list --status open', 'appeals add run_… disclosure "I said it right after the greeting."'],
    },
    options: {
      status: ['--status <status>', 'only appeals with this status'],
      run_id: ['--run <run>', 'only appeals of this run'],
    },
    query: { limit: 100 },
    table: {
      WHEN: 'created_at',
      RUN: 'run_id',
      ANSWER: 'brick',
      STATUS: 'status',
      BY: 'by.name',
      WHY: 'text',
    },
    empty: 'No appeals.',
  },
  method: 'GET',
  path: '/v1/appeals',
  tag: 'Reviews',
  summary: 'List appeals, newest first',
  access: 'runs:read',
  own: true,
  limit: 'read',
  query: z.object({
    status: z.enum(APPEAL_STATUSES).optional(),
    run_id: cleanText(64).optional(),
    limit: pageLimit,
    cursor: z.string().optional(),
  }),
  responses: { 200: { description: 'A page.', schema: appealPage, example: { data: [example], has_more: false } } },
  errors: ['invalid_cursor'],
});
