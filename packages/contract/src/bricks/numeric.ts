import { z } from 'zod';
import { METRICS } from '../vocabulary.ts';
import { brickFields, text } from './brick-fields.ts';

export const numericBrick = z.strictObject({
  ...brickFields,
  type: z.literal('numeric').describe('A number, such as a score.'),
  min: z.number().optional().describe('The lowest value; 0 when left out.'),
  max: z.number().optional().describe('The highest value; 100 when left out.'),
  step: z.number().positive().optional().describe('Values are min, min + step, … max.'),
  anchors: z.record(z.string(), text(1_000)).optional().describe('What a value means, by value.'),
  metric: z.enum(METRICS).optional().describe('Computed exactly, confidence 1, costs no token.'),
});

/** What a kit's schema says of a numeric brick. */
export const numericDescription = {
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  step: z.number().exactOptional(),
};

export type NumericBrick = z.infer<typeof numericBrick>;
