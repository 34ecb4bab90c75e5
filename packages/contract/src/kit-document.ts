/**
 * The kit document: what a user writes in YAML or JSON, and the body of `POST /v1/kits`.
 * One schema validates both and emits the JSON Schema that editors use.
 */
import { z } from 'zod';
import { EXTRACTORS, METRICS, OUTPUT_FIELDS } from './vocabulary.ts';

export const KIT_LIMITS = { bricks: 200, bytes: 256 * 1024, categories: 200, knowledgeTexts: 50 } as const;

const text = (max: number) => z.string().min(1).max(max);
const phrases = z.array(text(500)).max(200);

const hints = z
  .strictObject({
    keywords: phrases.optional().describe('Words or phrases that speak for the answer.'),
    exclude: phrases.optional().describe('Words or phrases that look alike but do not count.'),
    examples: phrases.optional().describe('Sentences as they would be said.'),
    labelled: z
      .array(z.strictObject({ text: text(20_000), value: z.union([z.string(), z.number(), z.boolean()]) }))
      .max(2_000)
      .optional()
      .describe('Texts with their right answer; the local engine learns from them.'),
  })
  .describe('Used by the local engine, shown to a model as guidance.');

const common = {
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'lower-case letters, digits and _, starting with a letter, at most 63'),
  name: text(200).optional(),
  description: text(2_000).optional(),
  question: text(2_000).optional(),
  instructions: text(8_000).optional(),
  speaker: text(200).optional().describe('A side (agent, customer) or a speaker’s label: look only at turns of it.'),
  output: z.array(z.enum(OUTPUT_FIELDS)).max(3).optional().describe('Which fields beside value; default all.'),
  hints: hints.optional(),
  engine: text(200).optional().describe('auto, local or a model id; overrides the kit.'),
  isolate: z.boolean().optional().describe('Ask a model for this brick alone.'),
  votes: z.number().int().min(1).max(9).optional().describe('How often a model is asked; the majority counts.'),
  on_invalid: z.enum(['fail', 'omit']).optional(),
  learned: z.record(z.string(), z.unknown()).optional().describe('Written by `brickwork kits learn`; not by hand.'),
};

const numericBrick = z.strictObject({
  ...common,
  type: z.literal('numeric'),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().positive().optional(),
  anchors: z.record(z.string(), text(1_000)).optional().describe('What a value means, by value.'),
  metric: z.enum(METRICS).optional().describe('Computed exactly, confidence 1.'),
});

const booleanBrick = z.strictObject({
  ...common,
  type: z.literal('boolean'),
  true_when: text(2_000).optional(),
  false_when: text(2_000).optional(),
});

const category = z.strictObject({
  value: text(200),
  name: text(200).optional(),
  description: text(2_000).optional(),
  hints: hints.optional(),
});

const categoricalBrick = z.strictObject({
  ...common,
  type: z.literal('categorical'),
  categories: z.array(category).min(2).max(KIT_LIMITS.categories),
});

const textBrick = z.strictObject({
  ...common,
  type: z.literal('text'),
  extract: z
    .union([z.enum(EXTRACTORS), z.string().regex(/^\/.+\/[a-z]*$/s, 'an extractor or a /regular expression/')])
    .optional(),
  asked_as: phrases.optional().describe('How the question is put in the conversation; the answer follows it.'),
  absent: z.string().max(2_000).optional().describe('The value when the conversation does not say; default empty.'),
});

export const brickDocument = z.discriminatedUnion('type', [numericBrick, booleanBrick, categoricalBrick, textBrick]);

export const kitDocument = z.strictObject({
  kit: z.string().regex(/^[a-z][a-z0-9_]{1,62}$/, 'lower-case letters, digits and _, starting with a letter, 2 to 63'),
  name: text(200).optional(),
  description: text(4_000).optional(),
  engine: text(200).optional(),
  input: z
    .strictObject({
      fields: z.record(
        z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/),
        z.strictObject({
          type: z.enum(['conversation', 'string', 'number', 'boolean', 'object', 'array']),
          required: z.boolean().optional(),
          description: text(2_000).optional(),
        }),
      ),
    })
    .optional(),
  knowledge: z
    .array(z.strictObject({ name: text(200), text: text(KIT_LIMITS.bytes).optional(), file: text(1_000).optional() }))
    .max(KIT_LIMITS.knowledgeTexts)
    .optional(),
  bricks: z.array(brickDocument).min(1).max(KIT_LIMITS.bricks),
});

export type KitDocument = z.infer<typeof kitDocument>;
export type BrickDocument = z.infer<typeof brickDocument>;
export type NumericBrick = z.infer<typeof numericBrick>;
export type BooleanBrick = z.infer<typeof booleanBrick>;
export type CategoricalBrick = z.infer<typeof categoricalBrick>;
export type TextBrick = z.infer<typeof textBrick>;
export type BrickHints = z.infer<typeof hints>;
