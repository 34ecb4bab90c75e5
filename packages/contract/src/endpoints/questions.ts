/** Questions about many calls at once, answered from a sample of them. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { QUESTION_STATUSES } from '../vocabulary.ts';
import {
  callsToJudge,
  judgedAnswer,
  judgeRequest,
  prediction,
  QUESTION_LIMITS,
  question,
  questionItem,
  questionRequest,
} from './question-document.ts';
import { reviewerName } from './reviews.ts';

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
      brick: {
        key: 'mention_a_competitor',
        name: 'Did anybody mention a competitor?',
        question: 'Did anybody mention a competitor?',
        type: 'boolean',
      },
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
      judging: { judged: 0, yes: 0, next: { calls: 12, seconds: 240, within: 0.09 } },
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
        unquoted: { for: 38, against: 150 },
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
  sdk: { method: 'questions.ask', dryRun: 'questions.predict' },
  method: 'POST',
  path: '/v1/questions',
  summary: 'Ask a question across calls',
  description:
    'One to five questions in plain words, put to a random sample of past calls in the background, after everything else. The answer is an estimate with a 95 % interval that allows for sampling and for the engine’s errors; it improves while it runs. Calls are read until the estimate is as narrow as `width` or a limit is reached. With `dry_run` nothing is read, and the response estimates what it would take.',
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
  sdk: 'questions.list',
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
  sdk: 'questions.get',
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
  sdk: 'questions.delete',
  method: 'DELETE',
  path: '/v1/questions/:questionId',
  summary: 'Cancel a question, or delete one that has ended',
  description:
    'A running question is `cancelled`: no more calls are read, and the estimate so far is kept. A finished one is deleted with its answers.',
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

const judgedExample = {
  key: 'mention_a_competitor',
  share: { ...shareExample, low: 0.08, high: 0.19 },
  judging: { judged: 12, yes: 3, next: { calls: 12, seconds: 240, within: 0.045 } },
};

export const listCallsToJudge = defineEndpoint({
  ...common,
  id: 'listCallsToJudge',
  sdk: 'questions.toJudge',
  method: 'GET',
  path: '/v1/questions/:questionId/judgements',
  summary: 'Calls to judge, so that the interval narrows',
  description:
    'Calls that were read for the question and not judged yet, with the passage that the engine’s answer is based on. Calls with the least certain answers are chosen more often; among calls with a similar chance of a yes they are drawn at random, so the estimate stays unbiased. The engine’s answer is not included.',
  access: 'reviews:write',
  params,
  query: z.object({
    key: judgeRequest.shape.key,
    limit: z.coerce.number().int().min(1).max(QUESTION_LIMITS.judged).default(12),
  }),
  responses: {
    200: {
      description: 'The calls, in the order in which to judge them.',
      schema: callsToJudge,
      example: {
        ...judgedExample,
        question: 'Did anybody mention a competitor?',
        calls: [{ run_id: 'run_01m7er7dfgeqcrm640y1251418', passage: 'Northline quoted me less for the same plan.' }],
      },
    },
  },
  errors: ['not_found'],
});

export const judgeCalls = defineEndpoint({
  ...common,
  id: 'judgeCalls',
  sdk: { method: 'questions.judge', queryInOptions: true },
  repeatable: true,
  method: 'POST',
  path: '/v1/questions/:questionId/judgements',
  summary: 'Say what is right for some calls',
  description:
    'All are stored, or none; the newest judgement of a call counts. They belong to the question’s wording in this environment: they count at once, and again whenever the same question is asked, also of other calls. Erasing a call erases its judgements.',
  access: 'reviews:write',
  params,
  query: z.object({ reviewer: reviewerName }),
  body: judgeRequest,
  bodyExample: { judgements: [{ run_id: 'run_01m7er7dfgeqcrm640y1251418', answer: 'yes' }] },
  audit: { action: 'question.judged', meaning: 'Somebody judged calls of a question.' },
  responses: { 200: { description: 'The estimate with them.', schema: judgedAnswer, example: judgedExample } },
  errors: ['not_found', 'run_not_found'],
});
