/** Scheduled exports in PostgreSQL. Every method is one transaction. */
import type { Environment } from '@brickwork/contract';
import { recordAudit, recordChanges } from '../../../access/audit/store/record-audit.ts';
import { encodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import type { ExportSettings, ScheduledExport } from '../scheduled-export.ts';

interface ExportRow {
  workspace_id: string;
  workspace_name: string;
  environment: Environment;
  settings: ExportSettings;
  secret: Buffer | null;
  next_at: Date;
  running: boolean;
  started_at: Date | null;
  finished_at: Date | null;
  succeeded_at: Date | null;
  error: string | null;
  runs: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface ExportToPut {
  /** Computes what to store from the stored row. */
  settle(known: ScheduledExport | undefined): { settings: ExportSettings; secret: Buffer | undefined };
  now: Date;
}

export type Outcome = { runs: number; error?: undefined } | { error: string };

const SELECT = `SELECT x.workspace_id, w.name AS workspace_name, x.environment, x.settings, x.secret, x.next_at, x.running, x.started_at, x.finished_at,
    x.succeeded_at, x.error, x.runs, x.created_at, x.updated_at
  FROM warehouse_exports x JOIN workspaces w ON w.id = x.workspace_id`;
const ONE = 'x.workspace_id = $1 AND x.environment = $2';

export function createExportStore(database: Database) {
  return {
    find: (scope: Scope): Promise<ScheduledExport | undefined> => find(database, scope),
    /** It is due immediately. */
    put: (scope: Scope, given: ExportToPut): Promise<ScheduledExport | undefined> =>
      database.transaction(async (tx) => {
        const key = keyOf(scope);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [key[0]]);
        const known = await find(tx, scope, 'FOR UPDATE OF x');
        const { settings, secret } = given.settle(known);
        await tx.query(
          `INSERT INTO warehouse_exports (workspace_id, environment, settings, enabled, secret, next_at, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $6, $6)
           ON CONFLICT (workspace_id, environment) DO UPDATE SET settings = excluded.settings, enabled = excluded.enabled, secret = excluded.secret,
             next_at = excluded.next_at, error = NULL, updated_at = excluded.updated_at`,
          [...key, JSON.stringify(settings), settings.enabled, secret ?? null, given.now],
        );
        const record = { ...auditOf(scope, settings.to), action: 'warehouse_export.saved' as const };
        const isNewSecret = secret !== undefined && known?.secret?.equals(secret) !== true;
        await recordChanges(tx, record, known && { ...known.settings, secret: 'stored' }, {
          ...settings,
          secret: isNewSecret ? 'replaced' : 'stored',
        });
        return find(tx, scope);
      }),
    remove: (scope: Scope): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ to: string }>(
          `DELETE FROM warehouse_exports x WHERE ${ONE} RETURNING x.settings ->> 'to' AS to`,
          keyOf(scope),
        );
        if (rows[0] === undefined) return false;
        await recordAudit(tx, { ...auditOf(scope, rows[0].to), action: 'warehouse_export.deleted' });
        return true;
      }),
    /** Makes it due in the next round. */
    async hasten(scope: Scope, now: Date): Promise<void> {
      await database.query(`UPDATE warehouse_exports x SET next_at = least(next_at, $3) WHERE ${ONE}`, [
        ...keyOf(scope),
        now,
      ]);
    },
    /** Those that are due, the longest first. */
    async due(now: Date, limit: number): Promise<ScheduledExport[]> {
      const { rows } = await database.query<ExportRow>(
        `${SELECT} WHERE x.enabled AND x.next_at <= $1 ORDER BY x.next_at LIMIT ${limit}`,
        [now],
      );
      return rows.map(toExport);
    },
    /** False: it was changed or deleted meanwhile. */
    begin: (scheduled: ScheduledExport, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE warehouse_exports x SET running = true, started_at = $4 WHERE ${ONE} AND x.updated_at = $3`,
          [...keyOf(scheduled), scheduled.updatedAt, now],
        );
        if (rowCount !== 1) return false;
        await recordAudit(tx, {
          ...auditOf(scheduled, scheduled.settings.to),
          action: 'warehouse.exported',
          details: { to: scheduled.settings.to, masked: scheduled.settings.mask },
        });
        return true;
      }),
    /** The result of an export whose settings were changed meanwhile is ignored: the new settings are due. */
    async end(scheduled: ScheduledExport, outcome: Outcome, nextAt: Date, now: Date): Promise<void> {
      const error = outcome.error ?? null;
      await database.query(
        `UPDATE warehouse_exports x SET running = false, finished_at = $4,
           error = CASE WHEN updated_at = $3 THEN $5 ELSE error END,
           succeeded_at = CASE WHEN updated_at = $3 AND $5::text IS NULL THEN $4 ELSE succeeded_at END,
           runs = CASE WHEN updated_at = $3 THEN coalesce($6, runs) ELSE runs END,
           next_at = CASE WHEN updated_at = $3 THEN $7 ELSE next_at END
         WHERE ${ONE}`,
        [...keyOf(scheduled), scheduled.updatedAt, now, error, 'runs' in outcome ? outcome.runs : null, nextAt],
      );
    },
    /** It was interrupted; the next leader continues it. */
    async putBack(scheduled: Scope): Promise<void> {
      await database.query(`UPDATE warehouse_exports x SET running = false WHERE ${ONE}`, keyOf(scheduled));
    },
  };
}

export type ExportStore = ReturnType<typeof createExportStore>;

async function find(on: Queryable, scope: Scope, lock = ''): Promise<ScheduledExport | undefined> {
  const { rows } = await on.query<ExportRow>(`${SELECT} WHERE ${ONE} ${lock}`, keyOf(scope));
  return rows[0] && toExport(rows[0]);
}

function toExport(row: ExportRow): ScheduledExport {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    workspaceName: row.workspace_name,
    environment: row.environment,
    settings: row.settings,
    secret: row.secret ?? undefined,
    nextAt: row.next_at,
    isRunning: row.running,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    succeededAt: row.succeeded_at ?? undefined,
    error: row.error ?? undefined,
    runs: row.runs === null ? undefined : Number(row.runs),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function auditOf({ workspaceId, environment }: Scope, to: string) {
  return { workspaceId, environment, target: { type: 'warehouse_export', id: 'warehouse', name: to } };
}
