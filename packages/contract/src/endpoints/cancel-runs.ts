/** Many runs cancelled at once. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { eitherIdsOrFilter, RUNS_IN_BODY } from './run-filter.ts';

export const runCancellation = z
  .object({
    matched: z.number().int().describe('Selected runs that had not ended.'),
    cancelled: z.number().int().describe('How many of these this request cancelled. Others may have ended meanwhile.'),
    remaining: z
      .number()
      .int()
      .describe('How many of these are left for another request: one request cancels at most 5,000.'),
    created_before: timestamp.describe(
      'Runs accepted from this moment on were not considered. Send it as `filter.created_before` to continue with the rest.',
    ),
  })
  .meta({ id: 'RunCancellation' });

export const cancelRuns = defineEndpoint({
  id: 'cancelRuns',
  method: 'POST',
  path: '/v1/runs/cancel',
  tag: 'Runs',
  summary: 'Cancel many runs',
  description:
    'Cancels the given runs, or those that match the filter, as `POST /v1/runs/:runId/cancel` does for one; ended runs are left unchanged. Sending it again is safe.',
  access: 'runs:write',
  limit: 'read',
  body: z
    .object({
      ...RUNS_IN_BODY,
      expected: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('How many runs should match, as `dry_run` says. A different number is refused with 409.'),
      dry_run: z.boolean().default(false).describe('Only counts those that would be cancelled.'),
    })
    .refine(...eitherIdsOrFilter),
  bodyExample: { filter: { kit_code: 'support-qa', status: 'queued' } },
  audit: { action: 'runs.cancelled', meaning: 'Many runs were cancelled with one request.' },
  responses: {
    200: {
      description: 'What was cancelled.',
      schema: runCancellation,
      example: { matched: 26_100, cancelled: 5_000, remaining: 21_100, created_before: '2026-11-15T08:30:00.000Z' },
    },
  },
  errors: ['conflict'],
});
