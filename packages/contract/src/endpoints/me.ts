import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { PERMISSIONS, ROLES } from '../roles.ts';
import { ENVIRONMENTS } from '../vocabulary.ts';

export const ID_PREFIXES = ['ws'] as const;

const limit = z.number().int().nullable();

export const me = z
  .object({
    key_id: z.string().optional().describe('Absent for a person.'),
    actor: actor.describe('Who is calling, by the name that records use.'),
    workspace: z.object({ id: z.string(), name: z.string() }),
    environment: z.enum(ENVIRONMENTS),
    role: z.enum(ROLES),
    agent: z.string().optional().describe('With the role `agent`: whose calls are seen.'),
    permissions: z.array(z.enum(PERMISSIONS)),
    plan: z.string(),
    limits: z.object({
      run_creations_per_minute: limit,
      reads_per_minute: limit,
      runs_at_once: limit.describe('`null`: as many as the nodes have slots.'),
      sync_waits_at_once: limit,
      stored_runs: limit.describe('Runs that the workspace may keep, in both environments together.'),
      stored_bytes: limit.describe('Bytes of inputs, outputs, kit versions and golden sets that it may keep.'),
    }),
    body_limit_bytes: z.number().int().describe('The largest request body.'),
  })
  .meta({ id: 'Me' });

export const getMe = defineEndpoint({
  id: 'getMe',
  sdk: 'keys.me',
  method: 'GET',
  path: '/v1/me',
  tag: 'Keys',
  summary: 'Show what this key is, and what it may do',
  description: 'For tools that show only what a key may do. `null` means no limit.',
  access: 'any_key',
  limit: 'read',
  responses: {
    200: {
      description: 'The key, its workspace and the limits of the plan.',
      schema: me,
      example: {
        key_id: 'key_01jcq8v5h3m8e7x2k9n4b6c1d0',
        actor: { kind: 'key', id: 'key_01jcq8v5h3m8e7x2k9n4b6c1d0', name: 'crm sync' },
        workspace: { id: 'ws_01m7er7dfgeqcrm640y1251410', name: 'default' },
        environment: 'live',
        role: 'viewer',
        permissions: ['runs:read', 'usage:read', 'kits:read'],
        plan: 'team',
        limits: {
          run_creations_per_minute: 600,
          reads_per_minute: 6_000,
          runs_at_once: 25,
          sync_waits_at_once: 25,
          stored_runs: 5_000_000,
          stored_bytes: 100_000_000_000,
        },
        body_limit_bytes: 5_242_880,
      },
    },
  },
});
