/** The shared parts of the tables of alerts and canaries. Every method is one transaction. */
import type { AlertState, Environment } from '@brickwork/contract';
import { recordAudit, recordChanges } from '../../access/audit/store/record-audit.ts';
import { encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { RecordEvents, RecordedEvent } from '../../outbound/webhooks/event.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { Watched } from '../watched.ts';
import { readWatchChanges, type WatchChange } from './watch-changes.ts';

export interface WatchedRow {
  workspace_id: string;
  environment: Environment;
  name: string;
  kit_id: string;
  kit_code: string;
  rule: string;
  revision: number;
  state: AlertState;
  since: Date;
  next_check_at: Date;
  checked_at: Date | null;
  found: string | null;
  problem: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface WatchedTable<Row extends WatchedRow, Item> {
  name: 'alerts' | 'canaries';
  /** The field that only rules of this kind have: both kinds may use the same name. */
  ruleHas: 'brick' | 'set';
  /** Columns of this kind only. */
  columns: readonly string[];
  toItem(row: Row): Item;
}

export interface PutWatched {
  name: string;
  kitId: string;
  rule: unknown;
  now: Date;
}

const COLUMNS = [
  ...['workspace_id', 'environment', 'name', 'kit_id', 'rule', 'revision', 'state', 'since', 'next_check_at'],
  ...['checked_at', 'found', 'problem', 'created_at', 'updated_at'],
];
/** One row, of `w`. */
export const ONE = 'w.workspace_id = $1 AND w.environment = $2 AND w.name = $3';

export function createWatchedStore<Row extends WatchedRow, Item extends Watched<unknown, unknown>>(
  database: Database,
  recordEvents: RecordEvents,
  { name: table, ruleHas, columns, toItem }: WatchedTable<Row, Item>,
) {
  const select = `SELECT ${[...COLUMNS, ...columns].map((column) => `w.${column}`).join(', ')}, k.code AS kit_code
    FROM ${table} w JOIN kits k ON k.workspace_id = w.workspace_id AND k.id = w.kit_id`;
  const find = async (on: Queryable, scope: Scope, name: string, lock = ''): Promise<Item | undefined> => {
    const { rows } = await on.query<Row>(`${select} WHERE ${ONE} ${lock}`, [...keyOf(scope), name]);
    return rows[0] && toItem(rows[0]);
  };
  return {
    /** By name. */
    async list(scope: Scope): Promise<Item[]> {
      const { rows } = await database.query<Row>(
        `${select} WHERE w.workspace_id = $1 AND w.environment = $2 ORDER BY w.name`,
        keyOf(scope),
      );
      return rows.map(toItem);
    },
    find: (scope: Scope, name: string): Promise<Item | undefined> => find(database, scope, name),
    /** Newest first. */
    changes: (scope: Scope, name: string, limit: number): Promise<WatchChange[]> =>
      readWatchChanges(database, scope, { name, ruleHas, limit }),
    /** Does nothing if the rule is unchanged; a changed rule is checked immediately. `too_many`: it is new, and there are already `most`. */
    put: (scope: Scope, item: PutWatched, most: number): Promise<Item | 'too_many'> =>
      database.transaction(async (tx) => {
        if (!(await mayAddOne(tx, table, { scope, name: item.name, most }))) return 'too_many';
        const before = await find(tx, scope, item.name);
        await putRow(tx, table, columns, scope, item);
        const stored = await find(tx, scope, item.name);
        if (stored === undefined) throw new Error(`a row of ${table} that was just stored is gone`);
        const record = { ...auditOf(scope, table, item.name), action: `${ONE_OF[table]}.saved` } as const;
        await recordChanges(tx, record, before && settingsOf(before), settingsOf(stored));
        return stored;
      }),
    /** Records the event of its resolution if it was raised; false if there is none. */
    delete: (scope: Scope, name: string, resolved: (item: Item) => RecordedEvent): Promise<boolean> =>
      database.transaction(async (tx) => {
        const item = await find(tx, scope, name, 'FOR UPDATE OF w');
        if (item === undefined) return false;
        await tx.query(`DELETE FROM ${table} w WHERE ${ONE}`, [...keyOf(scope), name]);
        if (item.state === 'raised') await tell(tx, recordEvents, resolved(item));
        await recordAudit(tx, { ...auditOf(scope, table, name), action: `${ONE_OF[table]}.deleted` });
        return true;
      }),
    /** The watched rules of all workspaces whose check is due, the longest waiting first. */
    async due(limit: number): Promise<Item[]> {
      const { rows } = await database.query<Row>(
        `${select} WHERE w.next_check_at <= now() ORDER BY w.next_check_at LIMIT ${limit}`,
      );
      return rows.map(toItem);
    },
  };
}

const ONE_OF = { alerts: 'alert', canaries: 'canary' } as const;

function auditOf({ workspaceId, environment }: Scope, table: 'alerts' | 'canaries', name: string) {
  return { workspaceId, environment, target: { type: ONE_OF[table], id: name } };
}

function settingsOf({ kitCode, rule }: Watched<unknown, unknown>): object {
  return { kit_code: kitCode, ...(rule as object) };
}

export async function tell(tx: Queryable, recordEvents: RecordEvents, event: RecordedEvent): Promise<void> {
  if (await recordEvents(tx, [event])) await tellReady(tx, DELIVERY_KIND);
}

/** The columns that every row has, except the result. */
export function toWatched<Rule>(row: WatchedRow): Omit<Watched<Rule, unknown>, 'found'> {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    name: row.name,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    rule: JSON.parse(row.rule) as Rule,
    revision: row.revision,
    state: row.state,
    since: row.since,
    checkedAt: row.checked_at ?? undefined,
    problem: row.problem ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Whether it exists already, or there are fewer than `most`. The lock makes concurrent inserts wait, so the count is exact. */
async function mayAddOne(
  tx: Queryable,
  table: 'alerts' | 'canaries',
  { scope, name, most }: { scope: Scope; name: string; most: number },
): Promise<boolean> {
  const [workspace, environment] = keyOf(scope);
  await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspace]);
  const { rows } = await tx.query<{ count: number; known: boolean }>(
    `SELECT count(*)::int AS count, coalesce(bool_or(name = $3), false) AS known FROM ${table} WHERE workspace_id = $1 AND environment = $2`,
    [workspace, environment, name],
  );
  return rows[0] === undefined || rows[0].known || rows[0].count < most;
}

/** A changed rule clears the previous result and the columns of this kind; the state is kept until the next check. */
async function putRow(
  tx: Queryable,
  table: 'alerts' | 'canaries',
  columns: readonly string[],
  scope: Scope,
  { name, kitId, rule, now }: PutWatched,
): Promise<void> {
  const reset = ['found', 'problem', 'checked_at', ...columns].map((column) => `${column} = NULL`).join(', ');
  await tx.query(
    `INSERT INTO ${table} AS w (workspace_id, environment, name, kit_id, rule, since, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $6)
     ON CONFLICT (workspace_id, environment, name) DO UPDATE
       SET kit_id = excluded.kit_id, rule = excluded.rule, revision = w.revision + 1, updated_at = excluded.updated_at, next_check_at = now(), ${reset}
       WHERE w.rule <> excluded.rule OR w.kit_id <> excluded.kit_id`,
    [...keyOf(scope), name, kitId, JSON.stringify(rule), now],
  );
}
