/** What a destination is: which answers are written to which fields of which record, and the request that does it. */
import { z } from 'zod';
import { cleanText } from './fields.ts';
import { headerName } from './intake-auth.ts';

const MOST_EXPRESSION = 8_000;

const expression = (description: string) => cleanText(MOST_EXPRESSION).describe(`JSONata. ${description}`);

/** `solved`, `solved.reason` or `solved.confidence`. */
const answerName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}(\.(reason|confidence))?$/,
    'must be the key of a brick, or the key with .reason or .confidence',
  );

export const destinationAuth = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({ type: z.literal('bearer') }).describe('`Authorization: Bearer` with the secret `token`.'),
    z
      .strictObject({ type: z.literal('basic'), user: cleanText(500) })
      .describe('`Authorization: Basic` with this user and the secret `password`.'),
    z
      .strictObject({ type: z.literal('header'), header: headerName })
      .describe('This header carries the secret `token`.'),
    z
      .strictObject({
        type: z.literal('oauth'),
        grant: z.enum(['client_credentials', 'refresh_token']),
        token_url: z.url().max(2_000),
        scope: cleanText(1_000).optional(),
      })
      .describe(
        'A bearer token, requested with the secrets `client_id` and `client_secret` (and `refresh_token` for that grant), kept until it expires, and requested again after a 401.',
      ),
  ])
  .meta({ id: 'DestinationAuth' });

const request = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
    path: z
      .string()
      .max(2_000)
      .regex(/^\//, 'must begin with /')
      .describe('A template: `{JSONata}` is replaced by its value, percent-encoded. It is appended to `base_url`.'),
    query: expression('An object: the parameters of the URL. Those without a value are left out.').optional(),
    headers: z
      .record(headerName, cleanText(1_000))
      .refine((headers) => Object.keys(headers).length <= 10, 'must have at most 10 headers')
      .optional()
      .describe('Sent unchanged. Do not put secrets here: see `auth`.'),
    body: expression('The body, an object. It is sent as JSON.'),
  })
  .meta({ id: 'DestinationRequest' });

export const destinationDocument = z
  .strictObject({
    description: cleanText(500).optional(),
    enabled: z
      .boolean()
      .default(true)
      .describe('Nothing is written to a disabled one; pending deliveries are cancelled.'),
    preset: cleanText(64)
      .optional()
      .describe('A service by name: see GET /v1/destination-presets. Without it, `request` and `auth` describe it.'),
    base_url: z
      .url()
      .max(2_000)
      .optional()
      .describe(
        'The address of the service’s API, such as https://acme.zendesk.com. Presets of services with one address include it.',
      ),
    settings: z
      .record(z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be lower-case letters, digits and _'), cleanText(500))
      .refine((settings) => Object.keys(settings).length <= 20, 'must be at most 20')
      .optional()
      .describe('Settings of the preset; expressions see them as `settings`.'),
    record: expression(
      'Evaluated on the run (`external_id`, `metadata`, `dimensions`, `run`): the id of the record to write to. A run without one is skipped.',
    ).default('external_id'),
    kits: z.array(cleanText(64)).min(1).max(20).optional().describe('Slugs, codes or ids. Default: all kits.'),
    fields: z
      .record(answerName, cleanText(255))
      .refine((fields) => Object.keys(fields).length >= 1 && Object.keys(fields).length <= 50, 'must be 1 to 50')
      .describe(
        'Which answer goes to which field: the key of a brick, or KEY.reason or KEY.confidence, and the target field.',
      ),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Answers below it count as not sure. Reviewers’ corrections always count as sure.'),
    not_sure: z
      .enum(['skip', 'clear'])
      .default('skip')
      .describe('Answers that are not sure or do not apply: their fields are left unchanged, or emptied.'),
    mask: z.boolean().default(false).describe('Names, numbers and addresses are masked in what is written.'),
    request: request.optional(),
    auth: destinationAuth.optional(),
  })
  .refine(({ preset, request: own }) => (preset === undefined) === (own !== undefined), {
    path: ['request'],
    message: 'is required without a preset, and not allowed with one',
  })
  .refine(({ preset, auth }) => preset === undefined || auth === undefined, {
    path: ['auth'],
    message: 'is not allowed with a preset',
  })
  .refine(({ preset, base_url }) => preset !== undefined || base_url !== undefined, {
    path: ['base_url'],
    message: 'is required without a preset',
  })
  .meta({ id: 'Destination' });

export type DestinationDocument = z.output<typeof destinationDocument>;
export type DestinationAuth = z.output<typeof destinationAuth>;
export type DestinationRequest = z.output<typeof request>;
