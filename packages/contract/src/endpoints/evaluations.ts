import { z } from 'zod';
import { brickValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { WORK_STATUSES } from '../vocabulary.ts';

export const ID_PREFIXES = ['evl'] as const;

const share = z.number();
const count = z.number().int();

export const brickScore = z
  .object({
    key: z.string(),
    type: z.string(),
    n: count,
    accuracy: share,
    macro_f1: share.optional(),
    mae: z.number().optional(),
    spearman: share.optional(),
    kappa: share.optional(),
    ece: share,
    max_confidence: share,
    share_at_80: share,
    accuracy_at_80: share.nullable(),
  })
  .meta({ id: 'BrickScore', description: 'As in the guide on golden sets.' });

export const evaluation = z
  .object({
    evaluation_id: z.string().describe('`evl_…`'),
    kit_id: z.string(),
    kit_version_id: z.string(),
    kit_version: count,
    set: z.object({ name: z.string(), hash: z.string() }),
    engine: z.string().describe('`auto` or `local`, as requested.'),
    status: z.enum(WORK_STATUSES),
    done: count.describe('Lines answered so far.'),
    total: count.describe('Number of lines in the golden set; while the evaluation runs, the current number.'),
    credits: z.number(),
    created_at: timestamp,
    completed_at: timestamp.optional(),
    error: z.string().optional(),
    report: z
      .object({
        engine: z.string().describe('What answered: `local` or a model.'),
        bricks: z.array(brickScore),
        failed: z.array(z.object({ line: count, external_id: z.string().optional(), error: z.string() })),
      })
      .optional(),
  })
  .meta({ id: 'Evaluation' });

export const brickComparison = z
  .object({
    key: z.string(),
    n: count,
    accuracy_before: share,
    accuracy_after: share,
    gained: count,
    lost: count,
    p: z.number().describe('McNemar’s exact test: below 0.05 the difference is unlikely to be chance.'),
    flips: z.array(
      z.object({
        line: count,
        external_id: z.string().optional(),
        run_id: z.string().optional().describe('The run that the line was made from.'),
        expected: brickValue,
        before: brickValue.nullable(),
        after: brickValue.nullable(),
      }),
    ),
  })
  .meta({ id: 'BrickComparison' });

const common = { tag: 'Golden sets', limit: 'read' } as const;

const example = {
  evaluation_id: 'evl_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  kit_version_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e70',
  kit_version: 4,
  set: { name: 'regression', hash: '9f86d081884c7d65' },
  engine: 'auto',
  status: 'running',
  done: 12,
  total: 120,
  credits: 0.01,
  created_at: '2026-11-15T08:30:00.000Z',
} as const;

export const evaluationEstimate = z.object({
  lines: count,
  input_tokens: count.describe('A rough estimate, on the high side; 0 when no model is called.'),
  credits: z.number(),
});

export const createEvaluation = defineEndpoint({
  ...common,
  id: 'createEvaluation',
  sdk: { method: 'evaluations.start', dryRun: 'evaluations.estimate' },
  method: 'POST',
  path: '/v1/kits/:kitId/evaluations',
  summary: 'Score a version of a kit on a golden set',
  description:
    'In the background: read its progress with GET /v1/evaluations/:evaluationId. If a node fails, another continues. Evaluations take turns, so a short one does not wait for a long one. With `dry_run` nothing is evaluated, and the response estimates the cost.',
  access: 'kits:write',
  params: z.object({ kitId: z.string() }),
  body: z.strictObject({
    set: cleanText(63).describe('The name of a golden set of the kit.'),
    version: z.number().int().min(1).max(2_147_483_647).optional().describe('The newest version by default.'),
    engine: z.enum(['auto', 'local']).default('auto').describe('`local` asks no model.'),
    dry_run: z.boolean().default(false),
  }),
  bodyExample: { set: 'regression', version: 4 },
  audit: { action: 'evaluation.started', meaning: 'An evaluation of a kit version was started.' },
  responses: {
    200: {
      description: 'With `dry_run`: what it would cost.',
      schema: evaluationEstimate,
      example: { lines: 120, input_tokens: 410_000, credits: 0.41 },
    },
    202: { description: 'Started.', schema: evaluation, example },
  },
  errors: ['kit_not_found', 'not_found', 'golden_set_invalid'],
});

export const listEvaluations = defineEndpoint({
  ...common,
  id: 'listEvaluations',
  sdk: 'evaluations.list',
  method: 'GET',
  path: '/v1/kits/:kitId/evaluations',
  summary: 'Evaluations of a kit, newest first, 100 at most',
  access: 'kits:read',
  params: z.object({ kitId: z.string() }),
  responses: {
    200: {
      description: 'Without their reports.',
      schema: z.object({ data: z.array(evaluation) }),
      example: { data: [example] },
    },
  },
  errors: ['kit_not_found'],
});

export const getEvaluation = defineEndpoint({
  ...common,
  id: 'getEvaluation',
  sdk: { method: 'evaluations.get', queryInOptions: true },
  method: 'GET',
  path: '/v1/evaluations/:evaluationId',
  summary: 'Read an evaluation with its report, alone or compared with another',
  access: 'kits:read',
  params: z.object({ evaluationId: z.string() }),
  query: z.object({
    against: z
      .string()
      .optional()
      .describe(
        'An earlier evaluation on the same set: adds `against`, with the lines that are now right or wrong and were not before.',
      ),
  }),
  responses: {
    200: {
      description: 'The evaluation.',
      schema: evaluation.extend({ against: z.array(brickComparison).optional() }),
      example,
    },
  },
  errors: ['not_found', 'conflict'],
});

export const cancelEvaluation = defineEndpoint({
  ...common,
  id: 'cancelEvaluation',
  sdk: 'evaluations.cancel',
  method: 'POST',
  path: '/v1/evaluations/:evaluationId/cancel',
  summary: 'Cancel an evaluation',
  description: 'It ends immediately, without a report; what its lines cost so far stays charged.',
  access: 'kits:write',
  params: z.object({ evaluationId: z.string() }),
  audit: { action: 'evaluation.cancelled', meaning: 'An evaluation was cancelled.' },
  responses: {
    200: {
      description: 'The cancelled evaluation.',
      schema: evaluation,
      example: { ...example, status: 'cancelled', completed_at: '2026-11-15T08:31:00.000Z' },
    },
  },
  errors: ['not_found', 'conflict'],
});
