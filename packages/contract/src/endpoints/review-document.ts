/** One review, as the API shows it; runs carry reviews too. */
import { z } from 'zod';
import { brickValue } from '../bricks/brick-output.ts';
import { timestamp } from '../fields.ts';
import { VERDICTS } from '../vocabulary.ts';

export const review = z
  .object({
    review_id: z.string().describe('`rev_…`'),
    run_id: z.string(),
    kit_id: z.string(),
    kit_version: z.number().int(),
    brick: z.string().describe('The key of the answer in the run’s output.'),
    verdict: z.enum(VERDICTS),
    value: brickValue.optional().describe('The right value, where the reviewer gave it. Erased with the run.'),
    note: z
      .string()
      .optional()
      .describe('Erased with the run. Needs the permission runs:read_input, because notes may quote the conversation.'),
    answer: brickValue.optional().describe('The value that was reviewed. Erased with the run.'),
    confidence: z.number().min(0).max(1).optional().describe('The confidence of the answer that was reviewed.'),
    reviewer: z
      .string()
      .describe(
        'The id of the key, followed by `/NAME` if the request named a reviewer, or of the person (`mem_…`); prefixed with `import/` if imported. Each has one verdict per brick.',
      ),
    reviewer_name: z
      .string()
      .optional()
      .describe('The reviewer’s name. Absent if the review was imported or comes from an earlier release.'),
    created_at: timestamp,
    superseded: z.boolean().describe('`true`: the same reviewer gave a newer verdict, which counts instead.'),
  })
  .meta({ id: 'Review' });

export const reviewExample = {
  review_id: 'rev_01m7er7dfgeqcrm640y1251418',
  run_id: 'run_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  kit_version: 3,
  brick: 'resolved',
  verdict: 'wrong',
  value: false,
  note: 'The caller has to ring again on Monday.',
  answer: true,
  confidence: 0.62,
  reviewer: 'mem_01m7er7dfgeqcrm640y1251418',
  reviewer_name: 'Maya K.',
  created_at: '2026-11-15T08:30:00.000Z',
  superseded: false,
} as const;
