/** The audit log over HTTP: list, export, verify. */
import { Readable } from 'node:stream';
import { AUDIT_ACTIONS, auditApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { StoredEntry } from '../../access/audit/audit-entry.ts';
import { everyEntry, listEntries, type ReadAudit } from '../../access/audit/read-audit.ts';
import type { AuditFilter } from '../../access/audit/store/audit-store.ts';
import { type VerifyChain, verifyChain } from '../../access/audit/verify-chain.ts';
import type { Principal } from '../../access/principal.ts';
import { ok, type Route, route } from '../route.ts';

export type AuditRoutes = ReadAudit & VerifyChain;

export function auditRoutes(deps: AuditRoutes): Route[] {
  return [
    route(auditApi.listAudit, async ({ principal, query: { limit, cursor, ...query } }) => {
      requireLive(principal);
      const { entries, nextCursor } = await listEntries(deps, principal.workspaceId, toFilter(query), limit, cursor);
      return ok({ data: entries.map(toWire), has_more: nextCursor !== undefined, next_cursor: nextCursor });
    }),
    route(auditApi.exportAudit, async ({ principal, query, signal }) => {
      requireLive(principal);
      const lines = jsonLines(
        principal.workspaceId,
        everyEntry(deps, principal.workspaceId, toFilter(query), signal()),
      );
      return ok(Readable.from(lines), { 'content-type': 'application/x-ndjson; charset=utf-8' });
    }),
    route(auditApi.verifyAudit, async ({ principal, query }) => {
      requireLive(principal);
      const found = await verifyChain(deps, principal.workspaceId, {
        cursor: query.cursor,
        published: query.head === undefined ? undefined : readHead(query.head),
      });
      return ok({
        intact: found.findings.length === 0,
        checked: found.checked,
        from_position: found.fromPosition,
        to_position: found.toPosition,
        head: found.head && {
          position: found.head.position,
          hash: found.head.hash.toString('hex'),
          sealed_at: found.head.sealedAt.toISOString(),
        },
        unsealed: found.unsealed,
        findings: found.findings.map(({ kind, position, entryId, detail }) => ({
          kind,
          position,
          entry_id: entryId,
          detail,
        })),
        next_cursor: found.nextCursor,
      });
    }),
  ];
}

function requireLive({ environment }: Principal): void {
  if (environment !== 'live')
    throw new ServiceError('forbidden', {
      detail: 'The audit log covers both environments: reading it needs a live key.',
    });
}

interface FilterQuery {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

function toFilter({ actor, action, target, after, before }: FilterQuery): AuditFilter {
  if (action !== undefined) checkAction(action);
  return {
    actor,
    action,
    target,
    after: after === undefined ? undefined : new Date(after),
    before: before === undefined ? undefined : new Date(before),
  };
}

/** A misspelt action would find nothing, which would look as if nothing had happened. */
function checkAction(action: string): void {
  const names = Object.keys(AUDIT_ACTIONS);
  const kinds = new Set(names.map((name) => name.replace(/\..*/, '')));
  if (names.includes(action) || kinds.has(action)) return;
  const hint = didYouMean(action, [...names, ...kinds]) ?? 'the documentation lists them.';
  throw new ServiceError('invalid_parameter', { detail: `action: there is no action “${action}”; ${hint}` });
}

function readHead(text: string): { position: number; hash: Buffer } {
  const [position = '', hash = ''] = text.split(':');
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/** With everything needed to verify the export. */
async function* jsonLines(workspaceId: string, entries: AsyncGenerator<StoredEntry>): AsyncGenerator<string> {
  for await (const entry of entries) {
    const line = {
      ...toWire(entry),
      workspace_id: workspaceId,
      previous_hash: entry.sealed?.previousHash.toString('hex'),
      mac: entry.mac?.toString('hex'),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

function toWire({ id, at, actor, address, requestId, environment, action, target, outcome, ...rest }: StoredEntry) {
  const { details, sealed } = rest;
  return {
    id,
    at: at.toISOString(),
    actor,
    address,
    request_id: requestId,
    environment,
    action,
    target,
    outcome,
    details: details === undefined ? undefined : (JSON.parse(details) as Record<string, unknown>),
    position: sealed?.position,
    hash: sealed?.hash.toString('hex'),
  };
}
