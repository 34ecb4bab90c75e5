/** What may be spent on models. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { watchedName } from './alert-fields.ts';

export const SPEND_PERIODS = ['day', 'month'] as const;
export const AT_CAP = ['hold', 'fail', 'local'] as const;

const atCap = z
  .enum(AT_CAP)
  .describe(
    'What happens to runs at the cap: `hold`: they are queued until the next period or until the cap is raised. `fail`: they fail with `spend_cap_reached`. `local`: the local engine answers them, and a warning on the run says so.',
  );

export const spendCap = z
  .object({
    name: z.string(),
    kit_id: z.string().optional().describe('Absent: everything the workspace spends.'),
    kit_code: z.string().optional(),
    period: z.enum(SPEND_PERIODS).describe('In the workspace’s time zone.'),
    credits: z.number().optional().describe('The cap, if it is in credits.'),
    money: z.number().optional().describe('The cap, if it is in money.'),
    currency: z
      .string()
      .optional()
      .describe('The currency of `money`: the price of a credit is a setting of the workspace or the service.'),
    at_cap: atCap,
    max_credits: z.number().describe('The cap in credits, even if it was set in money.'),
    spent_credits: z
      .number()
      .describe(
        'What calls to models have cost in this period, of runs of every type, evaluations and questions; counted when the call ends.',
      ),
    reserved_credits: z.number().describe('The most that calls in progress may cost.'),
    reached: z.boolean().describe('Whether nothing is left.'),
    period_started: z.string().describe('The first day of the period.'),
    resets_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SpendCap' });

const example = {
  name: 'monthly',
  period: 'month',
  credits: 500,
  at_cap: 'hold',
  max_credits: 500,
  spent_credits: 412.55,
  reserved_credits: 0.08,
  reached: false,
  period_started: '2026-11-01',
  resets_at: '2026-12-01T00:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
};

const common = { tag: 'Usage', limit: 'read' } as const;
export const spendCapList = z.object({ data: z.array(spendCap) });

export const listSpendCaps = defineEndpoint({
  ...common,
  id: 'listSpendCaps',
  sdk: 'spendCaps.list',
  method: 'GET',
  path: '/v1/spend-caps',
  summary: 'List spend caps, and how much of each is spent',
  access: 'usage:read',
  responses: { 200: { description: 'By name.', schema: spendCapList, example: { data: [example] } } },
});

export const newSpendCap = z.object({
  kit: z.string().max(200).optional().describe('Only what this kit spends: a slug, code or id.'),
  period: z.enum(SPEND_PERIODS),
  credits: z.number().positive().max(1e9).optional(),
  money: z.number().positive().max(1e9).optional(),
  at_cap: atCap,
});

export const putSpendCap = defineEndpoint({
  ...common,
  id: 'putSpendCap',
  sdk: 'spendCaps.put',
  method: 'PUT',
  path: '/v1/spend-caps/:name',
  summary: 'Set a spend cap, or change one',
  description:
    'Before each call to a model, its maximum cost is reserved; no node makes a call that could exceed a cap. `credits` or `money`, not both; `money` needs a price of a credit (`credit_price` of the settings, or BRICKWORK_CREDIT_PRICE). Events `spend.warning` (80 %) and `spend.reached` are sent once a period. Held runs continue when a cap is changed or deleted. Needs a live key.',
  access: 'spend:manage',
  params: watchedName,
  body: newSpendCap,
  bodyExample: { kit: 'support_qa', period: 'month', credits: 500, at_cap: 'hold' },
  audit: { action: 'spend_cap.saved', meaning: 'A spend cap was stored or changed.' },
  responses: { 200: { description: 'As it is now.', schema: spendCap, example } },
  errors: ['conflict', 'forbidden', 'kit_not_found'],
});

export const deleteSpendCap = defineEndpoint({
  ...common,
  id: 'deleteSpendCap',
  sdk: 'spendCaps.delete',
  cli: {
    command: 'spend delete',
    about: 'Delete a cap; runs that it holds continue',
    done: 'Deleted {name}.',
  },
  method: 'DELETE',
  path: '/v1/spend-caps/:name',
  summary: 'Delete a spend cap',
  description: 'Runs that it holds continue. Needs a live key.',
  access: 'spend:manage',
  params: watchedName,
  audit: { action: 'spend_cap.deleted', meaning: 'A spend cap was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'monthly', deleted: true },
    },
  },
  errors: ['not_found', 'forbidden'],
});
