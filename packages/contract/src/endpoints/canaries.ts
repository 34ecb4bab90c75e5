/** Golden sets that are evaluated every night on the live version of a kit, and tell when its answers drift. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { changeShape, watchedName, watchedShape } from './alert-fields.ts';
import { estimate } from './insights.ts';

const share = z.number().min(0).max(1);

export const canaryRule = z
  .strictObject({
    kit: cleanText(64).describe('The kit’s id, code or slug.'),
    set: cleanText(63).describe('The name of a golden set of the kit.'),
    engine: z.enum(['auto', 'local']).optional().describe('`auto`, as for runs, by default. `local` asks no model.'),
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00')
      .optional()
      .describe('When it begins, UTC; 03:00 by default.'),
    max_drop: share
      .optional()
      .describe('How far the accuracy of a brick may fall below the baseline; 0.05 by default.'),
    max_changed: share
      .optional()
      .describe('The share of lines whose answer may differ from the baseline’s; 0.1 by default.'),
  })
  .meta({ id: 'CanaryRule' });

export const canaryFinding = z
  .object({
    evaluation_id: z.string().describe('`evl_…`, the last one that ended.'),
    baseline_id: z
      .string()
      .describe(
        'The first evaluation of this version of the kit on this version of the set, which others are compared with.',
      ),
    evaluation_url: z
      .string()
      .describe('The path of the comparison, with the lines that are now right or wrong and were not before.'),
    kit_version: z.number().int(),
    engine: z.string().describe('What answered: `local` or a model.'),
    bricks: z.array(
      z.object({
        key: z.string(),
        n: z.number().int(),
        accuracy: estimate.describe('The accuracy with its 95 % interval.'),
        baseline_accuracy: z.number(),
        changed: z.number().describe('The share of lines whose answer differs from the baseline’s.'),
        drifted: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'CanaryFinding' });

export const canary = z
  .object({
    ...watchedShape(canaryRule, canaryFinding),
    running: z.string().optional().describe('The running evaluation.'),
    next_at: timestamp.describe('When it is checked next.'),
  })
  .meta({ id: 'Canary' });

export const canaryChange = z.object(changeShape(canaryFinding)).meta({ id: 'CanaryChange' });

export const canaryList = z.object({ data: z.array(canary) });

const common = { tag: 'Alerts', limit: 'read' } as const;

const ruleExample = { kit: 'support_qa', set: 'regression', at: '03:00', max_drop: 0.05, max_changed: 0.1 } as const;

const example = {
  name: 'nightly',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  kit_code: 'K7TQ2MXB',
  rule: ruleExample,
  state: 'raised',
  since: '2026-11-15T03:04:00.000Z',
  next_at: '2026-11-16T03:00:00.000Z',
  checked_at: '2026-11-15T03:04:00.000Z',
  found: {
    evaluation_id: 'evl_01m7er7dfgeqcrm640y1251418',
    baseline_id: 'evl_01m7er7dfgeqcrm640y1251410',
    evaluation_url: '/v1/evaluations/evl_01m7er7dfgeqcrm640y1251418?against=evl_01m7er7dfgeqcrm640y1251410',
    kit_version: 4,
    engine: 'local',
    bricks: [
      {
        key: 'resolved',
        n: 120,
        accuracy: { value: 0.833333, low: 0.756679, high: 0.889401 },
        baseline_accuracy: 0.916667,
        changed: 0.1,
        drifted: true,
      },
    ],
  },
  created_at: '2026-11-01T08:30:00.000Z',
  updated_at: '2026-11-01T08:30:00.000Z',
} as const;

export const listCanaries = defineEndpoint({
  ...common,
  id: 'listCanaries',
  sdk: 'canaries.list',
  method: 'GET',
  path: '/v1/canaries',
  summary: 'All canaries, by name',
  access: 'kits:read',
  responses: {
    200: {
      description: 'Each with the result of its last evaluation.',
      schema: canaryList,
      example: { data: [example] },
    },
  },
});

export const getCanary = defineEndpoint({
  ...common,
  id: 'getCanary',
  sdk: 'canaries.get',
  method: 'GET',
  path: '/v1/canaries/:name',
  summary: 'Read a canary and its last evaluation',
  access: 'kits:read',
  params: watchedName,
  responses: { 200: { description: 'The canary.', schema: canary, example } },
  errors: ['not_found'],
});

export const listCanaryChanges = defineEndpoint({
  ...common,
  id: 'listCanaryChanges',
  sdk: 'canaries.changes',
  method: 'GET',
  path: '/v1/canaries/:name/changes',
  summary: 'List when a canary was raised and resolved',
  description: 'Newest first, at most 100, with the result of each evaluation.',
  access: 'kits:read',
  params: watchedName,
  responses: {
    200: {
      description: 'The changes of its state.',
      schema: z.object({ data: z.array(canaryChange) }),
      example: {
        data: [
          {
            event_id: 'evt_01m7er7dfgeqcrm640y1251418',
            at: '2026-11-15T03:04:00.000Z',
            state: 'raised',
            found: example.found,
          },
        ],
      },
    },
  },
  errors: ['not_found'],
});

export const putCanary = defineEndpoint({
  ...common,
  id: 'putCanary',
  sdk: 'canaries.put',
  method: 'PUT',
  path: '/v1/canaries/:name',
  summary: 'Store a canary',
  description:
    'A golden set is evaluated every night on the live version of its kit, with the engine and model that runs use. The first evaluation begins immediately and is the baseline, until another version of the kit is live or the set changes. When a brick drifts from it the event `alert.raised` is recorded, and `alert.resolved` once none does. The same rule changes nothing.',
  access: 'kits:write',
  params: watchedName,
  body: canaryRule,
  bodyExample: ruleExample,
  audit: { action: 'canary.saved', meaning: 'A canary was stored or changed.' },
  responses: { 200: { description: 'The canary as stored.', schema: canary, example } },
  errors: ['kit_not_found', 'not_found', 'conflict', 'alert_invalid'],
});

export const deleteCanary = defineEndpoint({
  ...common,
  id: 'deleteCanary',
  sdk: 'canaries.delete',
  method: 'DELETE',
  path: '/v1/canaries/:name',
  summary: 'Delete a canary',
  description: 'If it is raised, it is resolved first. Its evaluations stay.',
  access: 'kits:write',
  params: watchedName,
  audit: { action: 'canary.deleted', meaning: 'A canary was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'nightly', deleted: true },
    },
  },
  errors: ['not_found'],
});
