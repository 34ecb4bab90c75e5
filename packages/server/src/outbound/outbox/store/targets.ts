/**
 * Targets that people set up, by name: channels and destinations, each with its log. Every method is one transaction. Deleting one deletes
 * its log; jobs of its deliveries end when they are claimed.
 */
import type { AuditAction, Environment } from '@brickwork/contract';
import { recordAudit, recordChanges } from '../../../access/audit/store/record-audit.ts';
import { encodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import type { Delivery, Listed, Target } from '../target.ts';
import { hasten } from './deliveries.ts';
import type { Outbox } from './outbox.ts';

export interface TargetRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  name: string;
  created_at: Date;
  updated_at: Date;
}

export interface DeliveryRow {
  delivery_id: string;
  status: Delivery['status'];
  attempts: number;
  outcome: string | null;
  next_attempt_at: Date | null;
  delivery_created_at: Date;
  delivery_updated_at: Date;
}

/** Where a kind of target is stored: `columns` of its row `c` in addition to TargetRow, `logged` of its deliveries `d` in addition to DeliveryRow. */
export interface TargetTable<Row extends TargetRow, Kept extends Target, LogRow extends DeliveryRow, Logged> {
  outbox: Outbox;
  noun: 'channel' | 'destination';
  columns: string;
  logged: string;
  toTarget(row: Row, target: Target): Kept;
  toDelivery(row: LogRow, delivery: Delivery): Logged;
}

export interface TargetToPut<Kept> {
  name: string;
  /** The maximum number in an environment. */
  most: number;
  /** Stores it; returns the values that the audit log compares. `known` is the stored row. */
  save(tx: Queryable, known: Kept | undefined): Promise<{ before: object | undefined; after: object }>;
}

/** More are waiting for their time. */
const HASTENED = 100;

export const columnsOf = ({ columns }: { columns: string }) =>
  `c.workspace_id, c.environment, c.id, c.name, c.created_at, c.updated_at, ${columns}`;

