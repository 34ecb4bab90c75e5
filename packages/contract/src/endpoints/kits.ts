import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { pageLimit } from '../fields.ts';
import { KIT_LIMITS, kitDocument } from '../kit-document.ts';
import * as examples from './kit-examples.ts';
import {
  kitDiff,
  kitPage,
  kitSchema,
  kitSummary,
  kitTypes,
  kitVersionDocument,
  kitVersionPage,
  pushedKit,
} from './kit-responses.ts';

export * from './kit-responses.ts';

const kitId = z.object({ kitId: z.string().describe('`kit_id`, `kit_code` or the kit’s slug.') });
const page = {
  limit: pageLimit,
  cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
};
/** Layout makes JSON longer than the document’s limit, which counts it without. */
const DOCUMENT_BODY_BYTES = 4 * KIT_LIMITS.bytes;

const pageFaults = { limit: 'invalid_limit', cursor: 'invalid_cursor' } as const;

export const getKitSchema = defineEndpoint({
  id: 'getKitSchema',
  sdk: 'kits.schema',
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

export const getKitTypes = defineEndpoint({
  id: 'getKitTypes',
  sdk: 'kits.types',
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
    'Send one of the three. If you send several, `kit_version_id` takes precedence over `kit_code`, and `kit_code` over `kit_id`.',
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

export const listKits = defineEndpoint({
  id: 'listKits',
  sdk: { items: 'kits.list' },
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

export const pushKit = defineEndpoint({
  id: 'pushKit',
  method: 'POST',
  path: '/v1/kits',
  tag: 'Kits',
  summary: 'Push a kit document',
  description:
    'Creates the next version of the kit that the document names, as a draft. A document with the same meaning as the newest version creates nothing: the response is 200 with the ids of that version. If the document is invalid, `faults` lists every fault with its path.',
  access: 'kits:write',
  limit: 'read',
  query: z.object({
    publish: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true` also publishes it. If the document has a `gate`, the version stays a draft until it passes.'),
  }),
  // The handler checks the document, so that it can report every fault at once; this schema is documentation only.
  body: documentedOnly(kitDocument, 'KitDocument'),
  bodyExample: examples.document,
  bodyAtMostBytes: DOCUMENT_BODY_BYTES,
  audit: { action: 'kit.pushed', meaning: 'A version of a kit was pushed.' },
  responses: {
    200: { description: 'No change: the newest version.', schema: pushedKit, example: examples.pushed },
    201: { description: 'A new version.', schema: pushedKit, example: examples.pushed },
  },
  errors: ['kit_definition_invalid', 'gate_failed', 'storage_quota_exceeded'],
});

export const listKitVersions = defineEndpoint({
  id: 'listKitVersions',
  sdk: { items: 'kits.versions' },
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
      .describe('`true`: publish even if the kit’s gate fails. Needs kits:force, and is recorded.'),
  }),
  bodyExample: { version: 3 },
  bodyOptional: true,
  audit: { action: 'kit.published', meaning: 'A version of a kit was made live.' },
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
  sdk: 'kits.archive',
  repeatable: true,
  method: 'POST',
  path: '/v1/kits/:kitId/archive',
  tag: 'Kits',
  summary: 'Archive a Kit',
  description:
    'New runs cannot use it; past runs keep it. Publishing a version restores it with the same ids and code.',
  access: 'kits:write',
  limit: 'read',
  params: kitId,
  audit: { action: 'kit.archived', meaning: 'A kit was archived.' },
  responses: { 200: { description: 'Archived.', schema: kitSummary, example: examples.archived } },
  errors: ['kit_not_found'],
});

export const diffKit = defineEndpoint({
  id: 'diffKit',
  sdk: 'kits.diff',
  repeatable: true,
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
  bodyAtMostBytes: DOCUMENT_BODY_BYTES,
  bodyOptional: true,
  notAudited: 'Compares two documents and stores nothing.',
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

/** A body that the handler checks itself. Its JSON Schema is made when somebody asks for it: it takes 5 % of a start. */
function documentedOnly(schema: z.ZodType, id: string): z.ZodType {
  const body = z.unknown().register(z.globalRegistry, { id });
  body._zod.toJSONSchema = () => {
    const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' });
    return jsonSchema;
  };
  return body;
}
