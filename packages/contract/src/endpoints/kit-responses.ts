/** What the endpoints of kits answer. */
import { z } from 'zod';
import { actor } from '../actor.ts';
import { BRICK_TYPES } from '../bricks/brick-document.ts';
import { brickSchema } from '../bricks/brick-schema.ts';
import { timestamp } from '../fields.ts';
import { KIT_LIMITS } from '../kit-document.ts';

const identity = {
  kit_id: z.string(),
  kit_code: z.string(),
  kit_version_id: z.string(),
  version: z.number().int(),
};
const status = z
  .enum(['draft', 'published', 'archived'])
  .describe('`published` once it was published for the first time; `archived` while its kit is archived.');

const inputFields = z.object({
  fields: z.record(
    z.string(),
    z.object({ type: z.string(), required: z.boolean(), description: z.string().optional() }),
  ),
});

export const kitSchema = z
  .object({
    ...identity,
    status,
    name: z.string(),
    description: z.string().optional(),
    input: inputFields,
    bricks: z.array(brickSchema),
    json_schema: z.record(z.string(), z.unknown()).describe('JSON Schema (2020-12) of a run’s `output`.'),
  })
  .meta({ id: 'KitSchema' });

export const kitTypes = z.object({ kit_version_id: z.string(), version: z.number().int(), typescript: z.string() });

export const kitSummary = z
  .object({
    kit_id: z.string(),
    kit_code: z.string(),
    kit: z.string().describe('The slug.'),
    name: z.string(),
    description: z.string().optional(),
    status,
    kit_version_id: z.string().optional().describe('The live version; absent while no version is live.'),
    version: z.number().int().optional(),
    newest_version: z.number().int().describe('The newest version, published or not.'),
    created_at: timestamp,
    updated_at: timestamp,
    archived_at: timestamp.optional(),
  })
  .meta({ id: 'Kit' });

export const kitPage = z.object({
  data: z.array(kitSummary),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

export const pushedKit = z.object({
  ...identity,
  kit: z.string(),
  status,
  unlearned: z
    .array(z.string())
    .max(KIT_LIMITS.bricks)
    .exactOptional()
    .describe(
      'Bricks that learned something in the version that was live but not in this one: learn again, or push a document that has it. Absent if nothing is lost.',
    ),
  advice: z
    .array(z.string())
    .max(KIT_LIMITS.bricks)
    .exactOptional()
    .describe(
      'What is valid, but probably not what was meant, such as an amount of money that can be 100 at most because `max` is missing: one sentence for each brick. Absent if there is nothing to say.',
    ),
});

const version = z
  .object({
    kit_version_id: z.string(),
    version: z.number().int(),
    status,
    live: z.boolean().describe('Whether `kit_code` and `kit_id` name this version.'),
    created_at: timestamp,
    published_at: timestamp.optional().describe('When it was first published.'),
    published_by: actor.optional().describe('Who published it; unknown for versions of earlier releases.'),
  })
  .meta({ id: 'KitVersion' });

export const kitVersionPage = z.object({
  kit_id: z.string(),
  kit_code: z.string(),
  data: z.array(version),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

export const kitVersionDocument = version.extend({
  kit_id: z.string(),
  kit_code: z.string(),
  document: z.record(z.string(), z.unknown()),
  forced: z
    .object({
      key_id: z.string().optional().describe('Absent if a person did it.'),
      by: actor,
      created_at: timestamp,
    })
    .optional()
    .describe('It was published although it failed the kit’s gate: by whom, and when.'),
});

const change = z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() });
const keyAndType = z.object({ key: z.string(), type: z.enum(BRICK_TYPES) });

export const kitDiff = z.object({
  from: z.number().int(),
  to: z.number().int().optional().describe('Absent when comparing with a document.'),
  breaking: z.boolean(),
  breaks: z.array(z.object({ key: z.string().optional(), message: z.string() })),
  added: z.array(keyAndType),
  removed: z.array(keyAndType),
  changed: z.array(z.object({ key: z.string(), breaking: z.boolean(), changes: z.array(change) })),
  kit: z.array(change).describe('Changes to the kit itself.'),
});

export type KitSummary = z.infer<typeof kitSummary>;
export type PushedKit = z.infer<typeof pushedKit>;
export type KitSchema = z.infer<typeof kitSchema>;
export type KitVersionDocument = z.infer<typeof kitVersionDocument>;