export function targetOf(row: TargetRow): Target {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    targetId: row.id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function createTargetStore<Row extends TargetRow, Kept extends Target, LogRow extends DeliveryRow, Logged>(
  database: Database,
  table: TargetTable<Row, Kept, LogRow, Logged>,
) {
  const { outbox, noun, toTarget } = table;
  const [targets, owner] = [`${noun}s`, `${noun}_id`];
  type Found = Row & LogRow & { delivery_id: string | null };
  const logged = `d.id AS delivery_id, d.status, d.attempts, d.outcome, d.next_attempt_at, d.created_at AS delivery_created_at,
    d.updated_at AS delivery_updated_at, ${table.logged}`;
  const ofTarget = `d.workspace_id = $1 AND d.environment = $2 AND d.${owner} = $3`;
  const select = `SELECT ${columnsOf(table)}, last.* FROM ${targets} c LEFT JOIN LATERAL (
      SELECT ${logged} FROM ${outbox.table} d WHERE d.workspace_id = c.workspace_id AND d.environment = c.environment AND d.${owner} = c.id
      ORDER BY d.id DESC LIMIT 1) last ON true
    WHERE c.workspace_id = $1 AND c.environment = $2`;
  const toDelivery = (row: LogRow) => table.toDelivery(row, deliveryOf(outbox, row));
  const toListed = (row: Found): Listed<Kept, Logged> => ({
    ...toTarget(row, targetOf(row)),
    lastDelivery: row.delivery_id === null ? undefined : toDelivery(row),
  });
  const find = async (on: Queryable, scope: Scope, name: string, lock = '') => {
    const { rows } = await on.query<Found>(`${select} AND c.name = $3 ${lock}`, [...keyOf(scope), name]);
    return rows[0] && toListed(rows[0]);
  };
  const keyOfTarget = (target: Target) => [...keyOf(target), target.targetId];
  const audit = ({ workspaceId, environment }: Scope, name: string, done: 'saved' | 'deleted') => ({
    ...{ workspaceId, environment, target: { type: noun, id: name } },
    action: `${noun}.${done}` satisfies AuditAction,
  });
  return {
    /** By name. */
    async list(scope: Scope): Promise<Listed<Kept, Logged>[]> {
      const { rows } = await database.query<Found>(`${select} ORDER BY c.name`, keyOf(scope));
      return rows.map(toListed);
    },
    find: (scope: Scope, name: string) => find(database, scope, name),
    /** Locks the workspace's row: two requests that create one are processed one after the other. Waiting deliveries are retried immediately. */
    put: (scope: Scope, { name, most, save }: TargetToPut<Kept>): Promise<Listed<Kept, Logged> | 'too_many'> =>
      database.transaction(async (tx) => {
        const key = keyOf(scope);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [key[0]]);
        const known = await find(tx, scope, name, 'FOR NO KEY UPDATE OF c');
        if (known === undefined) {
          const { rows } = await tx.query<{ count: number }>(
            `SELECT count(*)::int AS count FROM ${targets} WHERE workspace_id = $1 AND environment = $2`,
            key,
          );
          if ((rows[0]?.count ?? 0) >= most) return 'too_many';
        }
        const { before, after } = await save(tx, known);
        await recordChanges(tx, audit(scope, name, 'saved'), before, after);
        if (known !== undefined) await hastenWaiting(tx, outbox, `${ofTarget} AND d.status = 'pending'`, known);
        const stored = await find(tx, scope, name);
        if (stored === undefined) throw new Error(`a ${noun} that was just stored is not there`);
        return stored;
      }),
    /** With its log; false if there is none of this name. */
    remove: (scope: Scope, name: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `DELETE FROM ${targets} WHERE workspace_id = $1 AND environment = $2 AND name = $3`,
          [...keyOf(scope), name],
        );
        if (rowCount !== 1) return false;
        await recordAudit(tx, audit(scope, name, 'deleted'));
        return true;
      }),
    /** Newest first, after `before`; only those with these values in columns of the log. */
    async deliveries(
      target: Target,
      { limit, before, ...only }: { limit: number; before?: string | undefined; status?: unknown; run_id?: unknown },
    ): Promise<Logged[]> {
      const values: unknown[] = keyOfTarget(target);
      const conditions = Object.entries(only).flatMap(([column, value]) =>
        value === undefined ? [] : [`AND d.${column} = $${values.push(value)}`],
      );
      if (before !== undefined) conditions.push(`AND d.id < $${values.push(before)}`);
      const { rows } = await database.query<LogRow>(
        `SELECT ${logged} FROM ${outbox.table} d WHERE ${ofTarget} ${conditions.join(' ')} ORDER BY d.id DESC LIMIT ${limit}`,
        values,
      );
      return rows.map(toDelivery);
    },
    /** A log entry for a test that was sent. Undefined if the target was deleted meanwhile. */
    async recordTest(target: Target, columns: Readonly<Record<string, unknown>>): Promise<Logged | undefined> {
      const names = Object.keys(columns);
      const { rows } = await database.query<LogRow>(
        `WITH d AS (
           INSERT INTO ${outbox.table} (workspace_id, environment, ${owner}, attempts, ${names.join(', ')})
           SELECT $1, $2, c.id, 1, ${names.map((_, index) => `$${index + 4}`).join(', ')} FROM ${targets} c
           WHERE c.workspace_id = $1 AND c.environment = $2 AND c.id = $3 FOR KEY SHARE
           RETURNING *)
         SELECT ${logged} FROM d`,
        [...keyOfTarget(target), ...Object.values(columns).map((value) => value ?? null)],
      );
      return rows[0] && toDelivery(rows[0]);
    },
  };
}

async function hastenWaiting(tx: Queryable, outbox: Outbox, waiting: string, target: Target): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT d.id FROM ${outbox.table} d WHERE ${waiting} ORDER BY d.id LIMIT ${HASTENED}`,
    [...keyOf(target), target.targetId],
  );
  const ids = rows.map(({ id }) => id);
  await hasten(tx, outbox, target, ids);
}

function deliveryOf({ prefix }: Outbox, row: DeliveryRow): Delivery {
  return {
    deliveryId: encodeId(prefix, row.delivery_id),
    status: row.status,
    attempts: row.attempts,
    outcome: row.outcome ?? undefined,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    createdAt: row.delivery_created_at,
    updatedAt: row.delivery_updated_at,
  };
}
