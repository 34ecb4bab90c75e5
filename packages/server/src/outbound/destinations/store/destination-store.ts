/** Destinations in PostgreSQL. Every method is one transaction. */
import type { DestinationDocument } from '@brickwork/contract';
import { recordAudit, recordChanges } from '../../../access/audit/store/record-audit.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { WRITE_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { hastenJob } from '../../../queue/store/move-jobs.ts';
import { tellReady } from '../../../queue/store/tell-ready.ts';
import type { Destination, DestinationDelivery } from '../destination.ts';
import {
  DELIVERY_COLUMNS,
  DESTINATION_COLUMNS,
  type DeliveryRow,
  type DestinationRow,
  toDelivery,
  toDestination,
} from './destination-rows.ts';

export interface DestinationToPut {
  name: string;
  /** For a new one. */
  destinationId: string;
  document: DestinationDocument;
  kitIds: string[] | undefined;
  /** What to store, given what is stored. Throws when a secret is missing. */
  settle(known: Destination | undefined): { secrets: Buffer | undefined; names: string[] };
  now: Date;
  /** How many an environment may have. */
  most: number;
}

export interface ListedDestination {
  destination: Destination;
  lastDelivery: DestinationDelivery | undefined;
}

type RowWithLast = DestinationRow & (DeliveryRow | { delivery_id: null });

const ONE = 'c.workspace_id = $1 AND c.environment = $2 AND c.name = $3';
const WITH_LAST = `SELECT ${DESTINATION_COLUMNS}, last.* FROM destinations c
  LEFT JOIN LATERAL (SELECT ${DELIVERY_COLUMNS} FROM destination_deliveries d
    WHERE d.workspace_id = c.workspace_id AND d.environment = c.environment AND d.destination_id = c.id
    ORDER BY d.id DESC LIMIT 1) last ON true`;

export function createDestinationStore(database: Database) {
  return {
    /** By name. */
    async list(scope: Scope): Promise<ListedDestination[]> {
      const { rows } = await database.query<RowWithLast>(
        `${WITH_LAST} WHERE c.workspace_id = $1 AND c.environment = $2 ORDER BY c.name`,
        keyOf(scope),
      );
      return rows.map(withLast);
    },
    find: (scope: Scope, name: string): Promise<ListedDestination | undefined> => find(database, scope, name),
    put: (scope: Scope, given: DestinationToPut): Promise<ListedDestination | 'too_many'> =>
      database.transaction((tx) => put(tx, scope, given)),
    /** With its log; false when there is none of this name. Its jobs end when they are claimed. */
    remove: (scope: Scope, name: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM destinations c WHERE ${ONE}`, [...keyOf(scope), name]);
        if (rowCount !== 1) return false;
        await recordAudit(tx, { ...auditOf(scope, name), action: 'destination.deleted' });
        return true;
      }),
  };
}

export type DestinationStore = ReturnType<typeof createDestinationStore>;

async function find(on: Queryable, scope: Scope, name: string, lock = ''): Promise<ListedDestination | undefined> {
  const { rows } = await on.query<RowWithLast>(`${WITH_LAST} WHERE ${ONE} ${lock}`, [...keyOf(scope), name]);
  return rows[0] && withLast(rows[0]);
}

function withLast(row: RowWithLast): ListedDestination {
  return {
    destination: toDestination(row),
    lastDelivery: row.delivery_id === null ? undefined : toDelivery(row),
  };
}

/** The workspace's row is locked: two that create a destination at once do it one after the other. */
async function put(tx: Queryable, scope: Scope, given: DestinationToPut): Promise<ListedDestination | 'too_many'> {
  const key = keyOf(scope);
  await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [key[0]]);
  const known = (await find(tx, scope, given.name, 'FOR NO KEY UPDATE OF c'))?.destination;
  if (known === undefined && (await countAll(tx, key)) >= given.most) return 'too_many';
  const { secrets, names } = given.settle(known);
  const { document, kitIds, now } = given;
  await tx.query(
    `INSERT INTO destinations AS c (workspace_id, environment, name, id, document, kit_ids, enabled, secrets, secret_names, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     ON CONFLICT (workspace_id, environment, name) DO UPDATE SET document = excluded.document, kit_ids = excluded.kit_ids,
       enabled = excluded.enabled, secrets = excluded.secrets, secret_names = excluded.secret_names, updated_at = excluded.updated_at`,
    [
      ...key,
      given.name,
      given.destinationId,
      JSON.stringify(document),
      kitIds ?? null,
      document.enabled,
      secrets ?? null,
      names,
      now,
    ],
  );
  // Secrets are never recorded: the entry only says that they changed.
  const before = known && { ...known.document, secrets: 'as before' };
  const isSame = known !== undefined && known.secrets === secrets;
  const after = { ...document, secrets: isSame ? 'as before' : 'replaced' };
  await recordChanges(tx, { ...auditOf(scope, given.name), action: 'destination.saved' }, before, after);
  if (known !== undefined) await hasten(tx, known);
  const stored = await find(tx, scope, given.name);
  if (stored === undefined) throw new Error('a destination that was just stored is not there');
  return stored;
}

async function countAll(tx: Queryable, key: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM destinations WHERE workspace_id = $1 AND environment = $2',
    key,
  );
  return rows[0]?.count ?? 0;
}

/** Few enough for one statement each; the rest wait for their time. */
const HASTENED = 100;

/** What waits is tried again at once: the credentials may be right now. */
async function hasten(tx: Queryable, destination: Destination): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM destination_deliveries WHERE workspace_id = $1 AND environment = $2 AND destination_id = $3 AND status = 'pending'
     ORDER BY id LIMIT ${HASTENED}`,
    [...keyOf(destination), destination.destinationId],
  );
  for (const { id } of rows) await hastenJob(tx, WRITE_KIND, laneOf(destination), id);
  if (rows.length > 0) await tellReady(tx, WRITE_KIND);
}

export function auditOf({ workspaceId, environment }: Scope, name: string) {
  return { workspaceId, environment, target: { type: 'destination', id: name } };
}
