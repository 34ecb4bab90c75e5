/** Runs that were answered elsewhere. */
import { z } from 'zod';
import { brickOutput } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { absentable, cleanText } from '../fields.ts';
import { runExample } from './run-examples.ts';
import { runFacts } from './runs.ts';

const IMPORT_LIMIT = 500;

export const importedRun = runFacts.extend({
  input: z.record(z.string(), z.unknown()).describe('The conversation, as in `POST /v1/runs`.'),
  bricks: z
    .record(z.string(), brickOutput.omit({ reviewed: true, confidence_basis: true }))
    .describe(
      'An answer for every brick of the version. Evidence must be a verbatim slice of the conversation; without `evidence_spans` the first occurrence of each text is taken.',
    ),
  warnings: z.array(cleanText(1_000)).max(20).optional(),
  engine: cleanText(200).optional().describe('Who answered: `local`, or a model’s name. `local` by default.'),
});

export const importLines = z.object({
  created: z.number().int(),
  replayed: z.number().int().describe('Already loaded: nothing was stored.'),
  refused: z.number().int(),
  data: z.array(
    z.looseObject({
      index: z.number().int(),
      http_status: z.number().int(),
      run_id: z.string().optional(),
      replayed: z.boolean().optional(),
      error: z.string().optional(),
    }),
  ),
});

export const createImport = defineEndpoint({
  id: 'createImport',
  method: 'POST',
  path: '/v1/imports',
  tag: 'Runs',
  summary: 'Load runs with their answers',
  description: `Up to ${IMPORT_LIMIT} runs that were answered elsewhere, such as by \`brickwork evaluate --out\`, each with its own result line. They are stored as succeeded runs, cost no credits, and appear in \`GET /v1/events\` without being pushed to the webhook. A conversation is loaded once for a kit version: by its \`external_id\`, or without one by its input. Erased runs do not come back.`,
  access: 'runs:import',
  limit: 'create',
  body: z.object({
    kit_code: absentable.describe('8-character Kit code: its live version. Required unless `kit_version_id` is given.'),
    kit_version_id: absentable.describe('A published version; takes precedence over `kit_code`.'),
    runs: z.array(z.unknown()).min(1).max(IMPORT_LIMIT).describe('Each with `input` and `bricks`.'),
  }),
  bodyExample: {
    kit_code: 'K7TQ2MXB',
    runs: [
      {
        external_id: 'call-4711',
        input: { transcript: 'Agent: How can I help?\nCustomer: I lost my card.' },
        bricks: {
          card_lost: { value: true, confidence: 0.9, reason: 'The customer says so.', evidence: ['I lost my card.'] },
        },
      },
    ],
  },
  faults: { kit_version_id: 'invalid_parameter', kit_code: 'invalid_parameter' },
  audit: { action: 'runs.imported', meaning: 'Runs were imported with answers from another system.' },
  responses: {
    200: {
      description: 'A line for each run.',
      schema: importLines,
      example: {
        created: 1,
        replayed: 0,
        refused: 0,
        data: [{ index: 0, http_status: 201, run_id: runExample.run_id, replayed: false }],
      },
    },
  },
  errors: ['kit_code_or_kit_version_id_required', 'kit_not_found', 'storage_quota_exceeded'],
});
