/** What a run looks like: in full, in lists, and as the answer to a request. */
import { z } from 'zod';
import { brickOutput, plainValue } from '../bricks/brick-output.ts';
import { cleanText, isCleanText, timestamp } from '../fields.ts';
import { LEFT_OUT_KINDS, REVIEWS_OF_RUN, RUN_MODES, RUN_STATUSES, RUN_TYPES, SPOKEN_KINDS } from '../vocabulary.ts';
import { review } from './review-document.ts';
import { runUsage } from './run-usage.ts';

export const conversationTurns = z
  .object({
    format: z.string().describe('The detected format of the input, such as `labelled` or `vtt`.'),
    turns: z.array(
      z.object({
        index: z.number().int(),
        speaker: z.string().optional().describe('The label as it was written.'),
        side: z.enum(['agent', 'customer']).optional(),
        text: z.string(),
        start: z.number().int(),
        end: z.number().int(),
        start_seconds: z.number().optional().describe('In the recording, where the input has times.'),
        end_seconds: z.number().optional(),
        kind: z.enum(SPOKEN_KINDS).optional().describe('Absent for what the agent or the customer said.'),
        edited: z.literal(true).optional().describe('The last version of a message that was changed.'),
      }),
    ),
    left_out: z
      .array(
        z.object({
          kind: z.enum(LEFT_OUT_KINDS),
          text: z.string().describe('Empty where it was deleted; cut after 4,000 characters.'),
          before: z.number().int().describe('The index of the turn after it; the number of turns at the end.'),
          speaker: z.string().optional(),
          start_seconds: z.number().optional(),
          end_seconds: z.number().optional(),
        }),
      )
      .optional()
      .describe('Parts of the input that are not conversation: no brick reads it, no evidence quotes it.'),
    language: z
      .object({
        code: z.string().describe('BCP 47, such as `en`.'),
        probability: z.number(),
        shares: z
          .record(z.string(), z.number())
          .optional()
          .describe('Where more than one language is spoken: how much of the conversation is in each.'),
      })
      .optional()
      .describe('Absent when there are too few words to tell.'),
    speakers: z
      .array(
        z.object({
          label: z.string(),
          side: z.enum(['agent', 'customer']).optional().describe('Absent when it is unknown.'),
          probability: z.number().describe('How likely the side is right, from 0 to 1.'),
          basis: z
            .enum(['given', 'workspace', 'label', 'address', 'other', 'words'])
            .optional()
            .describe('What the side was inferred from.'),
          conflict: z
            .object({
              label: z.enum(['agent', 'customer']),
              words: z.enum(['agent', 'customer']),
              probability: z.number(),
            })
            .optional()
            .describe('Set if the label says one side and the words the other, with the words’ own probability.'),
          kind: z
            .enum(['bot', 'interpreter'])
            .optional()
            .describe('A bot is on the side of the agent only where no human is; an interpreter on neither.'),
        }),
      )
      .optional(),
  })
  .meta({
    id: 'Conversation',
    description: 'The normalised conversation; `start` and `end` are on the same scale as those of evidence spans.',
  });

export const runAnswer = z
  .object({
    value: z.union([plainValue, z.array(plainValue), z.null()]).describe('Texts are cut after 256 characters.'),
    confidence: z.number().optional(),
    applicability: z.string().optional().describe('Why there is no value, where the brick says so.'),
  })
  .meta({ id: 'RunAnswer' });

