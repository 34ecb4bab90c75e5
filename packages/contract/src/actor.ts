import { z } from 'zod';

/** Who did something. */
export const actor = z
  .object({
    kind: z.enum(['key', 'person', 'system']),
    id: z.string().describe('`key_…` or `mem_…`.'),
    name: z.string().describe('A key without a name is shown by its hint.'),
  })
  .meta({ id: 'Actor' });
