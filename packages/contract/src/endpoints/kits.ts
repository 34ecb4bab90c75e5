import { z } from 'zod';
import { actor } from '../actor.ts';
import { BRICK_TYPES } from '../bricks/brick-document.ts';
import { brickSchema } from '../bricks/brick-schema.ts';
import { defineEndpoint } from '../endpoint.ts';
import { pageLimit, timestamp } from '../fields.ts';
import { KIT_LIMITS, kitDocument } from '../kit-document.ts';
import * as examples from './kit-examples.ts';

const kitId = z.object({ kitId: z.string().describe('`kit_id`, `kit_code` or the kit’s slug.') });
const page = {
  limit: pageLimit,
  cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
};
/** Layout makes JSON longer than the document’s limit, which counts it without. */
const DOCUMENT_BODY_BYTES = 4 * KIT_LIMITS.bytes;

const pageFaults = { limit: 'invalid_limit', cursor: 'invalid_cursor' } as const;

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

export const getKitSchema = defineEndpoint({
  id: 'getKitSchema',
  method: 'GET',
  path: '/v1/kits/:kitId/schema',
  tag: 'Kits',
  summary: 'Get a Kit’s output schema',
  description:
    'All Bricks and their configured output fields. `kit_id` and `kit_code` name the live version, `kit_version_id` exactly one version, drafts included.',
  access: 'kits:read',
  limit: 'read',
  params: z.object({ kitId: z.string().describe('`kit_id`, `kit_code`, `kit_version_id` or the kit’s slug.') }),
  responses: { 200: { description: 'The schema.', schema: kitSchema, example: examples.kitSchema } },
  errors: ['kit_not_found'],
});

export const kitTypes = z.object({ kit_version_id: z.string(), version: z.number().int(), typescript: z.string() });

export const getKitTypes = defineEndpoint({
  id: 'getKitTypes',
  method: 'GET',
  path: '/v1/kits/:kitId/types',
  tag: 'Kits',
  summary: 'Get TypeScript types of a Kit’s output',
  description: 'What `brickwork kits types` prints, for the version that the schema endpoint describes.',
  access: 'kits:read',
  limit: 'read',
  params: z.object({ kitId: z.string().describe('`kit_id`, `kit_code`, `kit_version_id` or the kit’s slug.') }),
  responses: {
    200: {
      description: 'The types.',
      schema: kitTypes,
      example: {
        kit_version_id: examples.kitSchema.kit_version_id,
        version: examples.kitSchema.version,
        typescript: 'export interface SupportQaOutput { … }',
      },
    },
  },
  errors: ['kit_not_found'],
});

export const findKitSchema = defineEndpoint({
  id: 'findKitSchema',
  method: 'GET',
  path: '/v1/kits/schema',
  tag: 'Kits',
  summary: 'Get a Kit’s output schema by query',
  description:
    'Send one of the three. If you send several, `kit_version_id` wins over `kit_code`, and `kit_code` over `kit_id`.',
  access: 'kits:read',
  limit: 'read',
  query: z.object({
    kit_code: z.string().optional().describe('8-character Kit code. An empty parameter counts as absent.'),
    kit_id: z.string().optional().describe('Kit UUID.'),
    kit_version_id: z.string().optional().describe('Kit version UUID.'),
  }),
  responses: { 200: { description: 'The schema.', schema: kitSchema, example: examples.kitSchema } },
  errors: ['kit_code_or_kit_version_id_required', 'kit_not_found'],
});

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

export const listKits = defineEndpoint({
  id: 'listKits',
  method: 'GET',
  path: '/v1/kits',
  tag: 'Kits',
  summary: 'List the workspace’s Kits',
  access: 'kits:read',
  limit: 'read',
  query: z.object({
    ...page,
    archived: z.enum(['true', 'false']).default('false').describe('`true` lists the archived kits instead.'),
  }),
  faults: pageFaults,
  responses: {
    200: {
      description: 'The kits, newest first.',
      schema: kitPage,
      example: { data: [examples.kit], has_more: false },
    },
  },
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
      'Bricks that have learned something in the version that was live, and nothing in this one: learn again, or push a document that has it. Absent where nothing is lost.',
    ),
});

export const pushKit = defineEndpoint({
  id: 'pushKit',
  method: 'POST',
  path: '/v1/kits',
  tag: 'Kits',
  summary: 'Push a kit document',
  description:
    'Creates the next version of the kit that the document names, as a draft. A document with the same meaning as the newest version creates nothing: the answer is 200 with the ids of that version. If the document is invalid, `faults` lists every fault with its path.',
  access: 'kits:write',
  limit: 'read',
  query: z.object({
    publish: z
      .enum(['true', 'false'])
      .default('false')
      .describe(
        '`true` also publishes it. Where the document has a `gate`, the version stays a draft until it passes.',
      ),
  }),
  // The handler checks the document, so that it can report every fault at once; this schema is documentation only.
  body: z.unknown().meta({ ...documented(kitDocument), id: 'KitDocument' }),
  bodyExample: examples.document,
  bodyBytes: DOCUMENT_BODY_BYTES,
  responses: {
    200: { description: 'No change: the newest version.', schema: pushedKit, example: examples.pushed },
    201: { description: 'A new version.', schema: pushedKit, example: examples.pushed },
  },
  errors: ['kit_definition_invalid', 'gate_failed', 'storage_quota_exceeded'],
});

