/**
 * The kit document: what a user writes in YAML or JSON, and the body of `POST /v1/kits`.
 * This schema has every rule about a single field, and the JSON Schema for editors is made from it. Rules that span
 * fields (a step that divides its range, distinct keys) are in the server's `kits/` and `bricks/`: they must report all
 * faults at once, even when other fields are invalid, and a Zod refinement never runs on a value that failed.
 */
import { z } from 'zod';
import { brickDocument } from './bricks/brick-document.ts';
import { text } from './bricks/brick-fields.ts';
import { speakerSides } from './speaker-sides.ts';
import { MASK_CLASSES } from './vocabulary.ts';

export const KIT_LIMITS = {
  bricks: 200,
  bytes: 256 * 1024,
  knowledgeTexts: 50,
  inputFields: 50,
  patternLength: 1_000,
  /** Steps of all patterns together; matching costs steps times characters. */
  patternSteps: 5_000,
  /** Calls to a model for one conversation: isolated bricks and votes multiply them. */
  modelCalls: 200,
  /** Bricks that share one call to a model. */
  bricksPerCall: 10,
} as const;

export const INPUT_FIELD_TYPES = ['conversation', 'string', 'number', 'boolean', 'object', 'array'] as const;
export type InputFieldType = (typeof INPUT_FIELD_TYPES)[number];

const inputField = z.strictObject({
  type: z
    .enum(INPUT_FIELD_TYPES)
    .describe('conversation takes any of the known shapes: text, turns, messages, WebVTT …'),
  required: z.boolean().optional().describe('A run without it is refused; false by default.'),
  description: text(2_000).optional(),
});

const knowledgeText = z.strictObject({
  name: text(200),
  text: text(KIT_LIMITS.bytes).optional(),
  file: text(1_000).optional().describe('A file next to the kit; the CLI replaces it with its text before pushing.'),
});

const gate = z.strictObject({
  set: text(63).describe('The name of a golden set of the kit.'),
  min: z
    .record(z.string(), z.number().min(0).max(1))
    .optional()
    .describe('The lowest accuracy allowed on the set, by brick key.'),
  no_worse_than_live: z
    .boolean()
    .optional()
    .describe('No brick may have fewer right answers on the set than the live version has.'),
});

export type KitGate = z.infer<typeof gate>;

export const kitDocument = z.strictObject({
  kit: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{1,62}$/,
      'must be lower-case letters, digits and _, start with a letter, 2 to 63 characters',
    )
    .describe('The kit’s slug, unique in the workspace: pushing it again creates the next version.'),
  name: text(200).optional().describe('The display name; the slug by default.'),
  description: text(4_000).optional(),
  engine: text(200)
    .optional()
    .describe(
      'auto (the deployment’s model for answers that the built-in one is not sure of, see local_from; without a model, local), local (the built-in model), lexical (words alone: fast), or a model id.',
    ),
  local_from: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'With engine auto and a model: the confidence from which the built-in model’s answer is kept instead of asking the model. 0.9 by default; 1 always asks the model.',
    ),
  language: z
    .string()
    .regex(
      /^(?:conversation|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2})$/,
      'must be a language such as de or pt-BR, or conversation',
    )
    .optional()
    .describe(
      'The language of reasons and summaries: a BCP 47 tag such as de, or conversation for that of each conversation. English by default. A model writes any language; the local engine explains in de, en, es, fr, it, nl and pt.',
    ),
  mask: z
    .array(z.enum(MASK_CLASSES))
    .max(MASK_CLASSES.length)
    .optional()
    .describe(
      'What is replaced by placeholders before a conversation goes to a model, in addition to what the workspace masks. Answers contain the original words.',
    ),
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
    .describe('The fields of a run’s input; by default a required conversation named transcript.'),
  speakers: speakerSides
    .optional()
    .describe(
      'Which side speakers are on in conversations of this kit, by label or mail address: `{ "0": "agent", "Tom": "customer" }`. `speakers` in a run’s input takes precedence.',
    ),
  knowledge: z
    .array(knowledgeText)
    .max(KIT_LIMITS.knowledgeTexts)
    .optional()
    .describe('Reference texts that answers may be based on.'),
  gate: gate
    .optional()
    .describe('What a version must achieve on one of the server’s golden sets before it can be published.'),
  bricks: z.array(brickDocument).min(1).max(KIT_LIMITS.bricks).describe('The questions, each with a typed answer.'),
});

export type KitDocument = z.infer<typeof kitDocument>;
export type InputField = z.infer<typeof inputField>;
