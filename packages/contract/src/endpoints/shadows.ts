/** Shadows: a version that answers a share of a kit's runs beside the live one, as they end. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { BACKFILL_ENGINES, backfill, backfillCommon, backfillExample } from './backfills.ts';

const kitId = z.object({ kitId: z.string().describe('`kit_id`, `kit_code` or the kit’s slug.') });

export const shadowRequest = z.strictObject({
  kit_version_id: z.string().describe('The version that answers alongside the live one; usually a draft.'),
  share: z
    .number()
    .gt(0)
    .max(1)
    .describe('The share of the kit’s runs that it also answers: 0.1 for a tenth. Chosen by a hash of the run’s id.'),
  engine: z.enum(BACKFILL_ENGINES).default('auto').describe('`local` asks no model.'),
  max_credits: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .describe('Its maximum total cost; at that point it ends as `capped`. No cap by default.'),
});

const shadowExample = {
  ...backfillExample,
  filter: {},
  shadow: 0.1,
  total: 14,
} as const;

export const putShadow = defineEndpoint({
  ...backfillCommon,
  id: 'putShadow',
  sdk: 'shadows.put',
  method: 'PUT',
  path: '/v1/kits/:kitId/shadow',
  summary: 'Let a version answer a share of live runs alongside the live one',
  description:
    'Whenever a run of the kit has succeeded, and is among the share, its conversation is evaluated again with this version: in the background and after everything else, so no run is slower or fails because of it. Each gets a new run with `rescored_from` and `backfill_id`, which sends no webhooks and is left out of lists, exports and insights unless you ask for it. A shadow is an ongoing backfill: progress, comparison and runs are found by its `backfill_id`. A kit has one in each environment; with the same version and engine its share and cap are changed, with others a new one replaces it.',
  access: 'kits:write',
  params: kitId,
  body: shadowRequest,
  bodyExample: { kit_version_id: backfillExample.kit_version_id, share: 0.1, max_credits: 5 },
  audit: { action: 'shadow.saved', meaning: 'A version is tried on live conversations.' },
  responses: { 200: { description: 'The shadow.', schema: backfill, example: shadowExample } },
  errors: ['kit_not_found', 'conflict', 'storage_quota_exceeded'],
});

export const getShadow = defineEndpoint({
  ...backfillCommon,
  id: 'getShadow',
  sdk: 'shadows.get',
  method: 'GET',
  path: '/v1/kits/:kitId/shadow',
  summary: 'The shadow of a kit, or the last one it had',
  access: 'runs:read',
  params: kitId,
  responses: { 200: { description: 'The shadow.', schema: backfill, example: shadowExample } },
  errors: ['kit_not_found', 'not_found'],
});

export const deleteShadow = defineEndpoint({
  ...backfillCommon,
  id: 'deleteShadow',
  sdk: 'shadows.stop',
  method: 'DELETE',
  path: '/v1/kits/:kitId/shadow',
  summary: 'Stop the shadow of a kit',
  description:
    'It follows no more runs, and its runs in progress are cancelled. Finished ones stay and can be compared.',
  access: 'kits:write',
  params: kitId,
  audit: { action: 'shadow.stopped', meaning: 'A shadow was stopped.' },
  responses: {
    200: {
      description: 'The shadow, `cancelled`.',
      schema: backfill,
      example: { ...shadowExample, status: 'cancelled' },
    },
  },
  errors: ['kit_not_found', 'not_found', 'conflict'],
});