const version = z
  .object({
    kit_version_id: z.string(),
    version: z.number().int(),
    status,
    live: z.boolean().describe('Whether `kit_code` and `kit_id` name this version.'),
    created_at: timestamp,
    published_at: timestamp.optional().describe('When it was first published.'),
    published_by: actor.optional().describe('Who did that; unknown for versions of earlier releases.'),
  })
  .meta({ id: 'KitVersion' });

export const kitVersionPage = z.object({
  kit_id: z.string(),
  kit_code: z.string(),
  data: z.array(version),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

export const listKitVersions = defineEndpoint({
  id: 'listKitVersions',
  method: 'GET',
  path: '/v1/kits/:kitId/versions',
  tag: 'Kits',
  summary: 'List a Kit’s versions',
  access: 'kits:read',
  limit: 'read',
  params: kitId,
  query: z.object(page),
  faults: pageFaults,
  responses: {
    200: {
      description: 'The versions, newest first.',
      schema: kitVersionPage,
      example: examples.versions,
    },
  },
  errors: ['kit_not_found'],
});

export const kitVersionDocument = version.extend({
  kit_id: z.string(),
  kit_code: z.string(),
  document: z.record(z.string(), z.unknown()),
  forced: z
    .object({
      key_id: z.string().optional().describe('Absent where a person did it.'),
      by: actor,
      created_at: timestamp,
    })
    .optional()
    .describe('It was published although the kit’s gate was not passed: by whom, and when.'),
});

export const getKitVersion = defineEndpoint({
  id: 'getKitVersion',
  method: 'GET',
  path: '/v1/kits/:kitId/versions/:version',
  tag: 'Kits',
  summary: 'Get a version with its document',
  description: 'The document is in normal form: every default is written out.',
  access: 'kits:read',
  limit: 'read',
  params: kitId.extend({ version: z.string().describe('A number, a `kit_version_id`, `newest` or `live`.') }),
  responses: {
    200: {
      description: 'The version.',
      schema: kitVersionDocument,
      example: examples.version,
    },
  },
  errors: ['kit_not_found'],
});

export const publishKit = defineEndpoint({
  id: 'publishKit',
  method: 'POST',
  path: '/v1/kits/:kitId/publish',
  tag: 'Kits',
  summary: 'Make a version live',
  description:
    'Without a body, publishes the newest version. Naming an older version rolls back to it. Publishing the live version changes nothing. A kit with a `gate` publishes a version for the first time only when an evaluation of it on the gate’s golden set passes.',
  access: 'kits:write',
  limit: 'read',
  params: kitId,
  body: z.object({
    version: z.number().int().positive().optional(),
    kit_version_id: z.string().optional(),
    force: z
      .boolean()
      .optional()
      .describe('`true`: publish although the kit’s gate is not passed. Needs kits:force, and is recorded.'),
  }),
  bodyExample: { version: 3 },
  bodyOptional: true,
  responses: {
    200: {
      description: 'The version is live.',
      schema: pushedKit,
      example: { ...examples.pushed, status: 'published' },
    },
  },
  errors: ['kit_not_found', 'conflict', 'gate_failed'],
});

export const archiveKit = defineEndpoint({
  id: 'archiveKit',
  method: 'POST',
  path: '/v1/kits/:kitId/archive',
  tag: 'Kits',
  summary: 'Archive a Kit',
  description:
    'New runs cannot use it; past runs keep it. Publishing a version restores it with the same ids and code.',
  access: 'kits:write',
  limit: 'read',
  params: kitId,
  responses: { 200: { description: 'Archived.', schema: kitSummary, example: examples.archived } },
  errors: ['kit_not_found'],
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

export const diffKit = defineEndpoint({
  id: 'diffKit',
  method: 'POST',
  path: '/v1/kits/:kitId/diff',
  tag: 'Kits',
  summary: 'Compare two versions, or a version with a document',
  description:
    '`breaks` has a sentence for each change that breaks consumers: a removed Brick, output field or category, a changed type, a narrowed range, a newly required input.',
  access: 'kits:read',
  limit: 'read',
  params: kitId,
  body: z.object({
    from: z.number().int().positive().optional().describe('Default: the live version, or the newest if none is live.'),
    to: z.number().int().positive().optional().describe('Default: the newest version.'),
    document: z.unknown().optional().describe('A kit document to compare with, instead of `to`.'),
  }),
  bodyExample: { from: 2, to: 3 },
  bodyBytes: DOCUMENT_BODY_BYTES,
  bodyOptional: true,
  responses: {
    200: {
      description: 'The differences.',
      schema: kitDiff,
      example: examples.diff,
    },
  },
  errors: ['kit_not_found', 'kit_definition_invalid'],
});

export const getKitDocumentSchema = defineEndpoint({
  id: 'getKitDocumentSchema',
  method: 'GET',
  path: '/v1/kits/document-schema',
  tag: 'Kits',
  summary: 'Get the JSON Schema of kit files',
  description: 'For completion and checking in editors.',
  access: 'public',
  responses: {
    200: { description: 'JSON Schema (draft 7).', schema: z.looseObject({ $schema: z.string(), title: z.string() }) },
  },
});

export type KitSummary = z.infer<typeof kitSummary>;
export type PushedKit = z.infer<typeof pushedKit>;
export type KitSchema = z.infer<typeof kitSchema>;
export type KitVersionDocument = z.infer<typeof kitVersionDocument>;

/** JSON Schema of a body that the handler checks itself. */
function documented(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' });
  return jsonSchema;
}
