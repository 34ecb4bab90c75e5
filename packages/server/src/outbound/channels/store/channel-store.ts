/** Channels and their log in PostgreSQL. Every method is one transaction. */
import { recordAudit, recordChanges } from '../../../access/audit/store/record-audit.ts';
import { decodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { MESSAGE_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { hastenJob } from '../../../queue/store/move-jobs.ts';
import { tellReady } from '../../../queue/store/tell-ready.ts';
import type { Channel, ChannelDelivery, ChannelSettings } from '../channel.ts';
import {
  CHANNEL_COLUMNS,
  type ChannelRow,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  toChannel,
  toDelivery,
} from './channel-rows.ts';

export interface ChannelToPut {
  name: string;
  /** For a new channel. */
  channelId: string;
  /** What to store, given what is stored. Throws when a URL is missing. */
  settle(known: Channel | undefined): { settings: ChannelSettings; secret: Buffer | undefined };
  now: Date;
  /** How many channels an environment may have. */
  most: number;
}

export interface TestedChannel {
  deliveryId: string;
  subject: string;
  isArrived: boolean;
  outcome: string;
  startedAt: Date;
  now: Date;
}

/** Older lines of the log are deleted. */
const LOG_DAYS = 30;
const ONE = 'c.workspace_id = $1 AND c.environment = $2 AND c.name = $3';
const WITH_LAST = `SELECT ${CHANNEL_COLUMNS}, last.* FROM channels c
  LEFT JOIN LATERAL (SELECT ${DELIVERY_COLUMNS} FROM channel_deliveries d
    WHERE d.workspace_id = c.workspace_id AND d.environment = c.environment AND d.channel_id = c.id
    ORDER BY d.id DESC LIMIT 1) last ON true`;

type RowWithLast = ChannelRow & (DeliveryRow | { delivery_id: null });

export function createChannelStore(database: Database) {
  return {
    /** By name. */
    async list(scope: Scope): Promise<Channel[]> {
      const { rows } = await database.query<RowWithLast>(
        `${WITH_LAST} WHERE c.workspace_id = $1 AND c.environment = $2 ORDER BY c.name`,
        keyOf(scope),
      );
      return rows.map(withLast);
    },
    find: (scope: Scope, name: string): Promise<Channel | undefined> => find(database, scope, name),
    put: (scope: Scope, given: ChannelToPut): Promise<Channel | 'too_many'> =>
      database.transaction((tx) => putChannel(tx, scope, given)),
    /** With its log; false when there is none of this name. */
    remove: (scope: Scope, name: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM channels c WHERE ${ONE}`, [...keyOf(scope), name]);
        if (rowCount !== 1) return false;
        await recordAudit(tx, { ...auditOf(scope, name), action: 'channel.deleted' });
        return true;
      }),
    /** Newest first. */
    async deliveries(scope: Scope, channelId: string, limit: number): Promise<ChannelDelivery[]> {
      const { rows } = await database.query<DeliveryRow>(
        `SELECT ${DELIVERY_COLUMNS} FROM channel_deliveries d
         WHERE d.workspace_id = $1 AND d.environment = $2 AND d.channel_id = $3 ORDER BY d.id DESC LIMIT ${limit}`,
        [...keyOf(scope), channelId],
      );
      return rows.map(toDelivery);
    },
    /** A line for a test that was sent. Undefined when the channel was deleted meanwhile. */
    async recordTest(
      { workspaceId, environment, channelId }: Channel,
      test: TestedChannel,
    ): Promise<ChannelDelivery | undefined> {
      const { rows } = await database.query<DeliveryRow>(
        `WITH d AS (
           INSERT INTO channel_deliveries (workspace_id, environment, channel_id, id, status, is_test, subject, attempts, outcome, closed_at, created_at, updated_at)
           SELECT $1, $2, c.id, $4, $5, true, $6, 1, $7, $8, $8, $9 FROM channels c
           WHERE c.workspace_id = $1 AND c.environment = $2 AND c.id = $3 FOR KEY SHARE
           RETURNING *)
         SELECT ${DELIVERY_COLUMNS} FROM d`,
        [
          ...keyOf({ workspaceId, environment }),
          channelId,
          decodeId('cdl', test.deliveryId),
          test.isArrived ? 'succeeded' : 'dead',
          test.subject,
          test.outcome,
          test.startedAt,
          test.now,
        ],
      );
      return rows[0] && toDelivery(rows[0]);
    },
    /** Deletes up to `limit` old lines of the log; returns how many. */
    async dropOld(limit: number): Promise<number> {
      const { rowCount } = await database.query(
        `DELETE FROM channel_deliveries d USING (
           SELECT workspace_id, environment, id FROM channel_deliveries
           WHERE status <> 'pending' AND created_at < now() - interval '${LOG_DAYS} days' ORDER BY created_at LIMIT ${limit}) old
         WHERE d.workspace_id = old.workspace_id AND d.environment = old.environment AND d.id = old.id`,
      );
      return rowCount ?? 0;
    },
  };
}

export type ChannelStore = ReturnType<typeof createChannelStore>;

async function find(on: Queryable, scope: Scope, name: string, lock = ''): Promise<Channel | undefined> {
  const { rows } = await on.query<RowWithLast>(`${WITH_LAST} WHERE ${ONE} ${lock}`, [...keyOf(scope), name]);
  return rows[0] && withLast(rows[0]);
}

function withLast(row: RowWithLast): Channel {
  return { ...toChannel(row), lastDelivery: row.delivery_id === null ? undefined : toDelivery(row) };
}

/** The workspace's row is locked: two that create a channel at once do it one after the other. */
async function putChannel(tx: Queryable, scope: Scope, given: ChannelToPut): Promise<Channel | 'too_many'> {
  const key = keyOf(scope);
  await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [key[0]]);
  const known = await find(tx, scope, given.name, 'FOR UPDATE OF c');
  if (known === undefined && (await countChannels(tx, key)) >= given.most) return 'too_many';
  const { settings, secret } = given.settle(known);
  await tx.query(
    `INSERT INTO channels AS c (workspace_id, environment, name, id, settings, topics, enabled, secret, created_at, updated_at, summary_since)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, CASE WHEN 'summary' = ANY ($6::text[]) THEN $9::timestamptz END)
     ON CONFLICT (workspace_id, environment, name) DO UPDATE SET settings = excluded.settings, topics = excluded.topics,
       enabled = excluded.enabled, secret = excluded.secret, updated_at = excluded.updated_at,
       summary_since = CASE WHEN excluded.summary_since IS NOT NULL THEN coalesce(c.summary_since, excluded.summary_since) END`,
    [
      ...key,
      given.name,
      given.channelId,
      JSON.stringify(settings),
      settings.topics,
      settings.enabled,
      secret ?? null,
      given.now,
    ],
  );
  // The address is a secret: the entry says only that it is another one.
  const before = known && { ...known.settings, address: 'as before' };
  const after = { ...settings, address: known?.secret === secret ? 'as before' : 'replaced' };
  await recordChanges(tx, { ...auditOf(scope, given.name), action: 'channel.saved' }, before, after);
  if (known !== undefined) await hasten(tx, known);
  const stored = await find(tx, scope, given.name);
  if (stored === undefined) throw new Error('a channel that was just stored is not there');
  return stored;
}

async function countChannels(tx: Queryable, key: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM channels WHERE workspace_id = $1 AND environment = $2',
    key,
  );
  return rows[0]?.count ?? 0;
}

/** What waits is looked at again at once: hours, minutes and address may be others now. */
async function hasten(tx: Queryable, channel: Channel): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM channel_deliveries WHERE workspace_id = $1 AND environment = $2 AND channel_id = $3 AND status = 'pending' ORDER BY id`,
    [...keyOf(channel), channel.channelId],
  );
  for (const { id } of rows) await hastenJob(tx, MESSAGE_KIND, laneOf(channel), id);
  if (rows.length > 0) await tellReady(tx, MESSAGE_KIND);
}

function auditOf({ workspaceId, environment }: Scope, name: string) {
  return { workspaceId, environment, target: { type: 'channel', id: name } };
}
