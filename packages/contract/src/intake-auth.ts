/** How a pushing service proves who it is, and how it finds out that an address is ours. */
import { z } from 'zod';
import { cleanText } from './fields.ts';

export const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be the name of an HTTP header');

const tolerance = z
  .number()
  .int()
  .min(10)
  .max(86_400)
  .default(300)
  .describe('How old a timestamp may be. Without a timestamp it has no effect.');

const tokenAuth = z.strictObject({
  type: z.literal('token'),
  header: headerName
    .optional()
    .describe('The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL.'),
});

const bodyTokenAuth = z
  .strictObject({
    type: z.literal('body_token'),
    path: z
      .string()
      .regex(
        /^[\w-]{1,64}(\.([\w-]{1,64}|\*)){0,7}$/,
        'must be names with dots between them, such as value.*.clientState',
      )
      .describe('Where in the JSON body the secret is; `*` stands for every element of a list, and all must have it.'),
  })
  .describe('The secret is a field of the body, as Microsoft Graph sends it.');

const basicAuth = z
  .strictObject({
    type: z.literal('basic'),
    username: z
      .string()
      .regex(/^[^:\p{Cc}]{1,100}$/u, 'must have no colon')
      .describe('The password is the secret.'),
  })
  .describe('HTTP Basic, as in `https://user:password@…`.');

/** What may stand in `signed`. */
const SIGNED = /^(?:[^{}]|\{(?:body|timestamp|method|url|header:[A-Za-z0-9-]{1,64})\})*$/;
/** What may stand in `format`. */
const FORMAT = /^(?:[^{}]|\{(?:signature|timestamp)\})*$/;

const hmacAuth = z
  .strictObject({
    type: z.literal('hmac'),
    header: headerName.describe('The header that holds the signature, such as `X-Signature`.'),
    algorithm: z.enum(['sha256', 'sha512', 'sha1']).default('sha256'),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    format: cleanText(100)
      .default('{signature}')
      .refine((text) => text.includes('{signature}'), 'must contain {signature}')
      .refine((text) => FORMAT.test(text), 'may have {signature} and {timestamp} only')
      .describe('What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`.'),
    signed: cleanText(200)
      .default('{body}')
      .refine((text) => text.includes('{body}'), 'must contain {body}')
      .refine((text) => SIGNED.test(text), 'may have {body}, {timestamp}, {method}, {url} and {header:NAME} only')
      .describe('What is signed: `{timestamp}.{body}`; also `{method}`, `{url}` and `{header:NAME}`.'),
    timestamp_header: headerName.optional().describe('Where the timestamp is when `format` does not have it.'),
    tolerance_seconds: tolerance,
  })
  .refine(
    ({ signed, timestamp_header, format }) =>
      !signed.includes('{timestamp}') || timestamp_header !== undefined || format.includes('{timestamp}'),
    {
      path: ['signed'],
      message: 'has {timestamp}, so `timestamp_header` or a `format` with {timestamp} is needed',
    },
  )
  .refine(
    // A time that the signature does not cover can be replaced by whoever sends an old delivery again.
    ({ signed, timestamp_header, format }) =>
      signed.includes('{timestamp}') || (timestamp_header === undefined && !format.includes('{timestamp}')),
    {
      path: ['signed'],
      message: 'has no {timestamp}, so the sent time proves nothing: add it, or leave out the time',
    },
  );

const standardWebhooksAuth = z
  .strictObject({
    type: z.literal('standard_webhooks'),
    headers: z
      .enum(['webhook', 'svix'])
      .default('webhook')
      .describe('Whether the headers are `webhook-id`, `webhook-timestamp`, `webhook-signature`, or `svix-…`.'),
    tolerance_seconds: tolerance,
  })
  .describe('Standard Webhooks (Svix). The secret is the one that begins with `whsec_`.');

const twilioAuth = z
  .strictObject({ type: z.literal('twilio') })
  .describe('`X-Twilio-Signature`, over the URL and the fields of the form. The secret is the auth token.');

const hubspotAuth = z
  .strictObject({ type: z.literal('hubspot'), tolerance_seconds: tolerance })
  .describe('`X-HubSpot-Signature-v3`, over method, URL, body and time. The secret is the app’s client secret.');

const jwtAuth = z
  .strictObject({
    type: z.literal('jwt'),
    in: z
      .enum(['body', 'header'])
      .default('body')
      .describe('`body`: the whole body is the token, and its claims are the payload. `header`: it comes in a header.'),
    header: headerName.optional().describe('With `in: header`. Default: `Authorization`.'),
    algorithm: z.enum(['HS256', 'HS384', 'HS512', 'RS256', 'ES256']).default('HS256'),
    body_hash_claim: cleanText(64)
      .optional()
      .describe(
        'With `in: header`: the claim that holds the SHA-256 of the body in hex. Without it the body is not signed.',
      ),
  })
  .refine((auth) => auth.in === 'header' || (auth.header === undefined && auth.body_hash_claim === undefined), {
    path: ['in'],
    message: 'is `body`: `header` and `body_hash_claim` are for `in: header`',
  })
  .refine((auth) => auth.in === 'body' || auth.body_hash_claim !== undefined, {
    path: ['body_hash_claim'],
    message: 'is needed with `in: header`: without it the token says nothing about the body',
  })
  .describe('A signed JSON Web Token. The secret is the shared one, or the public key as PEM for RS256 and ES256.');

export const intakeAuth = z.discriminatedUnion('type', [
  tokenAuth,
  bodyTokenAuth,
  basicAuth,
  hmacAuth,
  standardWebhooksAuth,
  twilioAuth,
  hubspotAuth,
  jwtAuth,
]);

export type IntakeAuth = z.output<typeof intakeAuth>;

export const intakeHandshake = z
  .enum(['zoom', 'slack', 'microsoft_graph', 'ringcentral', 'front', 'meta'])
  .describe(
    'How the service verifies that the address is yours: Zoom’s `endpoint.url_validation`, Slack’s `challenge`, Microsoft Graph’s `validationToken`, RingCentral’s `Validation-Token`, Front’s `X-Front-Challenge`, Meta’s `hub.challenge`.',
  );

export type IntakeHandshake = z.output<typeof intakeHandshake>;
