import { z } from 'zod';
import { BRICK_TYPES } from '../bricks/brick-document.ts';
import { defineEndpoint } from '../endpoint.ts';
import { brickId } from './kit-examples.ts';

export const brickList = z.object({
  data: z.array(
    z.object({
      brick_id: z.string(),
      key: z.string(),
      name: z.string(),
      type: z.enum(BRICK_TYPES),
      kit_id: z.string(),
      kit_code: z.string(),
    }),
  ),
  missing: z.array(z.string()),
});

export const listBricks = defineEndpoint({
  id: 'listBricks',
  method: 'GET',
  path: '/v1/bricks',
  tag: 'Kits',
  summary: 'Get Brick metadata',
  description: 'Maps Brick ids to keys, names and types. Ids that the workspace cannot see are in `missing`.',
  access: 'kits:read',
  limit: 'read',
  query: z.object({
    ids: z.string().optional().describe('Comma-separated Brick ids, at most 100.'),
  }),
  required: ['ids'],
  responses: {
    200: {
      description: 'The Bricks that were found, in the order of the request.',
      schema: brickList,
      example: {
        data: [
          {
            brick_id: brickId,
            key: 'resolved',
            name: 'Resolved',
            type: 'boolean',
            kit_id: '01935c3a-6f10-7c1a-9d2e-3f4a5b6c7d8e',
            kit_code: 'K7TQ2MXB',
          },
        ],
        missing: [],
      },
    },
  },
  errors: ['ids_required', 'too_many_ids'],
});
