/** What a workspace groups and filters its runs by. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText } from '../fields.ts';

/** Exist from the start, with the metadata keys of the same names. */
export const DEFAULT_DIMENSIONS = [
  { name: 'agent', label: 'Agent' },
  { name: 'team', label: 'Team' },
  { name: 'channel', label: 'Channel' },
  { name: 'customer', label: 'Customer' },
] as const satisfies { name: string; label: string }[];

export const dimension = z
  .object({
    name: z
      .string()
      .describe('Lists, exports and insights filter by it (`team=Porto`) and group by it (`group_by=team`).'),
    metadata_key: z.string().describe('The metadata key that its values come from.'),
    label: z.string().describe('The display name.'),
  })
  .meta({ id: 'Dimension' });

const example = { name: 'team', metadata_key: 'team', label: 'Team' };

const common = { tag: 'Dimensions', limit: 'read' } as const;
const named = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be lower-case letters, digits and _, 32 at most'),
});

export const listDimensions = defineEndpoint({
  ...common,
  id: 'listDimensions',
  sdk: 'dimensions.list',
  cli: {
    command: 'dimensions list',
    about: 'List the dimensions with the metadata keys they come from',
    group: {
      about: 'What runs are grouped and filtered by: agent, team, channel, customer and your own',
      examples: [
        'dimensions list',
        'dimensions set queue --key queue_name --label Queue',
        'dimensions values team --prefix po',
      ],
    },
    table: { NAME: 'name', 'METADATA KEY': 'metadata_key', LABEL: 'label' },
    empty: 'No dimensions.',
  },
  method: 'GET',
  path: '/v1/dimensions',
  summary: 'List what runs are grouped and filtered by',
  access: 'runs:read',
  responses: {
    200: { description: 'By name.', schema: z.object({ data: z.array(dimension) }), example: { data: [example] } },
  },
});

export const putDimension = defineEndpoint({
  ...common,
  id: 'putDimension',
  sdk: 'dimensions.put',
  cli: {
    command: 'dimensions set',
    about: 'Declare a dimension, or change one',
    arguments: { name: 'lower-case letters, digits and _' },
    options: {
      metadata_key: ['--key <key>', 'the metadata key that its values come from'],
      label: ['--label <label>', 'display name; the name by default'],
    },
    done: '{name} comes from the metadata key “{metadata_key}”.',
  },
  method: 'PUT',
  path: '/v1/dimensions/:name',
  summary: 'Declare a dimension, or change one',
  description:
    'A workspace has `agent`, `team`, `channel` and `customer` from the start and may declare eight more. It applies to all past runs too, in both environments; figures for past days load slowly for a few minutes. Needs a live key.',
  access: 'kits:write',
  params: named,
  body: z.object({
    metadata_key: cleanText(64),
    label: cleanText(60).optional().describe('The name by default.'),
  }),
  bodyExample: { metadata_key: 'agent', label: 'Agent' },
  audit: { action: 'dimension.saved', meaning: 'A dimension was declared or changed.' },
  responses: {
    200: { description: 'Changed.', schema: dimension, example },
    201: { description: 'Declared.', schema: dimension, example },
  },
  errors: ['conflict', 'forbidden'],
});

export const deleteDimension = defineEndpoint({
  ...common,
  id: 'deleteDimension',
  sdk: 'dimensions.delete',
  cli: {
    command: 'dimensions delete',
    about: 'Delete a dimension; runs keep their metadata',
    done: 'Deleted {name}.',
  },
  method: 'DELETE',
  path: '/v1/dimensions/:name',
  summary: 'Delete a dimension',
  description: 'Runs keep their metadata; `metadata.KEY` still filters and groups by it. Needs a live key.',
  access: 'kits:write',
  params: named,
  audit: { action: 'dimension.deleted', meaning: 'A dimension was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'team', deleted: true },
    },
  },
  errors: ['not_found', 'forbidden'],
});

export const dimensionValues = z.object({
  data: z.array(
    z.object({
      value: z.string(),
      runs: z.number().int().describe('Runs that insights count, of conversations of the last 365 days.'),
    }),
  ),
});

export const listDimensionValues = defineEndpoint({
  ...common,
  id: 'listDimensionValues',
  sdk: 'dimensions.values',
  cli: {
    command: 'dimensions values',
    about: 'List the values of a dimension, the most frequent first',
    options: {
      prefix: ['--prefix <text>', 'only values that begin with this, ignoring case'],
      kit: ['--kit <kit>', 'only of this kit: its slug, code or id'],
      limit: ['--limit <count>', 'maximum number of values', 20],
    },
    table: { VALUE: 'value', RUNS: 'runs' },
    empty: 'No values.',
  },
  method: 'GET',
  path: '/v1/dimensions/:name/values',
  summary: 'The values of a dimension, the most frequent first',
  access: 'runs:read',
  params: named,
  query: z.object({
    prefix: z
      .string()
      .max(128)
      .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text')
      .default('')
      .describe('Only values that begin with this, ignoring case.'),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')
      .transform(Number)
      .pipe(z.number().min(1).max(100))
      .default(20)
      .meta({ type: 'integer', minimum: 1, maximum: 100, description: 'How many values: 1 to 100, 20 by default.' }),
    kit: z.string().optional().describe('Only of this kit: a slug, code or id.'),
  }),
  faults: { limit: 'invalid_limit' },
  responses: {
    200: {
      description: 'Values as they are stored, with how many runs have them.',
      schema: dimensionValues,
      example: { data: [{ value: 'Porto', runs: 412 }] },
    },
  },
  errors: ['not_found', 'kit_not_found'],
});
