/** What `GET /v1/kits/{kit_id}/schema` says of one brick. */
import { z } from 'zod';
import { BRICK_TYPES, typeDescription } from './brick-document.ts';

export const brickSchema = z
  .object({
    brick_id: z.string(),
    key: z.string(),
    name: z.string(),
    type: z.enum(BRICK_TYPES),
    description: z.string().optional(),
    output_fields: z.array(z.string()).describe('The fields of this Brick’s output, `value` first.'),
    ...typeDescription.shape,
  })
  .meta({ id: 'BrickSchema' });

export type BrickSchema = z.infer<typeof brickSchema>;
