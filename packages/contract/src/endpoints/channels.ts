/** Where people are notified of what happens: e-mail, Slack, Teams, or a webhook of their own. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { pageLimit, timestamp } from '../fields.ts';
import { CHANNEL_KINDS, CHANNEL_TOPICS, DELIVERY_STATUSES } from '../vocabulary.ts';
import { watchedName } from './alert-fields.ts';

export const ID_PREFIXES = ['cdl'] as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');

const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, 'from and to must differ')
  .describe(
    'Nothing is sent between these times, in the workspace’s time zone; what happens in them becomes one message afterwards. `from` may be later than `to`: 22:00 to 07:00.',
  );

const settingsShape = {
  kind: z.enum(CHANNEL_KINDS),
  topics: z
    .array(z.enum(CHANNEL_TOPICS))
    .min(1)
    .max(CHANNEL_TOPICS.length)
    .refine((topics) => new Set(topics).size === topics.length, 'must not name a topic twice')
    .describe(
      '`alerts`: alerts and canaries that are raised or resolved. `deliveries`: webhook deliveries whose every attempt failed, and endpoints that were disabled because of it. `spend`: spend caps at 80 and 100 %; live environment only. `summary`: how last week went, every Monday at 7:00 in the workspace’s time zone, as a separate message (`GET /v1/summary` shows it). `appeals`: an agent disagrees with an answer.',
    ),
  to: z.array(z.email().max(254)).min(1).max(20).optional().describe('Who gets the mail; for `email` only.'),
  quiet_hours: quietHours.optional(),
  digest_minutes: z
    .number()
    .int()
    .min(0)
    .max(1_440)
    .default(10)
    .describe(
      'At most one message in this many minutes: the first is sent immediately, and everything in the following minutes becomes one message at their end. 0: each is sent immediately.',
    ),
  include_text: z
    .boolean()
    .default(false)
    .describe('Whether messages may quote people: what an agent wrote in an appeal. Without it they only have ids.'),
  enabled: z.boolean().default(true).describe('A disabled channel gets nothing, and nothing is kept for it.'),
};

export const channelSettings = z
  .strictObject({
    ...settingsShape,
    url: z
      .string()
      .max(2_048)
      .optional()
      .describe(
        'Where messages are posted; for all kinds but `email`. It is a secret: stored encrypted and never shown again. If omitted, the stored one is kept.',
      ),
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
      .optional()
      .describe(
        'Secret that signs messages as specified by Standard Webhooks; only for `webhook`. It is never shown again. If omitted, the stored secret is kept.',
      ),
  })
  .refine(({ kind, to }) => (kind === 'email') === (to !== undefined), {
    path: ['to'],
    error: 'is required for the kind email, and only allowed there',
  })
  .refine(({ kind, url }) => kind !== 'email' || url === undefined, {
    path: ['url'],
    error: 'is not allowed with the kind email',
  })
  .refine(({ kind, secret }) => kind === 'webhook' || secret === undefined, {
    path: ['secret'],
    error: 'is only for the kind webhook',
  })
  .meta({ id: 'ChannelSettings' });

export const channelDelivery = z
  .object({
    delivery_id: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    subject: z.string().optional().describe('Absent while it still collects notifications.'),
    notifications: z.number().int().describe('How many notifications it contains.'),
    test: z.boolean().describe('Whether somebody sent it manually.'),
    attempts: z.number().int(),
    outcome: z
      .string()
      .optional()
      .describe(
        'Result of the last attempt: `succeeded`, `http_404`, `smtp_550`, `timeout` …; `waits_quiet_hours` and `waits_digest` before the first.',
      ),
    next_attempt_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ChannelDelivery' });

export const channel = z
  .object({
    name: z.string(),
    ...settingsShape,
    to: z.array(z.string()).optional(),
    host: z.string().optional().describe('The host of the URL, which is not shown itself.'),
    signed: z.boolean().describe('Whether there is a secret that signs messages.'),
    last_delivery: channelDelivery.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Channel' });

const common = { tag: 'Channels', limit: 'read', access: 'channels:manage' } as const;

const settingsExample = {
  kind: 'slack',
  url: 'https://hooks.slack.com/services/T000/B000/secret',
  topics: ['alerts', 'deliveries'],
  quiet_hours: { from: '22:00', to: '07:00' },
  digest_minutes: 15,
} as const;

const deliveryExample = {
  delivery_id: 'cdl_01m7er7dfgeqcrm640y1251418',
  status: 'succeeded',
  subject: 'Alert unresolved was raised',
  notifications: 1,
  test: false,
  attempts: 1,
  outcome: 'succeeded',
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-15T08:30:01.000Z',
} as const;

const channelExample = {
  name: 'ops',
  kind: 'slack',
  topics: ['alerts', 'deliveries'],
  quiet_hours: { from: '22:00', to: '07:00' },
  digest_minutes: 15,
  include_text: false,
  enabled: true,
  host: 'hooks.slack.com',
  signed: false,
  last_delivery: deliveryExample,
  created_at: '2026-11-10T08:30:00.000Z',
  updated_at: '2026-11-10T08:30:00.000Z',
} as const;

export const listChannels = defineEndpoint({
  ...common,
  id: 'listChannels',
  sdk: 'channels.list',
  method: 'GET',
  path: '/v1/channels',
  summary: 'List channels',
  description: 'Those of the key’s environment, by name, at most 50. URLs and secrets are never shown.',
  responses: {
    200: {
      description: 'The channels.',
      schema: z.object({ data: z.array(channel) }),
      example: { data: [channelExample] },
    },
  },
});

export const getChannel = defineEndpoint({
  ...common,
  id: 'getChannel',
  sdk: 'channels.get',
  method: 'GET',
  path: '/v1/channels/:name',
  summary: 'Read a channel',
  params: watchedName,
  responses: { 200: { description: 'The channel.', schema: channel, example: channelExample } },
  errors: ['not_found'],
});

export const putChannel = defineEndpoint({
  ...common,
  id: 'putChannel',
  sdk: 'channels.put',
  method: 'PUT',
  path: '/v1/channels/:name',
  summary: 'Store a channel',
  description:
    'Replaces the settings of this name; a URL and a secret that are left out stay as they are while the kind is the same. Pending messages go to the new address. E-mail needs BRICKWORK_SMTP_URL on the service.',
  params: watchedName,
  body: channelSettings,
  bodyExample: settingsExample,
  audit: { action: 'channel.saved', meaning: 'A channel was stored or changed.' },
  responses: { 200: { description: 'The channel as stored.', schema: channel, example: channelExample } },
  errors: ['conflict', 'invalid_webhook_url', 'webhook_url_not_public', 'webhook_url_required'],
});

export const deleteChannel = defineEndpoint({
  ...common,
  id: 'deleteChannel',
  sdk: 'channels.delete',
  cli: {
    command: 'channels delete',
    about: 'Delete channels with their logs',
    arguments: { name: 'the channels’ names' },
    many: true,
    done: 'Deleted {name}.',
  },
  method: 'DELETE',
  path: '/v1/channels/:name',
  summary: 'Delete a channel',
  description: 'With its log; pending messages are dropped.',
  params: watchedName,
  audit: { action: 'channel.deleted', meaning: 'A channel was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: 'ops', deleted: true },
    },
  },
  errors: ['not_found'],
});

export const testChannel = defineEndpoint({
  ...common,
  id: 'testChannel',
  sdk: 'channels.test',
  method: 'POST',
  path: '/v1/channels/:name/test',
  summary: 'Send a test message',
  description:
    'Sends it once, immediately, even in quiet hours and to a disabled channel. The response and the log show the result.',
  limit: 'create',
  params: watchedName,
  notAudited: 'Sends a test message, which is in the channel’s log.',
  responses: {
    200: {
      description: 'The result: see `status` and `outcome`.',
      schema: channelDelivery,
      example: { ...deliveryExample, subject: 'Test of the channel ops', test: true },
    },
  },
  errors: ['not_found'],
});

export const sendSummary = defineEndpoint({
  ...common,
  id: 'sendSummary',
  sdk: 'channels.sendSummary',
  method: 'POST',
  path: '/v1/channels/:name/summary',
  summary: 'Send last week’s summary now',
  description:
    'Sends what a channel with the topic `summary` gets on a Monday: once, immediately, even in quiet hours and to a disabled channel. The response and the log show the result.',
  limit: 'create',
  params: watchedName,
  notAudited: 'Sends the figures that the channel gets on Mondays; the message is in the channel’s log.',
  responses: {
    200: {
      description: 'The result: see `status` and `outcome`.',
      schema: channelDelivery,
      example: { ...deliveryExample, subject: '9 Nov – 15 Nov: Support QA 78, ▲ from 74 before', test: true },
    },
  },
  errors: ['not_found'],
});

export const listChannelDeliveries = defineEndpoint({
  ...common,
  id: 'listChannelDeliveries',
  sdk: { method: 'channels.deliveries', queryInOptions: true },
  cli: {
    command: 'channels log',
    about: 'The messages of the last 30 days, newest first',
    arguments: { name: 'the channel’s name' },
    table: {
      WHEN: 'created_at',
      STATUS: 'status',
      ATTEMPTS: 'attempts',
      OUTCOME: 'outcome',
      SUBJECT: ['subject', 'collects notifications'],
    },
    empty: 'No messages yet.',
  },
  method: 'GET',
  path: '/v1/channels/:name/deliveries',
  summary: 'The log of a channel',
  description: 'Messages of the last 30 days, newest first.',
  params: watchedName,
  query: z.object({ limit: pageLimit }),
  responses: {
    200: {
      description: 'The messages.',
      schema: z.object({ data: z.array(channelDelivery) }),
      example: { data: [deliveryExample] },
    },
  },
  errors: ['not_found'],
});
