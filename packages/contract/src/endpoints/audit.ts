/** The audit log: who did what, and whether it is still as it was written. */
import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, moment, pageLimit, timestamp } from '../fields.ts';
import { auditActionNames } from '../other-audit-actions.ts';
import { ENVIRONMENTS } from '../vocabulary.ts';

export const ID_PREFIXES = ['aud'] as const;

export const auditEntry = z
  .object({
    id: z.string(),
    at: timestamp,
    actor: actor.describe('`system`: the service itself, or its operator on the command line of the deployment.'),
    address: z
      .string()
      .optional()
      .describe('Where the request came from; what a proxy reports only if BRICKWORK_TRUST_PROXY trusts it.'),
    request_id: z.string().optional(),
    environment: z.enum(ENVIRONMENTS).optional().describe('Absent for things that both environments share.'),
    // Asked for later: the endpoints of other groups say what they leave.
    action: z.lazy(() => z.enum(auditActionNames())),
    target: z.object({
      type: z.string().describe('What kind of thing it is: `run`, `kit`, `key` …'),
      id: z.string(),
      name: z.string().optional(),
    }),
    outcome: z.enum(['done', 'refused']),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'For settings, the difference as `changes: { field: { from, to } }`. Never a secret or conversation text.',
      ),
    position: z
      .number()
      .int()
      .optional()
      .describe('Its position in the chain, from 1. Absent for a moment, until the entry is sealed.'),
    hash: z
      .string()
      .optional()
      .describe(
        'SHA-256, in hex, of the previous hash and this entry; the audit log’s documentation says how it is computed.',
      ),
  })
  .meta({ id: 'AuditEntry' });

const example = {
  id: 'aud_01jd3c5e8x9k2m4n6p8q0r2s4t',
  at: '2026-11-17T08:30:00.000Z',
  actor: { kind: 'key', id: 'key_01jd3c5e8x9k2m4n6p8q0r2s4t', name: 'Deployment' },
  address: '203.0.113.7',
  request_id: '01jd3c5e8x9k2m4n6p8q0r2s4t',
  action: 'settings.changed',
  target: { type: 'workspace', id: 'ws_01jd3c5e8x9k2m4n6p8q0r2s4t' },
  outcome: 'done',
  details: { changes: { timezone: { from: 'UTC', to: 'Europe/Lisbon' } } },
  position: 42,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const common = { tag: 'Audit', limit: 'read', access: 'audit:read' } as const;
const filter = {
  actor: cleanText(128)
    .optional()
    .describe('Only what this actor did: an id (`key_…`), or a part of the name in upper or lower case.'),
  action: cleanText(64).optional().describe('Only this action (`key.created`), or every action of a kind (`key`).'),
  target: cleanText(200)
    .optional()
    .describe('Only what was done to this: an id, such as `run_…`, or a part of a name.'),
  after: moment.optional().describe('Only entries from this moment on.'),
  before: moment.optional().describe('Only entries before this moment.'),
};

export const auditPage = z.object({
  data: z.array(auditEntry),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

export const listAudit = defineEndpoint({
  ...common,
  id: 'listAudit',
  sdk: { items: 'audit.list', page: 'audit.page' },
  method: 'GET',
  path: '/v1/audit',
  summary: 'List who did what, newest first',
  description:
    'Changes are recorded in the same transaction, reads of conversations before they are answered. Needs a live key.',
  query: z.object({ ...filter, limit: pageLimit, cursor: z.string().max(200).optional() }),
  faults: { limit: 'invalid_limit' },
  responses: {
    200: {
      description: 'A page of entries.',
      schema: auditPage,
      example: { data: [example], has_more: false },
    },
  },
  errors: ['invalid_cursor', 'forbidden'],
});

export const exportAudit = defineEndpoint({
  ...common,
  id: 'exportAudit',
  sdk: 'audit.export',
  method: 'GET',
  path: '/v1/audit/export',
  summary: 'Stream the audit log as JSON lines, oldest first',
  description: 'Leaves its own entry. Needs a live key.',
  query: z.object(filter),
  responses: { 200: { description: 'An entry per line.', contentType: 'application/x-ndjson' } },
  errors: ['forbidden'],
});

export const auditFinding = z
  .object({
    kind: z
      .enum(['removed', 'changed', 'inserted', 'reordered', 'head'])
      .describe(
        '`removed`: entries are missing. `changed`: an entry was modified. `inserted`: an entry was added later than it claims. `reordered`: an entry was moved. `head`: the end of the chain is not signed by this deployment, or not the published one.',
      ),
    position: z.number().int(),
    entry_id: z.string().optional(),
    detail: z.string(),
  })
  .meta({ id: 'AuditFinding' });

export const auditVerification = z.object({
  intact: z.boolean().describe('Whether the entries in this response are intact.'),
  checked: z.number().int(),
  from_position: z
    .number()
    .int()
    .describe('The first position that was checked; older ones were deleted by retention, or checked before.'),
  to_position: z.number().int(),
  head: z
    .object({ position: z.number().int(), hash: z.string(), sealed_at: timestamp })
    .optional()
    .describe('The end of the chain; absent while there is none.'),
  unsealed: z.number().int().describe('Entries waiting to be sealed; usually none after a second.'),
  findings: z.array(auditFinding).describe('At most 100.'),
  next_cursor: z.string().optional(),
});

export const verifyAudit = defineEndpoint({
  ...common,
  id: 'verifyAudit',
  method: 'GET',
  path: '/v1/audit/verification',
  summary: 'Check that no entry was removed, changed, inserted or moved',
  description:
    'Recomputes the chain, up to 20,000 entries per request; continue with `next_cursor`. With `head` (`POSITION:HASH`, as the service logs it once a day), also checks that this is still the hash of that entry. Needs a live key.',
  query: z.object({
    cursor: z.string().max(200).optional(),
    head: z
      .string()
      .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'must be POSITION:HASH, as in the log')
      .optional(),
  }),
  responses: {
    200: {
      description: 'What was found.',
      schema: auditVerification,
      example: {
        intact: true,
        checked: 42,
        from_position: 1,
        to_position: 42,
        head: { position: 42, hash: example.hash, sealed_at: '2026-11-17T08:30:01.000Z' },
        unsealed: 0,
        findings: [],
      },
    },
  },
  errors: ['invalid_cursor', 'forbidden'],
});
