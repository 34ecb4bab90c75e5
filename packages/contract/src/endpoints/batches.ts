/** Many runs in one request. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { RUN_STATUSES } from '../vocabulary.ts';
import { runExample } from './run-examples.ts';
import { createRunBody } from './runs.ts';

const BATCH_LIMIT = 1_000;

export const batchLines = z.object({
  data: z.array(
    z.looseObject({
      index: z.number().int(),
      http_status: z.number().int(),
      run_id: z.string().optional(),
      status: z.enum(RUN_STATUSES).optional(),
      replayed: z.boolean().optional(),
      error: z.string().optional(),
    }),
  ),
});

export const batchItem = createRunBody.safeExtend({
  idempotency_key: z.unknown().optional(),
  once: z.boolean().optional(),
});

export const createBatch = defineEndpoint({
  id: 'createBatch',
  method: 'POST',
  path: '/v1/batches',
  tag: 'Runs',
  summary: 'Create many runs in one request',
  description: `Up to ${BATCH_LIMIT} async runs, each with its own result line, in the order of the request: a bad line does not affect the others. Each run counts against the creation limit.`,
  access: 'runs:write',
  limit: 'create',
  body: z.object({
    runs: z
      .array(z.unknown())
      .min(1)
      .max(BATCH_LIMIT)
      .describe(
        'Bodies of POST /v1/runs, each with an optional `idempotency_key`; with `once`, the key is kept for ten years and stands for its conversation, so a later line with it gets the existing run, even an erased one.',
      ),
  }),
  bodyExample: { runs: [{ kit_code: 'K7TQ2MXB', input: { transcript: 'Hello.' }, idempotency_key: 'call-1' }] },
  notAudited: 'Each line creates a run, which is the record.',
  responses: {
    200: {
      description: 'A line for each run.',
      schema: batchLines,
      example: {
        data: [
          { index: 0, http_status: 202, run_id: runExample.run_id, status: 'processing', type: 'api', replayed: false },
        ],
      },
    },
  },
  errors: ['run_request_failed'],
});