/** A run as the list shows it: everything but the output. */
export const runItem = z
  .object({
    run_id: z.string(),
    status: z.enum(RUN_STATUSES),
    type: z.enum(RUN_TYPES),
    mode: z.enum(RUN_MODES),
    kit_id: z.string(),
    kit_code: z.string(),
    kit_version_id: z.string(),
    kit_version: z.number().int(),
    occurred_at: timestamp.describe(
      'When the conversation took place; `created_at` unless the request or the input says otherwise.',
    ),
    created_at: timestamp,
    started_at: timestamp.optional(),
    completed_at: timestamp.optional(),
    duration_ms: z.number().int().optional().describe('From the start of the first attempt to the end.'),
    error_code: z.string().optional().describe('Why it failed; see the error reference.'),
    error_message: z.string().optional().describe('For diagnosis; not for your users.'),
    error_user_message: z.string().optional().describe('Safe to show to your users.'),
    external_id: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    warnings: z.array(z.string()).optional(),
    engine: z
      .string()
      .optional()
      .describe(
        'Who answered: `local` (the built-in engine, always with a test key), or the model’s name, such as `openai/gpt-5-mini`; several are separated by commas. Absent while nothing has been evaluated.',
      ),
    masked: z
      .literal(true)
      .optional()
      .describe('Names, numbers and addresses of people are placeholders such as `<PERSON_1>`.'),
    rescored_from: z.string().optional().describe('The original run, if this one belongs to a backfill.'),
    backfill_id: z.string().optional(),
    erased_at: timestamp
      .optional()
      .describe(
        'When the contents were erased, on request or by retention. A run that succeeded then has no `output`.',
      ),
    waiting: z
      .object({
        reason: z
          .string()
          .describe(
            '`workspace_limit`: the plan’s limit of concurrent runs. `worker_stopped`, `worker_lost`: another worker takes it. Otherwise the error code of the attempt that failed.',
          ),
        attempt: z.number().int().describe('The number of the next attempt.'),
        next_attempt_at: timestamp
          .optional()
          .describe('When the next attempt starts at the earliest. If absent: as soon as there is capacity.'),
      })
      .optional()
      .describe('While the status is `queued`.'),
    answers: z
      .record(z.string(), runAnswer)
      .optional()
      .describe('In lists with `include=answers`: the answers of a run that succeeded.'),
  })
  .meta({ id: 'RunItem' });

export const run = runItem
  .omit({ answers: true })
  .extend({
    output: z
      .object({ kit_code: z.string(), kit_version_id: z.string(), bricks: z.record(z.string(), brickOutput) })
      .optional()
      .describe('Once the run has succeeded.'),
    input: z.record(z.string(), z.unknown()).optional().describe('With `include=input`.'),
    as: z.literal('reviewed').optional().describe('The output has reviewers’ corrections applied.'),
    conversation: conversationTurns
      .optional()
      .describe('With `include=conversation`; absent when the run’s contents were erased.'),
    usage: runUsage
      .optional()
      .describe('With `include=usage`, once the run has ended: what it used and cost, over all of its attempts.'),
    reviews: z
      .array(review)
      .optional()
      .describe(
        `With \`include=reviews\`: what people said about it, oldest first; of more than ${REVIEWS_OF_RUN} the newest. \`GET /v1/reviews?run_id=…\` has all of them.`,
      ),
  })
  .meta({ id: 'Run' });

export const accepted = z
  .object({
    run_id: z.string(),
    status: z.enum(RUN_STATUSES),
    type: z.enum(RUN_TYPES),
    sync_fallback: z.literal(true).optional().describe('The run of a sync request did not end in time; poll for it.'),
    waited_ms: z.number().int().optional(),
  })
  .meta({ id: 'AcceptedRun' });

export const metadataField = z
  .record(cleanText(64), z.string().max(512).refine(isCleanText, 'must be well-formed text'))
  .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 pairs');

export const runPage = z.object({
  data: z.array(runItem),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
  sort_complete: z
    .boolean()
    .optional()
    .describe(
      'With `sort` by an answer or its confidence. `false`: the kit has more than 20,000 runs in these periods, and only the newest were compared.',
    ),
});

export const runCount = z
  .object({
    count: z.number().int(),
    erased: z.number().int().describe('How many of these have been erased; lists include them too.'),
    complete: z.boolean().describe('`false`: only the newest runs were considered, and older ones may match as well.'),
    facets: z.array(
      z.object({
        name: z.string(),
        values: z
          .array(z.object({ value: z.string(), count: z.number().int() }))
          .describe('The 20 most frequent; a run with several values of a brick counts for each.'),
        others: z.number().int().describe('Runs with other values.'),
        without: z.number().int().describe('Runs without a value.'),
      }),
    ),
  })
  .meta({ id: 'RunCount' });
