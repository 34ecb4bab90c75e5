/** What lists, counts, exports and insights choose runs by. */
import { z } from 'zod';
import { cleanText, moment } from '../fields.ts';
import { RUN_STATUSES, RUN_TYPES } from '../vocabulary.ts';

/** Two periods: when the conversations took place, and when the runs were accepted. Each begins with its first moment and ends before its last, so periods that meet share no run and lose none. */
export const PERIOD = {
  occurred_after: moment.optional().describe('Only conversations that took place at this moment or later.'),
  occurred_before: moment.optional().describe('Only conversations that took place before this moment.'),
  created_after: moment.optional().describe('Only runs that were accepted at this moment or later.'),
  created_before: moment.optional().describe('Only runs that were accepted before this moment.'),
};

/** Parameters whose name holds a key, such as `answer.resolved=false`. */
export const ANSWER_PARAMETERS = [
  {
    name: 'answer.BRICK',
    description:
      'Only runs with this answer: a value (`answer.resolved=false`), or an operator and a value: `eq:`, `not:` (another value), `lt:`, `lte:`, `gt:`, `gte:` for numbers, `has:` for one of several values or a part of a text. For runs without a value use `is:not_applicable`, `is:not_sure`, `is:no_answer`, or `is:no_value` for all three; for those with any value `is:answered`. May be repeated. A brick or value that the kit does not have is a 400.',
    example: 'lt:60',
  },
  {
    name: 'confidence.BRICK',
    description: 'Only runs whose answer has this confidence: `lt:0.7`, also `lte:`, `gt:` and `gte:`.',
    example: 'lt:0.7',
  },
  {
    name: 'metadata.KEY',
    description: 'Only runs with this value in their metadata; a leading `not:` finds all others.',
    example: 'emea',
  },
] as const;

/** A dimension is a parameter by its own name. */
export const DIMENSION_PARAMETER = {
  name: 'DIMENSION',
  description:
    'Only runs with this value of a dimension, as it is stored: `team=Porto`; a leading `not:` finds all others. `agent`, `team`, `channel`, `customer`, and those that the workspace has declared.',
  example: 'Porto',
} as const;

/** Which answers are shown, counted and looked at by conditions. */
export const ANSWERS_AS = z
  .enum(['given', 'reviewed'])
  .default('given')
  .describe(
    '`given`: the answers of the kit. `reviewed`: what most reviewers of an answer consider right, with conditions, applicability, failure and scores recomputed from it. Filters use the same answers.',
  );

export const REVIEWED = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional()
  .meta({ type: 'boolean', description: 'Only runs that were reviewed, or that were not.' });

/** What lists, exports and insights choose runs by, beside answers, metadata and dimensions. */
export const RUN_FILTER = {
  status: z.enum(RUN_STATUSES).optional(),
  type: z.enum(RUN_TYPES).optional(),
  backfill_id: z.string().optional().describe('Only runs of this backfill, which are left out otherwise.'),
  kit_version_id: z.uuid().optional().describe('Only runs that this version answered.'),
  external_id: cleanText(255).optional(),
  ...PERIOD,
  q: cleanText(256)
    .optional()
    .describe(
      'Words to be found in the input: all of them, `"a phrase"`, `or` between alternatives, `-` before a word to exclude. Needs runs:read_input. Runs can be found a few seconds after they end.',
    ),
  reviewed: REVIEWED,
};

/** As in GET /v1/runs, where they stand in a query. */
export const bodyFilter = z
  .looseObject({
    kit_code: cleanText(64).optional(),
    ...RUN_FILTER,
    reviewed: z.boolean().optional(),
  })
  .describe(
    'The conditions of GET /v1/runs by their names: `kit_code`, `status`, `external_id`, `q`, `occurred_after` …, `answer.BRICK`, `metadata.KEY` and the dimensions. An empty one is refused.',
  );

/** Of a body that is about many runs: given one by one, or found. */
export const RUNS_IN_BODY = {
  run_ids: z.array(z.string()).min(1).max(1_000).optional(),
  filter: bodyFilter.optional(),
};

export const eitherIdsOrFilter = [
  ({ run_ids, filter }: { run_ids?: unknown; filter?: unknown }) => (run_ids === undefined) !== (filter === undefined),
  { message: 'must have either run_ids or filter' },
] as const;

/** `mask=1` */
export const MASK = z
  .enum(['0', '1', 'false', 'true'])
  .default('0')
  .transform((value) => value === '1' || value === 'true')
  .meta({
    type: 'string',
    enum: ['0', '1'],
    description:
      '`1`: names, numbers and addresses of people are placeholders such as `<PERSON_1>`. Without identities:read, every read is masked.',
  });
