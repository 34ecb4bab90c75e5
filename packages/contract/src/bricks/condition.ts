/** Conditions on the answers of other bricks: `applies_when`, and what a score counts. */
import { z } from 'zod';
import { type PlainValue, plainValue } from './brick-output.ts';

const reference = z.string().min(1).max(63).describe('The key of another brick of the kit.');

/** What is asked of one brick's answer. */
const test = {
  is: z
    .union(
      [plainValue, z.null(), z.array(plainValue).min(1).max(200)],
      'must be a text, a number, true, false, null or a list of values',
    )
    .optional()
    .describe('The value, or one of a list of values. A list answer needs one item among them.'),
  at_least: z.number().optional().describe('The lowest number that counts.'),
  at_most: z.number().optional().describe('The highest number that counts.'),
};

/**
 * One object with every form of a condition: `{ brick, is }`, `{ brick, at_least, at_most }`, `{ all }`, `{ any }`, `{ not }`. A union would
 * name no field in its faults; that exactly one form is used is a rule in the server's `kits/`.
 */
export interface Condition {
  brick?: string | undefined;
  is?: PlainValue | null | PlainValue[] | undefined;
  at_least?: number | undefined;
  at_most?: number | undefined;
  all?: Condition[] | undefined;
  any?: Condition[] | undefined;
  not?: Condition | undefined;
}

export const condition: z.ZodType<Condition> = z
  .strictObject({
    brick: reference.optional(),
    ...test,
    get all(): z.ZodOptional<z.ZodArray<z.ZodType<Condition>>> {
      return z.array(condition).min(1).max(50).optional().describe('All of these hold.');
    },
    get any(): z.ZodOptional<z.ZodArray<z.ZodType<Condition>>> {
      return z.array(condition).min(1).max(50).optional().describe('At least one of these holds.');
    },
    get not(): z.ZodOptional<z.ZodType<Condition>> {
      return condition.optional().describe('This does not hold.');
    },
  })
  .meta({ id: 'Condition', description: 'A condition on the answers of other bricks.' });

const scoreItem = z.strictObject({
  brick: reference,
  ...test,
  points: z.number().positive().max(100_000).describe('The most it can add to the score.'),
  credit: z
    .record(z.string().min(1).max(200), z.number().min(0).max(1))
    .optional()
    .describe(
      'Partial credit: the share of the points by answer, such as { full: 1, short: 0.5 }; other answers earn nothing. `true` and `false` for a yes/no question. Not together with is, at_least and at_most.',
    ),
});

export const score = z.strictObject({
  items: z.array(scoreItem).min(1).max(200),
  fail_if: z
    .array(z.strictObject({ brick: reference, ...test }))
    .max(50)
    .optional()
    .describe('Any of these makes the score 0. If one is unknown, the score is withheld.'),
  out_of: z.number().positive().max(1_000_000).optional().describe('The highest score; 100 by default.'),
});

/** A condition on one brick. */
export type BrickTest = Pick<Condition, 'is' | 'at_least' | 'at_most'> & { brick: string };
export type Score = z.infer<typeof score>;
export type ScoreItem = Score['items'][number];
