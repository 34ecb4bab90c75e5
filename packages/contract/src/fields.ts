/** Small schemas that many endpoints share. */
import { z } from 'zod';

export const timestamp = z
  .string()
  .meta({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.', example: '2026-11-15T08:30:00.000Z' });

/** A moment that a caller names, with `Z` or an offset. */
export const moment = z.iso.datetime({ offset: true });

/** Text that PostgreSQL can store. */
export const storableText = z
  .string()
  .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
  .refine((value) => value.isWellFormed(), 'must be well-formed text');

export const cleanText = (max: number) => storableText.min(1).max(max);

/** A value of the dimension `agent`: as long as a value of metadata can be. */
export const agentValue = cleanText(512);

/** What clients send for something that they leave out: nothing, null or "". */
export const absentable = z
  .string()
  .nullish()
  .transform((value) => (value === null || value === '' ? undefined : value));

export const errorBody = z
  .looseObject({
    error: z.string().describe('Stable machine-readable code; switch on it.'),
    detail: z.string().optional().describe('What exactly was wrong.'),
    message: z.string().optional().describe('What it means and what to do.'),
    retry_after_seconds: z.number().int().optional(),
  })
  .meta({ id: 'Error' });

/** `limit` of a list, from the query: digits only, since `Number` would also accept "0x10". */
export const pageLimit = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : (value ?? 50)),
    z.number().int().min(1).max(100),
  )
  .optional()
  .default(50)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'How many items a page holds at most: 1 to 100, 50 by default.',
  });

export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
