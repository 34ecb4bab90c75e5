/** What the bricks of every type have in common in a kit document. */
import { z } from 'zod';
import { OUTPUT_FIELDS } from '../vocabulary.ts';
import { plainValue } from './brick-output.ts';
import { condition } from './condition.ts';

/** A text of 1 to `max` characters. */
export const text = (max: number) => z.string().min(1).max(max);

export const phrases = z.array(text(500)).max(200);

export const hints = z
  .strictObject({
    keywords: phrases.optional().describe('Words or phrases that suggest the answer.'),
    exclude: phrases.optional().describe('Words or phrases that look similar but do not count.'),
    examples: phrases.optional().describe('Sentences as people would say them.'),
    labelled: z
      .array(z.strictObject({ text: text(20_000), value: plainValue }))
      .max(2_000)
      .optional()
      .describe('Texts with their right answer; the local engine learns from them.'),
  })
  .describe('Used by the local engine, shown to a model as guidance.');

export const brickFields = {
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and _, start with a letter, 63 at most')
    .describe('The name of the answer in a run’s output; unique in the kit.'),
  name: text(200).optional().describe('The display name; the key by default.'),
  description: text(2_000).optional().describe('For readers of the kit; no engine sees it.'),
  question: text(2_000)
    .optional()
    .describe('What to find out from the conversation. Required for every brick except a metric or a score.'),
  instructions: text(8_000).optional().describe('How to judge: what counts and what does not.'),
  speaker: text(200)
    .optional()
    .describe('A side (agent, customer) or a speaker’s label: only the turns of that speaker are considered.'),
  output: z
    .array(z.enum(OUTPUT_FIELDS))
    .max(3)
    .optional()
    .describe('Which fields are returned with `value`; all by default.'),
  section: text(200).optional().describe('The heading under which a scorecard shows the brick.'),
  applies_when: condition
    .optional()
    .describe('When the question applies; otherwise the value is null and it is not asked.'),
  abstain_below: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('An answer with less confidence than this becomes null, with its confidence, reason and evidence.'),
  hints: hints.optional(),
  engine: text(200).optional().describe('auto, local, lexical or a model id; overrides the kit.'),
  local_from: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'With engine auto and a model: the confidence from which the built-in model’s answer is kept; overrides the kit.',
    ),
  isolate: z.boolean().optional().describe('Ask a model for this brick in a separate call.'),
  votes: z.number().int().min(1).max(9).optional().describe('How many times a model is asked; the majority counts.'),
  on_invalid: z
    .enum(['fail', 'omit'])
    .optional()
    .describe('When there is no valid answer: fail the run, or leave this brick out of the output.'),
  learned: z.record(z.string(), z.unknown()).optional().describe('Written by `brickwork kits learn`; not by hand.'),
};

/** What a kit's schema says of a brick that has these fields. */
export const fieldsDescription = {
  section: z.string().exactOptional(),
  applies_when: condition.exactOptional(),
  abstain_below: z.number().exactOptional(),
};

/** A brick whose answer can be a list. */
export const listFields = {
  many: z.boolean().optional().describe('The value is a list: everything that fits, not only the best.'),
  max_items: z.number().int().min(1).max(100).optional().describe('The longest list; 20 by default. Only with `many`.'),
};

export const listDescription = { many: z.boolean().exactOptional(), max_items: z.number().int().exactOptional() };

export type BrickHints = z.infer<typeof hints>;
