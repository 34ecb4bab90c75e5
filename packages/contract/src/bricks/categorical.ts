import { z } from 'zod';
import { brickFields, hints, listDescription, listFields, text } from './brick-fields.ts';

const MAX_CATEGORIES = 200;

const category = z.strictObject({
  value: text(200).describe('What the run returns.'),
  name: text(200).optional(),
  description: text(2_000).optional().describe('When this category is the right one.'),
  hints: hints.optional(),
});

export const categoricalBrick = z.strictObject({
  ...brickFields,
  type: z.literal('categorical').describe('One of a set of categories.'),
  categories: z.array(category).min(2).max(MAX_CATEGORIES),
  ...listFields,
  good: z.array(text(200)).min(1).max(MAX_CATEGORIES).optional().describe('The categories that are good answers.'),
});

/** What a kit's schema says of a categorical brick. */
export const categoricalDescription = {
  categories: z
    .array(z.object({ value: z.string(), name: z.string().exactOptional(), description: z.string().exactOptional() }))
    .exactOptional(),
  ...listDescription,
};

export type CategoricalBrick = z.infer<typeof categoricalBrick>;
