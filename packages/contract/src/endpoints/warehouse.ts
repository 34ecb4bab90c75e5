/** The data set of a warehouse: which days have changed, and the runs of these days. `brickwork export` makes Parquet of them. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
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
      .describe('By name. When they change, columns do, and every day is to be written again.'),
    cursor: z.string().describe('Send it as `after` next time.'),
    everything: z
      .boolean()
      .describe(
        '`days` are all that have runs: nothing was said about what is known, or the cursor is of no use any more.',
      ),
    days: z.array(z.string()).describe('Days in UTC by `occurred_at`, oldest first. A day may have no runs any more.'),
  })
  .meta({ id: 'WarehouseChanges' });

const common = { tag: 'Warehouse', limit: 'read', access: 'warehouse:read' } as const;

export const listWarehouseChanges = defineEndpoint({
  ...common,
  id: 'listWarehouseChanges',
  method: 'GET',
  path: '/v1/warehouse/changes',
  summary: 'Days that have changed',
  description:
    'Days on which runs ended, were reviewed, erased or removed since the cursor. Whoever reads these days again, in full, has every run once and as it is now.',
  query: z.object({ after: z.string().max(100).optional().describe('`cursor` of an earlier answer.'), mask: MASK }),
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
    'JSON lines. `{"day": "2026-11-15"}` says of which day the runs after it are; days come in the order given, and those without runs are left out. The last line is `{"end": true}`: an answer without it was cut off. Runs of type `api` that have ended and were not erased.',
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
