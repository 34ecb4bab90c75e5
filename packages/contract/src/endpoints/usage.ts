import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { usageExample } from './run-examples.ts';
import { money, runUsage, tokens } from './run-usage.ts';

export { runUsage };

export const getRunUsage = defineEndpoint({
  id: 'getRunUsage',
  sdk: 'runs.usage',
  method: 'GET',
  path: '/v1/runs/:runId/usage',
  tag: 'Usage',
  summary: 'Tokens, credits and money of a completed run',
  access: 'usage:read',
  limit: 'read',
  params: z.object({ runId: z.string() }),
  responses: {
    200: {
      description: 'What the run used and cost.',
      schema: runUsage,
      example: usageExample,
    },
  },
  errors: ['run_not_found', 'run_not_completed'],
});

export const usageTotals = z.object({
  from: z.string(),
  to: z.string(),
  currency: z.string().optional().describe('The currency of `money`, such as EUR.'),
  group_by: z.enum(['day', 'kit']),
  data: z.array(
    z.object({
      day: z.string().optional(),
      kit_id: z.string().optional(),
      kit_code: z.string().optional(),
      kits: z
        .number()
        .int()
        .optional()
        .describe(
          'On the last line, which combines the kits with the fewest runs if there are more than 1,000: the number of kits.',
        ),
      runs: z.number().int(),
      succeeded: z.number().int(),
      failed: z.number().int(),
      cancelled: z.number().int(),
      average_duration_ms: z.number().int(),
      calls: z.number().int(),
      tokens,
      credits: z.number(),
      money,
    }),
  ),
  sandbox: z
    .object({
      runs: z.number().int(),
      calls: z.number().int(),
      tokens,
      uncharged_credits: z.number(),
      uncharged_money: money,
    })
    .describe('Sandbox runs that called a model: they are not charged, but the provider is paid.'),
  stored: z
    .object({
      runs: z.number().int(),
      bytes: z.number().int().describe('The bytes of inputs, outputs, kit versions and golden sets.'),
      runs_limit: z.number().int().nullable(),
      bytes_limit: z.number().int().nullable(),
    })
    .describe('What the workspace stores now, in both environments, and what its plan allows; `null` means no limit.'),
});

export const getUsage = defineEndpoint({
  id: 'getUsage',
  sdk: 'usage.totals',
  method: 'GET',
  path: '/v1/usage',
  tag: 'Usage',
  summary: 'Usage totals by day or kit',
  description:
    'Sandbox runs are left out of `data`; `sandbox` has the usage of sandbox runs with a model. Days are UTC; both ends are included. Default: the last 30 days.',
  access: 'usage:read',
  limit: 'read',
  query: z.object({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    group_by: z.enum(['day', 'kit']).default('day'),
  }),
  responses: {
    200: {
      description: 'A row per day or kit.',
      schema: usageTotals,
      example: {
        from: '2026-11-15',
        to: '2026-11-15',
        group_by: 'day',
        data: [
          {
            day: '2026-11-15',
            runs: 2,
            succeeded: 2,
            failed: 0,
            cancelled: 0,
            average_duration_ms: 9,
            calls: 0,
            tokens: { input: 0, cached_input: 0, output: 0, total: 0 },
            credits: 0,
          },
        ],
        sandbox: {
          runs: 1,
          calls: 1,
          tokens: { input: 812, cached_input: 0, output: 97, total: 909 },
          uncharged_credits: 0.003,
        },
        stored: { runs: 2, bytes: 14_203, runs_limit: 5_000_000, bytes_limit: 100_000_000_000 },
      },
    },
  },
});
