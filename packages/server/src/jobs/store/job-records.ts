/**
 * The record of a long job, for every kind: it runs until it has succeeded, failed, was cancelled, or ended in another way of its kind.
 * Each kind has its own table with these shared columns and its own. A running record has a job with its id. Every method is one
 * transaction.
 */
import type { AuditAction } from '@brickwork/contract';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, type IdPrefix } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, endJob, enterJobs, isAnyWaiting, type Lease } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';

type Columns = Readonly<Record<string, unknown>>;

export interface JobTable<Row, Found> {
  /** Of its jobs. */
  kind: string;
  /** The table's name is its plural. */
  noun: 'question' | 'contrast' | 'evaluation' | 'learning' | 'backfill' | 'recording';
  prefix: IdPrefix;
  /** Columns of records `j`, and their joins. A list may leave out large columns. */
  select(isListed: boolean): string;
  toRecord(row: Row): Found;
  /** Set in a record `j` when it ends, in any way. */
  atEnd?: string;
  /** The record is locked before its job, as in other code that changes both. */
  isLockedFirst?: boolean;
  /** How many of its jobs may run per workspace and environment; others wait. One by default. */
  atOnce?: number;
}

export interface NewRecord {
  columns: Columns & { created_at: Date };
  /** A conflict that is not an error: no new record is created then. */
  unless?: string;
  /** What else belongs to it, given the key of the record. */
  also?(tx: Queryable, key: readonly unknown[]): Promise<void>;
}

/** The maximum number deleted by one statement. */
const STEP = 100;
export const IS_IT = 'workspace_id = $1 AND environment = $2 AND id = $3';

export function createJobRecords<Row extends object, Found>(
  database: Database,
  clock: LaneClock,
  description: JobTable<Row, Found>,
) {
  const { kind, noun, prefix, atEnd, isLockedFirst = false, atOnce = 1 } = description;
  const table = `${noun}s`;
  const keyOfRecord = (scope: Scope, id: string) => [...keyOf(scope), decodeId(prefix, id) ?? null];
  const audit = (tx: Queryable, scope: Scope, id: string, action: AuditAction, details?: Record<string, unknown>) => {
    const { workspaceId, environment } = scope;
    return recordAudit(tx, { workspaceId, environment, action, target: { type: noun, id }, details });
  };
  const enter = async (tx: Queryable, scope: Scope, id: string): Promise<void> => {
    await enterJobs(tx, clock, { kind, lane: laneOf(scope), capacity: atOnce }, [decodeId(prefix, id) ?? '']);
    await tellReady(tx, kind);
  };
  const add = async (tx: Queryable, scope: Scope, id: string, record: NewRecord): Promise<boolean> => {
    const { columns, unless = '', also } = record;
    const key = keyOfRecord(scope, id);
    const names = Object.keys(columns);
    const { rowCount } = await tx.query(
      `INSERT INTO ${table} (workspace_id, environment, id, status, ${names.join(', ')})
       VALUES ($1, $2, $3, 'running', ${names.map((_, index) => `$${index + 4}`).join(', ')}) ${unless}`,
      [...key, ...Object.values(columns).map((value) => value ?? null)],
    );
    if (rowCount !== 1) return false;
    await also?.(tx, key);
    await enter(tx, scope, id);
    return true;
  };
  /** False if it had already ended. */
  const end = async (tx: Queryable, scope: Scope, id: string, columns: Columns): Promise<boolean> => {
    const changes = Object.keys(columns).map((name, index) => `${name} = $${index + 4}`);
    const { rowCount } = await tx.query(
      `UPDATE ${table} j SET ${[...changes, ...(atEnd === undefined ? [] : [atEnd])].join(', ')} WHERE ${IS_IT} AND status = 'running'`,
      [...keyOfRecord(scope, id), ...Object.values(columns).map((value) => value ?? null)],
    );
    return rowCount === 1;
  };
  const finish = (
    scope: Scope,
    id: string,
    lease: Lease,
    how: (tx: Queryable) => Promise<Columns> | Columns,
    now: Date,
  ): Promise<boolean> =>
    database.transaction(async (tx) => {
      if (isLockedFirst) await tx.query(`SELECT 1 FROM ${table} WHERE ${IS_IT} FOR UPDATE`, keyOfRecord(scope, id));
      const ended = await endJob(tx, kind, lease);
      if (ended === undefined) return false;
      await end(tx, scope, id, { ...(await how(tx)), completed_at: now });
      if (ended.isMoreReady) await tellReady(tx, kind);
      return true;
    });
  return {
    ...readStatements(database, description),
    keyOfRecord,
    audit,
    add,
    /** Its job, for a record that starts to run later than it was created. */
    enter,
    /** With its job and an entry in the audit log. False if there was a conflict. */
    create: (
      scope: Scope,
      id: string,
      record: NewRecord & { action: AuditAction; details?: Record<string, unknown> },
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        if (!(await add(tx, scope, id, record))) return false;
        await audit(tx, scope, id, record.action, record.details);
        return true;
      }),
    /** Ends the job too; false if the lease was lost. */
    finish,
    fail: (scope: Scope, id: string, lease: Lease, error: string, now: Date): Promise<boolean> =>
      finish(scope, id, lease, () => ({ status: 'failed', error }), now),
    /** Results so far stay; false if it had already ended. */
    cancel: (
      scope: Scope,
      id: string,
      now: Date,
      action: AuditAction,
      details?: Record<string, unknown>,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        await dropJob(tx, kind, laneOf(scope), decodeId(prefix, id) ?? '');
        if (!(await end(tx, scope, id, { status: 'cancelled', completed_at: now }))) return false;
        await audit(tx, scope, id, action, details);
        return true;
      }),
    /** Some of those that ended long enough ago, in all workspaces. */
    async dropOld(before: Date): Promise<void> {
      await database.query(
        `DELETE FROM ${table} j USING (SELECT workspace_id, environment, id FROM ${table} WHERE status <> 'running' AND completed_at < $1 LIMIT ${STEP}) old
         WHERE j.workspace_id = old.workspace_id AND j.environment = old.environment AND j.id = old.id`,
        [before],
      );
    },
  };
}

