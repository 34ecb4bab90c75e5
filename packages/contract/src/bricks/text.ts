import { z } from 'zod';
import { EXTRACTORS } from '../vocabulary.ts';
import { brickFields, listFields, phrases } from './brick-fields.ts';

const extractors = `must be ${EXTRACTORS.join(', ')} or a /regular expression/`;

export const textBrick = z.strictObject({
  ...brickFields,
  type: z.literal('text').describe('Something said in the conversation.'),
  extract: z
    .union([z.enum(EXTRACTORS), z.string().regex(/^\/.+\/[a-z]*$/s, extractors)], extractors)
    .optional()
    .describe('What kind of thing to look for: a known kind or a /regular expression/.'),
  asked_as: phrases
    .optional()
    .describe('Phrases with which a speaker asks for this in the conversation; the value is taken from what follows.'),
  absent: z
    .string()
    .max(2_000)
    .nullable()
    .optional()
    .describe('The value when the conversation does not say: a text or null; default empty.'),
  ...listFields,
});

export type TextBrick = z.infer<typeof textBrick>;
