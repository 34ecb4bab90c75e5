/** What an intake is: how a pushing service proves who it is, how its payload becomes a run, and which kits read it. */
import { z } from 'zod';
import { cleanText } from './fields.ts';

const MOST_EXPRESSION = 8_000;

const expression = (description: string) => cleanText(MOST_EXPRESSION).describe(`JSONata. ${description}`);

const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be the name of an HTTP header');

const tokenAuth = z.strictObject({
  type: z.literal('token'),
  header: headerName
    .optional()
    .describe('The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL.'),
});

const hmacAuth = z.strictObject({
  type: z.literal('hmac'),
  header: headerName.describe('The header that holds the signature, such as `X-Signature`.'),
  algorithm: z.enum(['sha256', 'sha512', 'sha1']).default('sha256'),
  encoding: z.enum(['hex', 'base64']).default('hex'),
  format: cleanText(100)
    .default('{signature}')
    .refine((text) => text.includes('{signature}'), 'must contain {signature}')
    .describe('What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`.'),
  signed: cleanText(100)
    .default('{body}')
    .refine((text) => text.includes('{body}'), 'must contain {body}')
    .describe('What is signed, such as `{timestamp}.{body}`.'),
  timestamp_header: headerName.optional().describe('Where the timestamp is when `format` does not have it.'),
  tolerance_seconds: z
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(300)
    .describe('How old a timestamp may be. Without a timestamp it has no effect.'),
});

const intakeRule = z
  .strictObject({
    kit: cleanText(64).describe('Slug, code or id.'),
    metadata: z
      .record(cleanText(64), z.union([cleanText(512), z.array(cleanText(512)).min(1).max(50)]))
      .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 pairs')
      .optional()
      .describe('All pairs must match the mapped metadata; a list means any of them, and `*` any characters.'),
    contains: z
      .array(cleanText(200))
      .min(1)
      .max(50)
      .optional()
      .describe('Any of these must be in the text of the mapped input; case does not matter.'),
    when: expression('Over `payload`, `input`, `external_id` and `metadata`: must be true.').optional(),
    sample_percent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'The share that is evaluated, chosen by a hash of the external id: the same conversation always, or never.',
      ),
  })
  .meta({ id: 'IntakeRule' });

export const intakeDocument = z
  .strictObject({
    description: cleanText(500).optional(),
    enabled: z.boolean().default(true).describe('A disabled intake answers 200 and skips what it gets.'),
    auth: z.discriminatedUnion('type', [tokenAuth, hmacAuth]),
    when: expression('Over the payload: what does not give true is skipped.').optional(),
    map: z.strictObject({
      input: expression('Over the payload: the input of the run, an object such as {"transcript": …}.'),
      external_id: expression('Over the payload: your id of the conversation.').optional(),
      occurred_at: expression(
        'Over the payload: when the conversation took place, as RFC 3339 or as milliseconds since 1970.',
      ).optional(),
      metadata: expression('Over the payload: an object of strings, numbers and booleans.').optional(),
      idempotency_key: expression(
        'Over the payload: equal keys make one run. Default: the external id, else the whole payload.',
      ).optional(),
    }),
    kits: z.array(intakeRule).min(1).max(20).describe('Every rule that matches makes a run.'),
  })
  .refine(hasTimestamp, {
    path: ['auth', 'signed'],
    message: 'has {timestamp}, so `timestamp_header` or a `format` with {timestamp} is needed',
  })
  .refine(isTimestampSigned, {
    path: ['auth', 'signed'],
    message: 'has no {timestamp}, so the time that is sent proves nothing: add it, or leave the time out',
  })
  .meta({ id: 'Intake' });

export type IntakeDocument = z.output<typeof intakeDocument>;
export type IntakeRule = IntakeDocument['kits'][number];
export type IntakeAuth = IntakeDocument['auth'];

function hasTimestamp({ auth }: { auth: z.output<typeof tokenAuth> | z.output<typeof hmacAuth> }): boolean {
  if (auth.type !== 'hmac' || !auth.signed.includes('{timestamp}')) return true;
  return auth.timestamp_header !== undefined || auth.format.includes('{timestamp}');
}

/** A time that the signature does not cover can be replaced by whoever sends an old delivery again. */
function isTimestampSigned({ auth }: { auth: z.output<typeof tokenAuth> | z.output<typeof hmacAuth> }): boolean {
  if (auth.type !== 'hmac' || auth.signed.includes('{timestamp}')) return true;
  return auth.timestamp_header === undefined && !auth.format.includes('{timestamp}');
}