function readStatements<Row extends object, Found>(
  database: Database,
  { kind, noun, prefix, select, toRecord }: JobTable<Row, Found>,
) {
  const found = async (isListed: boolean, condition: string, values: readonly unknown[]): Promise<Found[]> => {
    const { rows } = await database.query<Row>(
      `SELECT ${select(isListed)} WHERE j.workspace_id = $1 AND j.environment = $2 ${condition}`,
      [...values],
    );
    return rows.map(toRecord);
  };
  return {
    async find(scope: Scope, id: string): Promise<Found | undefined> {
      const uuid = decodeId(prefix, id);
      return uuid === undefined ? undefined : (await found(false, 'AND j.id = $3', [...keyOf(scope), uuid]))[0];
    },
    /** Newest first; a condition may use `j` and further values from $3 on. */
    list: (scope: Scope, limit: number, condition = '', values: readonly unknown[] = []): Promise<Found[]> =>
      found(true, `${condition} ORDER BY j.id DESC LIMIT ${limit}`, [...keyOf(scope), ...values]),
    /** The newest that meets a condition, with all columns. */
    latest: async (scope: Scope, condition: string, values: readonly unknown[]): Promise<Found | undefined> =>
      (await found(false, `${condition} ORDER BY j.id DESC LIMIT 1`, [...keyOf(scope), ...values]))[0],
    async countAll(scope: Scope): Promise<number> {
      const { rows } = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${noun}s WHERE workspace_id = $1 AND environment = $2`,
        keyOf(scope),
      );
      return rows[0]?.count ?? 0;
    },
    /** Whether another one is waiting for its turn. */
    isAnyWaiting: (scope: Scope): Promise<boolean> => isAnyWaiting(database, kind, laneOf(scope)),
  };
}
