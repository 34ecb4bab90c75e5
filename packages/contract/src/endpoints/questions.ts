/** Questions about many calls at once, answered from a sample of them. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { QUESTION_STATUSES } from '../vocabulary.ts';
import { prediction, question, questionItem, questionRequest } from './question-document.ts';

export * from './question-document.ts';

export const ID_PREFIXES = ['qst'] as const;

const common = { tag: 'Questions', limit: 'read' } as const;
const params = z.object({ questionId: z.string() });

const shareExample = {
  value: 0.124,
  low: 0.06,
  high: 0.21,
  observed: 0.19,
  sampling: { low: 0.09, high: 0.16 },
};

export const questionExample = {
  question_id: 'qst_01m7er7dfgeqcrm640y1251418',
  status: 'running',
  questions: [
    {
      key: 'mention_a_competitor',
      question: 'Did anybody mention a competitor?',
      type: 'boolean',
      inferred: true,
      brick: { key: 'mention_a_competitor', type: 'boolean', question: 'Did anybody mention a competitor?' },
      n: 240,
      not_sure: 0,
      share: shareExample,
      accuracy: {
        basis: 'published',
        source: 'Measured on four kits that the engine never saw.',
        sensitivity: { value: 0.7, low: 0.5, high: 0.85 },
        specificity: { value: 0.8, low: 0.6, high: 0.9 },
        right: { value: 0.74, low: 0.6, high: 0.85 },
      },
      enough: false,
      limited_by: 'accuracy',
      quotes: {
        for: [
          {
            run_id: 'run_01m7er7dfgeqcrm640y1251418',
            text: 'Northline quoted me less for the same plan.',
            answer: 'yes',
            confidence: 0.84,
          },
        ],
        against: [],
      },
    },
  ],
  filter: { occurred_after: '2026-10-18T00:00:00Z' },
  by: 'team',
  limit: { runs: 2_000, credits: 1, seconds: 600 },
  width: 0.05,
  seek: 'any',
  seed: 1,
  engine: 'local',
  predicted: { population: 20_000, without_input: 0, runs: 1_400, seconds: 420, credits: 0, is_enough: true },
  sample: { asked: 240, failed: 0, of: 2_000, strata: [{ name: 'all', population: 20_000, asked: 240 }] },
  cost: { credits: 0, seconds: 61 },
  created_at: '2026-11-15T08:30:00.000Z',
} as const;

export const createQuestion = defineEndpoint({
  ...common,
  id: 'createQuestion',
  method: 'POST',
  path: '/v1/questions',
  summary: 'Ask a question across calls',
  description:
    'One to five questions in plain words, put to a random sample of past calls in the background, after everything else. The answer is an estimate with a 95 % interval that allows for sampling and for the engine’s errors; it grows while it runs. Calls are asked until the estimate is as narrow as `width` or a limit is reached. With `dry_run` nothing is asked, and the response estimates what it would take.',
  access: 'questions:write',
  body: questionRequest,
  bodyExample: {
    questions: ['Did anybody mention a competitor?'],
    filter: { occurred_after: '2026-10-18T00:00:00Z' },
    limit: { runs: 2_000, seconds: 600 },
    by: 'team',
  },
  audit: { action: 'question.asked', meaning: 'A question was asked about past conversations.' },
  responses: {
    200: { description: 'With `dry_run`: what it would take.', schema: prediction, example: questionExample.predicted },
    202: { description: 'Started.', schema: question, example: questionExample },
  },
  errors: ['kit_not_found', 'conflict'],
});

export const listQuestions = defineEndpoint({
  ...common,
  id: 'listQuestions',
  method: 'GET',
  path: '/v1/questions',
  summary: 'Questions, newest first, 100 at most',
  access: 'questions:read',
  responses: {
    200: {
      description: 'The questions, without their answers.',
      schema: z.object({ data: z.array(questionItem) }),
      example: {
        data: [
          {
            question_id: questionExample.question_id,
            status: 'running',
            questions: [
              { key: 'mention_a_competitor', question: 'Did anybody mention a competitor?', type: 'boolean' },
            ],
            asked: 240,
            credits: 0,
            created_at: questionExample.created_at,
          },
        ],
      },
    },
  },
});

export const getQuestion = defineEndpoint({
  ...common,
  id: 'getQuestion',
  method: 'GET',
  path: '/v1/questions/:questionId',
  summary: 'The estimate so far, with its evidence and cost',
  access: 'questions:read',
  params,
  responses: { 200: { description: 'The question.', schema: question, example: questionExample } },
  errors: ['not_found'],
});

export const streamQuestion = defineEndpoint({
  ...common,
  id: 'streamQuestion',
  method: 'GET',
  path: '/v1/questions/:questionId/events',
  summary: 'Follow a question as it is answered',
  description:
    'Server-sent events: `estimate` with the question as GET /v1/questions/:questionId returns it, whenever it has changed and at most once a second; the last one when it has ended.',
  access: 'questions:read',
  params,
  responses: { 200: { description: 'A stream of events.', contentType: 'text/event-stream' } },
  errors: ['not_found'],
});

export const deleteQuestion = defineEndpoint({
  ...common,
  id: 'deleteQuestion',
  method: 'DELETE',
  path: '/v1/questions/:questionId',
  summary: 'Cancel a question, or delete one that has ended',
  description:
    'A running question is `cancelled`: no more calls are asked, and the estimate so far stays. A finished one is deleted with its answers.',
  access: 'questions:write',
  params,
  audit: { action: 'question.removed', meaning: 'A question was cancelled or deleted.' },
  responses: {
    200: {
      description: 'The outcome.',
      schema: z.object({ question_id: z.string(), status: z.enum(QUESTION_STATUSES), deleted: z.boolean() }),
      example: { question_id: questionExample.question_id, status: 'cancelled', deleted: false },
    },
  },
  errors: ['not_found'],
});
