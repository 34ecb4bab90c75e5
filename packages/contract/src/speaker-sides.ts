/** Which side a speaker is on, by label or mail address: in kits, and in the rules of a workspace. */
import { z } from 'zod';
import { cleanText } from './fields.ts';

const MOST_SPEAKERS = 100;

export const speakerSides = z
  .record(cleanText(200), z.enum(['agent', 'customer']))
  .refine((sides) => Object.keys(sides).length <= MOST_SPEAKERS, `must have at most ${MOST_SPEAKERS} speakers`)
  .describe('By label or mail address; `*` stands for any characters, and case does not matter.');
