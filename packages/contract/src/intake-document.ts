/** What an intake is: how a pushing service proves who it is, how its payload becomes runs, and which kits read them. */
import { z } from 'zod';
import { cleanText } from './fields.ts';
import { headerName, intakeAuth, intakeHandshake } from './intake-auth.ts';
import { CHANNEL_SIDES } from './vocabulary.ts';

const MOST_EXPRESSION = 8_000;

const expression = (description: string) => cleanText(MOST_EXPRESSION).describe(`JSONata. ${description}`);

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
      .describe('At least one of these must be in the text of the mapped input, ignoring case.'),
    when: expression('Over `payload`, `input`, `external_id` and `metadata`: must be true.').optional(),
    sample_percent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'The share that is evaluated, chosen by a hash of the external id: the same conversation is always chosen, or never.',
      ),
  })
  .meta({ id: 'IntakeRule' });

export const secretName = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be lower-case letters, digits and _');

const KEEPS_SECRETS = {
  path: ['url'],
  message: 'must begin with https:// and a fixed host if a secret is sent: a payload must not choose who gets it',
};

const templates = z
  .record(headerName, cleanText(1_000))
  .refine((headers) => Object.keys(headers).length <= 10, 'must have at most 10 headers')
  .optional()
  .describe('Templates like `url`. `{secret:NAME}` is a secret that is stored with the intake.');

const intakeRecording = z
  .strictObject({
    url: cleanText(2_000).describe(
      'The address of the recording: a template as in fetch steps, which can also use what was fetched.',
    ),
    headers: templates,
    channels: z
      .array(z.enum(CHANNEL_SIDES))
      .min(1)
      .max(2)
      .optional()
      .describe('Who speaks on each channel. By default inferred from what is said.'),
    keep_audio: z
      .boolean()
      .optional()
      .describe('Keep a copy to listen to; by default as BRICKWORK_KEEP_RECORDINGS says.'),
  })
  .refine(keepsSecrets, KEEPS_SECRETS)
  .meta({ id: 'IntakeRecording' });

const fetchStep = z
  .strictObject({
    as: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be lower-case letters, digits and _')
      .describe('The next steps and `map` read the response as `fetched.NAME`.'),
    method: z.enum(['GET', 'POST']).default('GET'),
    url: cleanText(2_000).describe(
      'A template: `{JSONata}` is replaced by its value over the payload, percent-encoded unless the URL begins with it.',
    ),
    headers: templates,
    body: expression(
      'With POST, over the payload: the body, an object. `{secret:NAME}` in its texts is replaced.',
    ).optional(),
    body_type: z.enum(['json', 'form']).default('json').describe('How the object is written.'),
    read: z
      .enum(['json', 'text'])
      .default('json')
      .describe('`text` takes the response as plain text, such as a WebVTT file.'),
  })
  .refine(({ method, body }) => method === 'POST' || body === undefined, {
    path: ['body'],
    message: 'is for POST',
  })
  .refine(keepsSecrets, KEEPS_SECRETS)
  .meta({ id: 'IntakeFetch' });

/** A payload must not choose who gets a secret. */
function keepsSecrets(step: { url: string; headers?: Record<string, string> | undefined; body?: string | undefined }) {
  return !mentionsSecret(step) || /^https?:\/\/[^{}/?#@]+(?:[/?#]|$)/.test(step.url);
}

function mentionsSecret({
  headers,
  body,
}: {
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
}) {
  return [...Object.values(headers ?? {}), body ?? ''].some((template) => template.includes('{secret:'));
}

export const intakeDocument = z
  .strictObject({
    description: cleanText(500).optional(),
    enabled: z
      .boolean()
      .default(true)
      .describe('A disabled intake stores what it receives and creates no runs; the deliveries can be replayed.'),
    preset: cleanText(64).optional().describe('The preset it was made from. It has no effect.'),
    handshake: intakeHandshake.optional(),
    auth: intakeAuth,
    each: expression(
      'Evaluated on the payload: the list of conversations in it. Everything else then sees one of them at a time.',
    ).optional(),
    when: expression('Evaluated on the payload: anything but true is skipped.').optional(),
    fetch: z
      .array(fetchStep)
      .min(1)
      .max(3)
      .optional()
      .describe('For services that send only an id or a URL: what is requested before `map`, in this order.'),
    recording: intakeRecording
      .optional()
      .describe(
        'For services that send the address of a recording: it is fetched and transcribed, and its conversation is added to what `map.input` gives.',
      ),
    map: z.strictObject({
      input: expression(
        'Evaluated on the payload: the input of the run, an object such as {"transcript": …}. Only with `recording` it may be left out.',
      ).optional(),
      external_id: expression('Evaluated on the payload: your id for the conversation.').optional(),
      occurred_at: expression(
        'Evaluated on the payload: when the conversation took place, as RFC 3339 or as milliseconds since 1970.',
      ).optional(),
      metadata: expression('Evaluated on the payload: an object of strings, numbers and booleans.').optional(),
      idempotency_key: expression(
        'Evaluated on the payload: conversations with the same key create only one run. Default: the external id, or else the whole payload.',
      ).optional(),
    }),
    kits: z
      .array(intakeRule)
      .max(20)
      .describe(
        'Every matching rule creates a run. If empty: deliveries are kept, and can be replayed once there are rules.',
      ),
    keep_days: z
      .number()
      .int()
      .min(1)
      .max(30)
      .default(14)
      .describe('How long payloads are kept, encrypted, for replays. Never longer than the workspace keeps inputs.'),
  })
  .meta({ id: 'Intake' });

export type IntakeDocument = z.output<typeof intakeDocument>;
export type IntakeRule = IntakeDocument['kits'][number];
export type IntakeFetch = NonNullable<IntakeDocument['fetch']>[number];

export const intakeName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, _ and -, 63 at most');
