/** The data set of a warehouse: which days have changed, and the runs of these days. `brickwork export` makes Parquet of them. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { MASK } from './run-filter.ts';

/** Days that one request may ask for. */
export const MOST_DAYS = 100;

const day = z.iso.date();

export const warehouseChanges = z
  .object({
    workspace_id: z.string(),
    environment: z.string(),
    masked: z.boolean().describe('Whether names, numbers and addresses of people are placeholders in the runs.'),
    dimensions: z
      .array(z.object({ name: z.string(), metadata_key: z.string() }))
      .describe('By name. When they change, the columns change, and every day must be rewritten.'),
    cursor: z.string().describe('Send it as `after` next time.'),
    everything: z.boolean().describe('`days` are all days with runs: there was no cursor, or it is no longer valid.'),
    days: z
      .array(z.string())
      .describe('Days in UTC by `occurred_at`, oldest first. A day may no longer have any runs.'),
  })
  .meta({ id: 'WarehouseChanges' });

const common = { tag: 'Warehouse', limit: 'read', access: 'warehouse:read' } as const;

export const listWarehouseChanges = defineEndpoint({
  ...common,
  id: 'listWarehouseChanges',
  method: 'GET',
  path: '/v1/warehouse/changes',
  summary: 'List days that have changed',
  description:
    'Days on which runs ended, were reviewed, erased or removed since the cursor. Read these days again in full to have the current state of every run exactly once.',
  query: z.object({ after: z.string().max(100).optional().describe('`cursor` of an earlier response.'), mask: MASK }),
  faults: { after: 'invalid_cursor' },
  responses: {
    200: {
      description: 'The days.',
      schema: warehouseChanges,
      example: {
        workspace_id: 'ws_01m7er7dfgeqcrm640y1251418',
        environment: 'live',
        masked: false,
        dimensions: [{ name: 'agent', metadata_key: 'agent' }],
        cursor: 'dzEyLjM',
        everything: false,
        days: ['2026-11-14', '2026-11-15'],
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const streamWarehouseRuns = defineEndpoint({
  ...common,
  id: 'streamWarehouseRuns',
  method: 'GET',
  path: '/v1/warehouse/runs',
  summary: 'Stream the runs of days, with answers, reviews and usage',
  description:
    'JSON lines. `{"day": "2026-11-15"}` precedes the runs of that day; days come in the given order, and those without runs are left out. The last line is `{"end": true}`: a response without it was cut off. Runs of type `api` that have ended and were not erased.',
  query: z.object({
    days: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(day).min(1).max(MOST_DAYS))
      .describe(`Up to ${MOST_DAYS} days such as 2026-11-15, with commas; in UTC, by \`occurred_at\`.`),
    mask: MASK,
  }),
  responses: { 200: { description: 'JSON lines.', contentType: 'application/x-ndjson' } },
});

const scheduleShape = {
  to: cleanText(600).describe(
    '`s3://bucket/prefix`; or `directory`, inside the directory that the operator has set (BRICKWORK_EXPORT_DIR). Nothing else may write there.',
  ),
  region: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, 'must be a region such as eu-west-1')
    .optional()
    .describe('The region of the bucket; required without an `endpoint`.'),
  endpoint: z.string().max(500).optional().describe('The https URL of an S3-compatible service.'),
  access_key_id: cleanText(200).optional().describe('The access key id of the credentials for the bucket.'),
  every: z.enum(['hour', 'day']).default('day'),
  mask: z
    .boolean()
    .default(false)
    .describe(
      'Names, numbers and addresses of people as placeholders. Always on for callers who may not see identities.',
    ),
  enabled: z.boolean().default(true),
};

export const warehouseExportSettings = z
  .strictObject({
    ...scheduleShape,
    secret_access_key: cleanText(500)
      .optional()
      .describe(
        'Stored encrypted and never shown again. If omitted, the stored one is kept while bucket, endpoint and access key are the same.',
      ),
  })
  .meta({ id: 'WarehouseExportSettings' });

export const warehouseExport = z
  .object({
    ...scheduleShape,
    running: z.boolean(),
    started_at: timestamp.optional().describe('When the export that is running, or the last one, started.'),
    finished_at: timestamp.optional(),
    succeeded_at: timestamp.optional().describe('When the last one that succeeded ended: the data set is as of then.'),
    error: z
      .string()
      .optional()
      .describe('Why the last one failed, and what to do. It is tried again after ten minutes.'),
    runs: z.number().int().optional().describe('Runs in the data set.'),
    next_at: timestamp.optional().describe('When the next one begins; absent while it is disabled.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WarehouseExport' });

export const warehouseExportState = z
  .object({
    scheduled: warehouseExport.optional().describe('Absent where no export is scheduled.'),
    directory: z.boolean().describe('Whether the operator has set a directory for exports.'),
  })
  .meta({ id: 'WarehouseExportState' });

const exportExample = {
  scheduled: {
    to: 's3://calls/live',
    region: 'eu-west-1',
    access_key_id: 'AKIAIOSFODNN7EXAMPLE',
    every: 'day',
    mask: false,
    enabled: true,
    running: false,
    started_at: '2026-11-15T08:30:00.000Z',
    finished_at: '2026-11-15T08:31:12.000Z',
    succeeded_at: '2026-11-15T08:31:12.000Z',
    runs: 120_431,
    next_at: '2026-11-16T08:30:00.000Z',
    created_at: '2026-11-10T08:30:00.000Z',
    updated_at: '2026-11-10T08:30:00.000Z',
  },
  directory: false,
} as const;

const stateAnswer = (description: string) => ({
  200: { description, schema: warehouseExportState, example: exportExample },
});

export const getWarehouseExport = defineEndpoint({
  ...common,
  id: 'getWarehouseExport',
  sdk: 'warehouse.getExport',
  method: 'GET',
  path: '/v1/warehouse/export',
  summary: 'The scheduled export',
  description: 'For the key’s environment: where it writes, the result of the last one, and when the next one begins.',
  responses: stateAnswer('The export, if one is scheduled.'),
});

export const putWarehouseExport = defineEndpoint({
  ...common,
  access: 'warehouse:manage',
  id: 'putWarehouseExport',
  sdk: 'warehouse.putExport',
  method: 'PUT',
  path: '/v1/warehouse/export',
  summary: 'Schedule the export',
  description:
    'One for each environment; the service runs it and the first begins immediately. The endpoint must be public, like that of a webhook.',
  body: warehouseExportSettings,
  bodyExample: {
    to: 's3://calls/live',
    region: 'eu-west-1',
    access_key_id: 'AKIAIOSFODNN7EXAMPLE',
    secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    every: 'day',
  },
  audit: { action: 'warehouse_export.saved', meaning: 'An export to a warehouse was scheduled, or changed.' },
  responses: stateAnswer('The export as stored.'),
  errors: ['invalid_webhook_url', 'webhook_url_not_public', 'conflict'],
});

export const deleteWarehouseExport = defineEndpoint({
  ...common,
  access: 'warehouse:manage',
  id: 'deleteWarehouseExport',
  sdk: 'warehouse.deleteExport',
  method: 'DELETE',
  path: '/v1/warehouse/export',
  summary: 'Cancel the scheduled export',
  description: 'Exported files stay where they are.',
  audit: { action: 'warehouse_export.deleted', meaning: 'The scheduled export to a warehouse was deleted.' },
  responses: {
    200: { description: 'Deleted.', schema: z.object({ deleted: z.literal(true) }), example: { deleted: true } },
  },
  errors: ['not_found'],
});

export const runWarehouseExport = defineEndpoint({
  ...common,
  access: 'warehouse:manage',
  limit: 'create',
  id: 'runWarehouseExport',
  sdk: 'warehouse.exportNow',
  method: 'POST',
  path: '/v1/warehouse/export/run',
  summary: 'Export now',
  description: 'Begins within seconds, unless one is running. Read the export to see the result.',
  notAudited: 'Starts the export earlier; the export leaves its own entry.',
  responses: stateAnswer('The export, which is due.'),
  errors: ['not_found', 'conflict'],
});
