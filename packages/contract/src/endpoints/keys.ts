import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { agentValue, cleanText, timestamp } from '../fields.ts';
import { ROLES } from '../roles.ts';
import { ENVIRONMENTS } from '../vocabulary.ts';

export const ID_PREFIXES = ['key'] as const;

export const apiKey = z
  .object({
    id: z.string().describe('`key_…`'),
    name: z.string().optional(),
    hint: z.string().describe('The prefix and the last four characters.'),
    environment: z.enum(ENVIRONMENTS),
    role: z.enum(ROLES),
    agent: z.string().optional().describe('With the role `agent`: whose calls it sees.'),
    created_at: timestamp,
    expires_at: timestamp.optional(),
    revoked_at: timestamp.optional(),
    last_used_at: timestamp.optional().describe('Written at most once a minute.'),
  })
  .meta({ id: 'ApiKey' });

const example = {
  id: 'key_01jcq8v5h3m8e7x2k9n4b6c1d0',
  name: 'crm sync',
  hint: 'svc_live_…9xQa',
  environment: 'live',
  role: 'runner',
  created_at: '2026-11-15T08:30:00.000Z',
};

export const listKeys = defineEndpoint({
  id: 'listKeys',
  sdk: 'keys.list',
  method: 'GET',
  path: '/v1/keys',
  tag: 'Keys',
  summary: 'List the workspace’s API keys',
  description:
    'A live key sees all keys of the workspace, a test key the test keys. The keys themselves are never shown again. A workspace has at most 1,000 keys that are not revoked; of the revoked keys, the newest are listed, up to 2,000 keys in total.',
  access: 'keys:manage',
  limit: 'read',
  responses: {
    200: {
      description: 'The keys, oldest first.',
      schema: z.object({ data: z.array(apiKey) }),
      example: { data: [example] },
    },
  },
});

export const createdKey = apiKey.extend({ key: z.string().describe('Shown once.') });

export const createKeyBody = z.object({
  name: cleanText(100).optional().describe('What it is for.'),
  environment: z.enum(ENVIRONMENTS).optional().describe('Default: the environment of the key that sends the request.'),
  role: z.enum(ROLES).default('developer'),
  agent: agentValue
    .optional()
    .describe('Needed by the role `agent`: the value of the dimension `agent` whose calls it sees.'),
  expires_at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('From then on, requests with the key get `api_key_expired`.'),
});

export const createKey = defineEndpoint({
  id: 'createKey',
  sdk: 'keys.create',
  method: 'POST',
  path: '/v1/keys',
  tag: 'Keys',
  summary: 'Create an API key',
  description: 'Only this response shows the key. A test key can only create test keys.',
  access: 'keys:manage',
  limit: 'read',
  body: createKeyBody,
  bodyExample: { name: 'crm sync', environment: 'live', role: 'runner' },
  bodyOptional: true,
  audit: { action: 'key.created', meaning: 'An API key was created.' },
  responses: {
    201: {
      description: 'The new key.',
      schema: createdKey,
      example: { ...example, key: 'svc_live_7Hq2mV9xKcR4tB8nWjL5pYzD3gFs6a0uQ1eXo2' },
    },
  },
});

export const revokeKey = defineEndpoint({
  id: 'revokeKey',
  sdk: 'keys.revoke',
  method: 'DELETE',
  path: '/v1/keys/:keyId',
  tag: 'Keys',
  summary: 'Revoke an API key',
  description: 'The key stops working immediately, on every node.',
  access: 'keys:manage',
  limit: 'read',
  params: z.object({ keyId: z.string() }),
  audit: { action: 'key.revoked', meaning: 'An API key was revoked.' },
  responses: {
    200: {
      description: 'Revoked.',
      schema: z.object({ id: z.string(), revoked: z.literal(true) }),
      example: { id: example.id, revoked: true },
    },
  },
  errors: ['not_found'],
});
