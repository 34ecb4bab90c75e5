/**
 * The kit document: what a user writes in YAML or JSON, and the body of `POST /v1/kits`.
 * This schema holds every rule about one field alone, and emits the JSON Schema that editors use. Rules that span
 * fields (a step that divides its range, distinct keys) need all faults at once, also beside broken fields, which a
 * Zod refinement cannot do: it never runs on a value that failed. They stand in the service's `kits` room.
 */
import { z } from 'zod';
import { EXTRACTORS, METRICS, OUTPUT_FIELDS } from './vocabulary.ts';

export const KIT_LIMITS = {
  bricks: 200,
  bytes: 256 * 1024,
  categories: 200,
  knowledgeTexts: 50,
  inputFields: 50,
  patternLength: 1_000,
} as const;

export const INPUT_FIELD_TYPES = ['conversation', 'string', 'number', 'boolean', 'object', 'array'] as const;
export type InputFieldType = (typeof INPUT_FIELD_TYPES)[number];

const text = (max: number) => z.string().min(1).max(max);
const phrases = z.array(text(500)).max(200);

const hints = z
  .strictObject({
    keywords: phrases.optional().describe('Words or phrases that speak for the answer.'),
    exclude: phrases.optional().describe('Words or phrases that look alike but do not count.'),
    examples: phrases.optional().describe('Sentences as they would be said.'),
    labelled: z
      .array(
        z.strictObject({
          text: text(20_000),
          value: z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false'),
        }),
      )
      .max(2_000)
      .optional()
      .describe('Texts with their right answer; the local engine learns from them.'),
  })
  .describe('Used by the local engine, shown to a model as guidance.');

const common = {
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and _, start with a letter, 63 at most')
    .describe('How the answer is addressed in a run’s output; unique in the kit.'),
  name: text(200).optional().describe('What people see; the key when left out.'),
  description: text(2_000).optional().describe('For readers of the kit; no engine sees it.'),
  question: text(2_000).optional().describe('What is asked of the conversation. Every brick but a metric needs it.'),
  instructions: text(8_000).optional().describe('How to judge: what counts and what does not.'),
  speaker: text(200).optional().describe('A side (agent, customer) or a speaker’s label: look only at turns of it.'),
  output: z
    .array(z.enum(OUTPUT_FIELDS))
    .max(3)
    .optional()
    .describe('Which fields stand beside value; all when left out.'),
  hints: hints.optional(),
  engine: text(200).optional().describe('auto, local or a model id; overrides the kit.'),
  isolate: z.boolean().optional().describe('Ask a model for this brick alone.'),
  votes: z.number().int().min(1).max(9).optional().describe('How often a model is asked; the majority counts.'),
  on_invalid: z
    .enum(['fail', 'omit'])
    .optional()
    .describe('When no valid answer can be had: fail the run, or leave this brick out of the output.'),
  learned: z.record(z.string(), z.unknown()).optional().describe('Written by `brickwork kits learn`; not by hand.'),
};

const numericBrick = z.strictObject({
  ...common,
  type: z.literal('numeric').describe('A number, such as a score.'),
  min: z.number().optional().describe('The lowest value; 0 when left out.'),
  max: z.number().optional().describe('The highest value; 100 when left out.'),
  step: z.number().positive().optional().describe('Values are min, min + step, … max.'),
  anchors: z.record(z.string(), text(1_000)).optional().describe('What a value means, by value.'),
  metric: z.enum(METRICS).optional().describe('Computed exactly, confidence 1, costs no token.'),
});

const booleanBrick = z.strictObject({
  ...common,
  type: z.literal('boolean').describe('Yes or no.'),
  true_when: text(2_000).optional().describe('What makes it true.'),
  false_when: text(2_000).optional().describe('What makes it false, though it may look true.'),
});

const category = z.strictObject({
  value: text(200).describe('What the run returns.'),
  name: text(200).optional(),
  description: text(2_000).optional().describe('When this category is the right one.'),
  hints: hints.optional(),
});

const categoricalBrick = z.strictObject({
  ...common,
  type: z.literal('categorical').describe('One of a set of categories.'),
  categories: z.array(category).min(2).max(KIT_LIMITS.categories),
});

const extractors = `must be ${EXTRACTORS.join(', ')} or a /regular expression/`;

const textBrick = z.strictObject({
  ...common,
  type: z.literal('text').describe('Something said in the conversation.'),
  extract: z
    .union([z.enum(EXTRACTORS), z.string().regex(/^\/.+\/[a-z]*$/s, extractors)], extractors)
    .optional()
    .describe('What kind of thing to look for: a known kind or a /regular expression/.'),
  asked_as: phrases.optional().describe('How the question is put in the conversation; the answer follows it.'),
  absent: z.string().max(2_000).optional().describe('The value when the conversation does not say; default empty.'),
});

export const brickDocument = z.discriminatedUnion('type', [numericBrick, booleanBrick, categoricalBrick, textBrick]);

const inputField = z.strictObject({
  type: z
    .enum(INPUT_FIELD_TYPES)
    .describe('conversation takes any of the known shapes: text, turns, messages, WebVTT …'),
  required: z.boolean().optional().describe('A run without it is refused; false when left out.'),
  description: text(2_000).optional(),
});

const knowledgeText = z.strictObject({
  name: text(200),
  text: text(KIT_LIMITS.bytes).optional(),
  file: text(1_000).optional().describe('A file beside the kit; the CLI puts its text in place before it pushes.'),
});

export const kitDocument = z.strictObject({
  kit: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{1,62}$/,
      'must be lower-case letters, digits and _, start with a letter, 2 to 63 characters',
    )
    .describe('The kit’s slug, unique in the workspace: pushing it again makes the next version.'),
  name: text(200).optional().describe('What people see; the slug when left out.'),
  description: text(4_000).optional(),
  engine: text(200)
    .optional()
    .describe('auto (the deployment’s model where one is set, else local), local, or a model id.'),
  input: z
    .strictObject({
      fields: z.record(
        z
          .string()
          .regex(
            /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]{0,62}$/,
            'must be letters, digits and _, not start with a digit, 63 at most',
          ),
        inputField,
      ),
    })
    .optional()
    .describe('What a run’s input holds; a required conversation named transcript when left out.'),
  knowledge: z
    .array(knowledgeText)
    .max(KIT_LIMITS.knowledgeTexts)
    .optional()
    .describe('Texts the answers may rest on.'),
  bricks: z.array(brickDocument).min(1).max(KIT_LIMITS.bricks).describe('The questions, each with a typed answer.'),
});

export type KitDocument = z.infer<typeof kitDocument>;
export type BrickDocument = z.infer<typeof brickDocument>;
export type NumericBrick = z.infer<typeof numericBrick>;
export type BooleanBrick = z.infer<typeof booleanBrick>;
export type CategoricalBrick = z.infer<typeof categoricalBrick>;
export type TextBrick = z.infer<typeof textBrick>;
export type BrickHints = z.infer<typeof hints>;
export type InputField = z.infer<typeof inputField>;
