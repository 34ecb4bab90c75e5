/** What one run used and cost. */
import { z } from 'zod';
import { RUN_STATUSES } from '../vocabulary.ts';

export const tokens = z.object({
  input: z.number().int(),
  cached_input: z.number().int().describe('Part of `input`.'),
  output: z.number().int(),
  total: z.number().int(),
});

export const money = z.number().optional().describe('`credits` at the price of a credit; absent if no price is set.');

export const runUsage = z
  .object({
    run_id: z.string(),
    status: z.enum(RUN_STATUSES),
    engine: z.string().describe('`local` or `model`; `none` when nothing was evaluated.'),
    model: z.string().optional(),
    attempts: z
      .number()
      .int()
      .optional()
      .describe(
        'How often the run was started: more than 1 after waiting for a model in the queue, or when a worker was lost.',
      ),
    calls: z.number().int().describe('Requests to models in all attempts, including failed ones.'),
    tokens,
    credits: z.number().describe('What is charged: nothing for sandbox runs.'),
    money,
    uncharged_credits: z.number().optional().describe('For a sandbox run: what its models cost.'),
    uncharged_money: z.number().optional(),
    currency: z.string().optional().describe('The currency of `money`, such as EUR.'),
    estimated: z.boolean().describe('Some token counts are estimates, because the provider gave none.'),
  })
  .meta({ id: 'RunUsage' });
