import { z } from 'zod';
import { brickFields, text } from './brick-fields.ts';

export const booleanBrick = z.strictObject({
  ...brickFields,
  type: z.literal('boolean').describe('Yes or no.'),
  true_when: text(2_000).optional().describe('What makes it true.'),
  false_when: text(2_000).optional().describe('What makes it false, though it may look true.'),
  good: z.boolean().optional().describe('Which answer is the good one; neither by default.'),
});

export type BooleanBrick = z.infer<typeof booleanBrick>;
