/**
 * Writes an entry of the audit log in the transaction of the change it describes: either both commit or neither. Every store that changes
 * something calls it with its own `tx`; the actor is known from the request (`core/acting.ts`).
 */
import type { AuditAction, Environment } from '@brickwork/contract';
import { type Acting, whoActs } from '../../../core/acting.ts';
import { decodeId, encodeId, newUuid } from '../../../core/ids.ts';
import type { Database, Queryable, Statement } from '../../../database/database.ts';
import { type AuditTarget, macOf } from '../audit-entry.ts';
import { type Difference, differenceOf } from '../difference.ts';

export interface AuditRecord {
  workspaceId: string;
  /** Absent for what both environments share. */
  environment?: Environment | undefined;
  action: AuditAction;
  target: AuditTarget;
  details?: Record<string, unknown> | undefined;
}

/** An entry of which there is at most one an hour, for each actor, action and target. */
export interface HourlyRecord extends AuditRecord {
  acting: Acting;
  at: Date;
  outcome: 'done' | 'refused';
}

const INSERT = `INSERT INTO audit_entries (workspace_id, id, at, environment, actor_kind, actor_id, actor_name, address, request_id, action,
    target_type, target_id, target_name, outcome, details, mac, once_in)`;

const RECORD: Statement = {
  name: 'record_audit',
  text: `${INSERT} VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'done', $14, $15, NULL)`,
};

export async function recordAudit(tx: Queryable, record: AuditRecord): Promise<void> {
  const { actor, address = null, requestId = null } = whoActs();
  const { workspaceId, environment = null, action, target } = record;
  const written = stamped(tx, { ...record, acting: whoActs(), at: new Date(), outcome: 'done' });
  await tx.query(RECORD, [
    decodeId('ws', workspaceId),
    written.uuid,
    written.at,
    environment,
    ...[actor.kind, actor.id, actor.name, address, requestId, action, target.type, target.id, target.name ?? null],
    written.details,
    written.mac,
  ]);
}

/** Fields that are set when the entry is written: its id, its details as text, and the MAC over everything. */
function stamped(tx: Queryable, { workspaceId, environment, action, target, details, ...rest }: HourlyRecord) {
  if (tx.auditKey === undefined) throw new Error('the database was opened without the key of the audit log');
  const { acting, at, outcome } = rest;
  const uuid = newUuid(at);
  const text = details === undefined ? undefined : JSON.stringify(details);
  const mac = macOf(tx.auditKey, workspaceId, {
    id: encodeId('aud', uuid),
    ...{ at, environment, action, target, outcome, details: text },
    ...{ actor: acting.actor, address: acting.address, requestId: acting.requestId },
  });
  return { uuid, at, details: text ?? null, mac };
}

/** Changes to the whole deployment are recorded in each of its workspaces. */
export async function recordForAll(
  database: Database,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
    for (const { id } of rows) {
      const workspaceId = encodeId('ws', id);
      await recordAudit(tx, { workspaceId, action, target: { type: 'deployment', id: 'deployment' }, details });
    }
  });
}

/** Records what a change changed, or nothing if there is no difference. */
export async function recordChanges(
  tx: Queryable,
  record: AuditRecord,
  before: object | undefined,
  after: object,
): Promise<void> {
  const changes: Difference | undefined = differenceOf(before, after);
  if (changes === undefined) return;
  await recordAudit(tx, { ...record, details: { ...record.details, changes } });
}

/** Ordered by key, so that two nodes that record the same changes cannot deadlock. */
export async function recordHourly(on: Queryable, records: readonly HourlyRecord[]): Promise<void> {
  const rows = records
    .map((record) => ({ ...record, written: stamped(on, record) }))
    .map(({ workspaceId, environment = null, action, target, acting, outcome, written }) => [
      decodeId('ws', workspaceId) ?? '',
      acting.actor.id,
      action,
      target.id,
      written.uuid,
      written.at,
      environment,
      acting.actor.kind,
      acting.actor.name,
      acting.address ?? null,
      acting.requestId ?? null,
      target.type,
      target.name ?? null,
      outcome,
      written.details,
      written.mac,
    ])
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const column = (index: number) => rows.map((row) => row[index]);
  await on.query(
    {
      name: 'record_hourly_audit',
      text: `${INSERT} SELECT g.workspace, g.id, g.at, g.environment, g.kind, g.actor, g.name, g.address, g.request, g.action, g.type, g.target, g.target_name,
          g.outcome, g.details::json, g.mac, date_trunc('hour', g.at, 'UTC')
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
          $12::text[], $13::text[], $14::text[], $15::text[], $16::bytea[])
          AS g (workspace, actor, action, target, id, at, environment, kind, name, address, request, type, target_name, outcome, details, mac)
        ON CONFLICT (workspace_id, actor_id, action, target_id, once_in) WHERE once_in IS NOT NULL DO NOTHING`,
    },
    Array.from({ length: 16 }, (_, index) => column(index)),
  );
}

function keyOf(row: readonly unknown[]): string {
  return row.slice(0, 4).join('\n');
}
