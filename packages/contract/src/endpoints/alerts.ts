/** Rules about the figures of a kit, which are checked regularly and report when a figure passes a threshold. */
import { z } from 'zod';
import { plainValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { ALERT_AGGREGATES, ALERT_STATES } from '../vocabulary.ts';
import { changeShape, watchedName, watchedShape } from './alert-fields.ts';
import { estimate } from './insights.ts';

export const ruleShape = {
  kit: cleanText(64).describe('The kit’s id, code or slug.'),
  brick: cleanText(64).describe('The key of a brick.'),
  aggregate: z
    .enum(ALERT_AGGREGATES)
    .describe(
      '`share`: the share of runs with a value whose answer is `value`. `mean` and `quantile`: of numbers. `no_value`: the share of all runs without a value.',
    ),
  value: plainValue.optional().describe('The answer that is counted; for `share` only.'),
  quantile: z
    .union([z.literal(0.1), z.literal(0.25), z.literal(0.5), z.literal(0.75), z.literal(0.9)])
    .optional()
    .describe('For `quantile` only; 0.5 by default.'),
  window: z
    .string()
    .regex(/^([1-9]|[1-3]\d|4[0-8])h$|^([1-9]|[1-8]\d|90)d$/, 'must be 1h to 48h, or 1d to 90d')
    .describe(
      '`6h`: the last six hours. `7d`: today and the six days before, in the workspace’s time zone. Runs count by the time of their conversations.',
    ),
  above: z.number().optional().describe('Raised when the figure is greater. Give either this or `below`.'),
  below: z.number().optional().describe('Raised when the figure is smaller.'),
  hysteresis: z
    .number()
    .min(0)
    .optional()
    .describe('How far the figure must come back past the threshold before the alert is resolved; 0 by default.'),
  min_runs: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('With fewer runs in the window the alert keeps its state; 30 by default.'),
  where: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Conditions, as in lists of runs: a dimension such as `team`, `answer.BRICK`, `confidence.BRICK` or `metadata.KEY`, with a value: `{"team": "emea"}`.',
    ),
  as: z.enum(['given', 'reviewed']).optional().describe('`reviewed` applies reviewers’ corrections.'),
};

export const alertRule = z
  .strictObject(ruleShape)
  .refine(({ above, below }) => (above === undefined) !== (below === undefined), 'must have either above or below')
  .meta({ id: 'AlertRule' });

export const alertFinding = z
  .object({
    from: timestamp.describe('The window.'),
    to: timestamp,
    n: z.number().int().describe('How many runs the figure is computed from.'),
    enough: z.boolean().describe('Whether there are at least `min_runs`.'),
    figure: estimate.optional().describe('With its 95 % interval; absent when there is nothing to count.'),
    runs_url: z.string().describe('The path of the runs behind the figure.'),
  })
  .meta({ id: 'AlertFinding' });

export const alert = z.object(watchedShape(alertRule, alertFinding)).meta({ id: 'Alert' });

export const alertCheck = alertFinding
  .extend({ state: z.enum(ALERT_STATES).describe('What the alert’s state would be after a check.') })
  .meta({ id: 'AlertCheck' });

export const alertChange = z.object(changeShape(alertFinding)).meta({ id: 'AlertChange' });

export const alertList = z.object({ data: z.array(alert) });

const common = { tag: 'Alerts', limit: 'read' } as const;

const ruleExample = {
  kit: 'support_qa',
  brick: 'resolved',
  aggregate: 'share',
  value: false,
  window: '7d',
  above: 0.3,
  hysteresis: 0.05,
  min_runs: 50,
  where: { team: 'emea' },
} as const;

const findingExample = {
  from: '2026-11-09T00:00:00.000Z',
  to: '2026-11-15T08:30:00.000Z',
  n: 118,
  enough: true,
  figure: { value: 0.338983, low: 0.259961, high: 0.428204 },
  runs_url:
    '/v1/runs?kit_code=K7TQ2MXB&occurred_after=2026-11-09T00%3A00%3A00.000Z&answer.resolved=eq%3Afalse&team=emea',
};

