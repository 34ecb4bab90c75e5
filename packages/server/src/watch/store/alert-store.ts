/** Alerts in PostgreSQL. Every method is one transaction. */
import type { AlertState, Environment } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { RecordEvents, RecordedEvent } from '../../webhooks/event.ts';
import type { Alert, AlertFinding, AlertRule } from '../alert.ts';
import { type AlertChange, readAlertChanges } from './alert-changes.ts';

export interface CheckedAlert {
  state: AlertState;
  found: AlertFinding | undefined;
  problem: string | undefined;
  now: Date;
  /** Recorded in the same transaction. */
  event: RecordedEvent | undefined;
}

interface AlertRow {
  workspace_id: string;
  environment: Environment;
  name: string;
  kit_id: string;
  kit_code: string;
  rule: string;
  revision: number;
  state: AlertState;
  since: Date;
  checked_at: Date | null;
  found: string | null;
  problem: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `a.workspace_id, a.environment, a.name, a.kit_id, k.code AS kit_code, a.rule, a.revision, a.state, a.since, a.checked_at,
  a.found, a.problem, a.created_at, a.updated_at`;
const ALERTS = 'alerts a JOIN kits k ON k.workspace_id = a.workspace_id AND k.id = a.kit_id';
const ONE = 'a.workspace_id = $1 AND a.environment = $2 AND a.name = $3';

export function createAlertStore(database: Database, recordEvents: RecordEvents) {
  return {
    /** By name. */
    async list(scope: Scope): Promise<Alert[]> {
      const { rows } = await database.query<AlertRow>(
        `SELECT ${COLUMNS} FROM ${ALERTS} WHERE a.workspace_id = $1 AND a.environment = $2 ORDER BY a.name`,
        keyOf(scope),
      );
      return rows.map(toAlert);
    },
    find: (scope: Scope, name: string): Promise<Alert | undefined> => findAlert(database, scope, name),
    /** Newest first. */
    changes: (scope: Scope, name: string, limit: number): Promise<AlertChange[]> =>
      readAlertChanges(database, scope, { name, ruleHas: 'brick', limit }),
    /** Unless it has this rule already. `too_many`: it is a new one, and there are `most` already. */
    put: (
      scope: Scope,
      alert: { name: string; kitId: string; rule: AlertRule; now: Date },
      most: number,
    ): Promise<Alert | 'too_many'> => database.transaction((tx) => putAlert(tx, scope, alert, most)),
    /** With the event of its resolution, where it was raised; false when there is none. */
    delete: (scope: Scope, name: string, resolved: (alert: Alert) => RecordedEvent): Promise<boolean> =>
      database.transaction(async (tx) => {
        const alert = await findAlert(tx, scope, name, 'FOR UPDATE OF a');
        if (alert === undefined) return false;
        await tx.query(`DELETE FROM alerts a WHERE ${ONE}`, [...keyOf(scope), name]);
        if (alert.state === 'raised') await tellOfAlert(tx, recordEvents, resolved(alert));
        return true;
      }),
    /** Of all workspaces, those whose check is due, the longest waiting first. */
    async due(limit: number): Promise<Alert[]> {
      const { rows } = await database.query<AlertRow>(
        `SELECT ${COLUMNS} FROM ${ALERTS} WHERE a.next_check_at <= now() ORDER BY a.next_check_at LIMIT ${limit}`,
      );
      return rows.map(toAlert);
    },
    /** The next check is due `everyMs` from now. False when the alert was changed, checked or deleted meanwhile: then nothing is stored. */
    settle: (alert: Alert, { state, found, problem, now, event }: CheckedAlert, everyMs: number): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE alerts a SET state = $6, since = CASE WHEN a.state = $6 THEN a.since ELSE $7 END, checked_at = $7,
             found = CASE WHEN $9::text IS NULL THEN $8 ELSE a.found END, problem = $9, next_check_at = now() + $10 * interval '1 millisecond'
           WHERE ${ONE} AND a.revision = $4 AND a.state = $5`,
          [
            ...keyOf(alert),
            alert.name,
            alert.revision,
            alert.state,
            state,
            now,
            found === undefined ? null : JSON.stringify(found),
            problem ?? null,
            everyMs,
          ],
        );
        if (rowCount !== 1) return false;
        if (event !== undefined) await tellOfAlert(tx, recordEvents, event);
        return true;
      }),
  };
}

export type AlertStore = ReturnType<typeof createAlertStore>;

export async function tellOfAlert(tx: Queryable, recordEvents: RecordEvents, event: RecordedEvent): Promise<void> {
  if (await recordEvents(tx, [event])) await tellReady(tx, DELIVERY_KIND);
}

function keyOf({ workspaceId, environment }: Scope): unknown[] {
  return [decodeId('ws', workspaceId), environment];
}

async function findAlert(on: Queryable, scope: Scope, name: string, lock = ''): Promise<Alert | undefined> {
  const { rows } = await on.query<AlertRow>(`SELECT ${COLUMNS} FROM ${ALERTS} WHERE ${ONE} ${lock}`, [
    ...keyOf(scope),
    name,
  ]);
  return rows[0] && toAlert(rows[0]);
}

/** Whether it is there already, or there are fewer than `most`. Whoever adds one waits for the other: their number is exact. */
export async function mayAddOne(
  tx: Queryable,
  table: 'alerts' | 'canaries',
  [workspace, environment]: readonly unknown[],
  name: string,
  most: number,
): Promise<boolean> {
  await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspace]);
  const { rows } = await tx.query<{ count: number; known: boolean }>(
    `SELECT count(*)::int AS count, coalesce(bool_or(name = $3), false) AS known FROM ${table} WHERE workspace_id = $1 AND environment = $2`,
    [workspace, environment, name],
  );
  return rows[0] === undefined || rows[0].known || rows[0].count < most;
}

/** A changed rule is checked at once; the state stays until then. */
async function putAlert(
  tx: Queryable,
  scope: Scope,
  { name, kitId, rule, now }: { name: string; kitId: string; rule: AlertRule; now: Date },
  most: number,
): Promise<Alert | 'too_many'> {
  if (!(await mayAddOne(tx, 'alerts', keyOf(scope), name, most))) return 'too_many';
  await tx.query(
    `INSERT INTO alerts AS a (workspace_id, environment, name, kit_id, rule, since, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $6)
     ON CONFLICT (workspace_id, environment, name) DO UPDATE
       SET kit_id = excluded.kit_id, rule = excluded.rule, revision = a.revision + 1, updated_at = excluded.updated_at, next_check_at = now(),
         found = NULL, problem = NULL, checked_at = NULL
       WHERE a.rule <> excluded.rule OR a.kit_id <> excluded.kit_id`,
    [...keyOf(scope), name, kitId, JSON.stringify(rule), now],
  );
  const stored = await findAlert(tx, scope, name);
  if (stored === undefined) throw new Error('an alert that was just stored is gone');
  return stored;
}

function toAlert(row: AlertRow): Alert {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    name: row.name,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    rule: JSON.parse(row.rule) as AlertRule,
    revision: row.revision,
    state: row.state,
    since: row.since,
    checkedAt: row.checked_at ?? undefined,
    found: row.found === null ? undefined : toFinding(row.found),
    problem: row.problem ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** As JSON, with times as text. */
function toFinding(text: string): AlertFinding {
  const found = JSON.parse(text) as Omit<AlertFinding, 'from' | 'to'> & { from: string; to: string };
  return { ...found, from: new Date(found.from), to: new Date(found.to) };
}
