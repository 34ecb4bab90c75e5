import { z } from 'zod';
import { METRICS } from '../vocabulary.ts';
import { brickFields, text } from './brick-fields.ts';
import { score } from './condition.ts';

const POLARITIES = ['high', 'low'] as const;

export const numericBrick = z.strictObject({
  ...brickFields,
  type: z.literal('numeric').describe('A number, such as a score.'),
  min: z.number().optional().describe('The lowest value; 0 by default.'),
  max: z.number().optional().describe('The highest value; 100 by default.'),
  step: z.number().positive().optional().describe('Values are min, min + step, … max.'),
  anchors: z.record(z.string(), text(1_000)).optional().describe('What a value means, by value.'),
  metric: z.enum(METRICS).optional().describe('Computed exactly, confidence 1, costs no token.'),
  absent: z
    .number()
    .nullable()
    .optional()
    .describe(
      'The value when the conversation has no such number: null, or a number in the range that is right in that case, such as 0 for a count. By default the lowest value is used instead, and insights do not count it.',
    ),
  score: score.optional().describe('Computed exactly from the answers of other bricks; costs no token.'),
  good: z.enum(POLARITIES).optional().describe('Whether high or low values are good; neither by default.'),
});

/** What a kit's schema says of a numeric brick. */
export const numericDescription = {
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  step: z.number().exactOptional(),
  absent: z.number().nullable().exactOptional(),
  score: score.exactOptional(),
};

export type NumericBrick = z.infer<typeof numericBrick>;