export const alertExample = {
  name: 'unresolved',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  kit_code: 'K7TQ2MXB',
  rule: ruleExample,
  state: 'raised',
  since: '2026-11-15T08:30:00.000Z',
  checked_at: '2026-11-15T08:30:00.000Z',
  found: findingExample,
  created_at: '2026-11-01T08:30:00.000Z',
  updated_at: '2026-11-01T08:30:00.000Z',
} as const;

export const listAlerts = defineEndpoint({
  ...common,
  id: 'listAlerts',
  sdk: 'alerts.list',
  method: 'GET',
  path: '/v1/alerts',
  summary: 'All alerts, by name',
  access: 'runs:read',
  responses: {
    200: {
      description: 'Each with the result of its last check.',
      schema: alertList,
      example: { data: [alertExample] },
    },
  },
});

export const getAlert = defineEndpoint({
  ...common,
  id: 'getAlert',
  sdk: 'alerts.get',
  method: 'GET',
  path: '/v1/alerts/:name',
  summary: 'Read an alert and its last check',
  access: 'runs:read',
  params: watchedName,
  responses: { 200: { description: 'The alert.', schema: alert, example: alertExample } },
  errors: ['not_found'],
});

export const listAlertChanges = defineEndpoint({
  ...common,
  id: 'listAlertChanges',
  sdk: 'alerts.changes',
  method: 'GET',
  path: '/v1/alerts/:name/changes',
  summary: 'List when an alert was raised and resolved',
  description: 'Newest first, at most 100, with the result of each check.',
  access: 'runs:read',
  params: watchedName,
  responses: {
    200: {
      description: 'The changes of its state.',
      schema: z.object({ data: z.array(alertChange) }),
      example: {
        data: [
          {
            event_id: 'evt_01m7er7dfgeqcrm640y1251418',
            at: '2026-11-15T08:30:00.000Z',
            state: 'raised',
            found: findingExample,
          },
        ],
      },
    },
  },
  errors: ['not_found'],
});

export const putAlert = defineEndpoint({
  ...common,
  id: 'putAlert',
  sdk: 'alerts.put',
  method: 'PUT',
  path: '/v1/alerts/:name',
  summary: 'Store an alert',
  description:
    'Replaces the rule of this name; the same rule changes nothing. Rules belong to the environment of the key, and are checked about once a minute. When the figure passes the threshold the event `alert.raised` is recorded, and `alert.resolved` once it has come back by the hysteresis. A new rule keeps the state until its first check.',
  access: 'kits:write',
  params: watchedName,
  body: alertRule,
  bodyExample: ruleExample,
  audit: { action: 'alert.saved', meaning: 'An alert was stored or changed.' },
  responses: { 200: { description: 'The alert as stored.', schema: alert, example: alertExample } },
  errors: ['kit_not_found', 'conflict', 'alert_invalid'],
});

export const deleteAlert = defineEndpoint({
  ...common,
  id: 'deleteAlert',
  sdk: 'alerts.delete',
  method: 'DELETE',
  path: '/v1/alerts/:name',
  summary: 'Delete an alert',
  description: 'If it is raised, it is resolved first: `alert.resolved` is recorded.',
  access: 'kits:write',
  params: watchedName,
  audit: { action: 'alert.deleted', meaning: 'An alert was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'unresolved', deleted: true },
    },
  },
  errors: ['not_found'],
});

export const checkAlert = defineEndpoint({
  ...common,
  id: 'checkAlert',
  sdk: 'alerts.check',
  repeatable: true,
  method: 'POST',
  path: '/v1/alerts/check',
  summary: 'Check a rule without storing it',
  description: 'Stores nothing and records no event. The rule is checked as if the alert were not raised.',
  access: 'runs:read',
  body: alertRule,
  bodyExample: ruleExample,
  notAudited: 'Shows what a rule would find and stores nothing.',
  responses: {
    200: {
      description: 'The figure, its interval, and the state that would follow.',
      schema: alertCheck,
      example: { ...findingExample, state: 'raised' },
    },
  },
  errors: ['kit_not_found', 'alert_invalid'],
});
