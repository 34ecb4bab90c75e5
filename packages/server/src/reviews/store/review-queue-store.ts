/** The review queue in PostgreSQL. Every method is one transaction; times are the database's own. */
import { recordAudit, recordChanges } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { LOCKS } from '../../database/locks.ts';
import type { DimensionKeys } from '../queue/draw-item.ts';
import type { DrawnReason, ReviewPolicy } from '../queue/review-policy.ts';
import { BATCH, type Drawn, drawItems, drawPast, insertItems } from './draw-items.ts';

export interface StoredPolicy extends ReviewPolicy {
  updatedAt: Date;
}

export interface QueueState {
  policy: StoredPolicy | undefined;
  open: number;
  leased: number;
  reviewed: number;
  isCaughtUp: boolean;
}

export interface ReviewItem {
  itemId: string;
  runId: string;
  kitId: string;
  reasons: readonly DrawnReason[];
  /** Undefined if somebody chose the run. */
  probability: number | undefined;
  isSecond: boolean;
  leasedUntil: Date;
}

interface ItemRow {
  id: string;
  run_id: string;
  kit_id: string;
  slot: number;
  reasons: string;
  probability: number | null;
  leased_until: Date;
}

const ITEM = 'i.id, i.run_id, i.kit_id, i.slot, i.reasons, i.probability, i.leased_until';
const LEASE = `now() + $5::double precision * interval '1 millisecond'`;

/** Of all workspaces. */
export async function countOpenItems(database: Database): Promise<number> {
  const { rows } = await database.stale.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM review_items WHERE reviewed_at IS NULL',
  );
  return rows[0]?.open ?? 0;
}

export function createReviewQueueStore(database: Database) {
  return {
    ...policyStatements(database),
    ...itemStatements(database),
  };
}

export type ReviewQueueStore = ReturnType<typeof createReviewQueueStore>;

function policyStatements(database: Database) {
  return {
    async setPolicy(workspaceId: string, kitId: string, policy: ReviewPolicy, since: Date, now: Date): Promise<void> {
      await database.transaction(async (tx) => {
        const key = [decodeId('ws', workspaceId), kitId];
        const { rows } = await tx.query<{ policy: string }>(
          'SELECT policy::text AS policy FROM review_policies WHERE workspace_id = $1 AND kit_id = $2 FOR UPDATE',
          key,
        );
        const before = rows[0] && (JSON.parse(rows[0].policy) as ReviewPolicy);
        await tx.query(
          `INSERT INTO review_policies (workspace_id, kit_id, policy, since, updated_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (workspace_id, kit_id) DO UPDATE SET policy = excluded.policy, since = excluded.since, updated_at = excluded.updated_at`,
          [...key, JSON.stringify(policy), since, now],
        );
        // The starting point is set when the queue is next used.
        await tx.query('DELETE FROM review_marks WHERE workspace_id = $1 AND kit_id = $2', key);
        const record = { workspaceId, action: 'review_policy.saved', target: { type: 'kit', id: kitId } } as const;
        await recordChanges(tx, record, before, policy);
      });
    },
    /** Also drops the drawn items that nobody has reviewed; those that somebody chose stay. */
    async deletePolicy(workspaceId: string, kitId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const key = [decodeId('ws', workspaceId), kitId];
        const { rowCount } = await tx.query('DELETE FROM review_policies WHERE workspace_id = $1 AND kit_id = $2', key);
        if (rowCount !== 0) {
          const target = { type: 'kit', id: kitId };
          await recordAudit(tx, { workspaceId, action: 'review_policy.deleted', target });
        }
        await tx.query(
          `DELETE FROM review_items WHERE workspace_id = $1 AND environment IN ('live', 'test') AND kit_id = $2 AND reviewed_at IS NULL
             AND probability IS NOT NULL`,
          key,
        );
      });
    },
    async policyOf(workspaceId: string, kitId: string): Promise<ReviewPolicy | undefined> {
      const { rows } = await database.query<{ policy: string }>(
        'SELECT policy FROM review_policies WHERE workspace_id = $1 AND kit_id = $2',
        [decodeId('ws', workspaceId), kitId],
      );
      return rows[0] && (JSON.parse(rows[0].policy) as ReviewPolicy);
    },
  };
}

function itemStatements(database: Database) {
  return {
    /** What the policy draws from these runs; nothing is stored. */
    async drawPast(
      scope: Scope,
      kitId: string,
      policy: ReviewPolicy,
      dimensions: DimensionKeys,
      runIds: readonly string[],
    ): Promise<readonly Drawn[]> {
      const key = [...keyOf(scope), kitId];
      const drawn: Drawn[] = [];
      for (let start = 0; start < runIds.length; start += BATCH)
        drawn.push(...(await drawPast(database, key, policy, dimensions, runIds.slice(start, start + BATCH))));
      return drawn;
    },
    /** With an entry in the audit log. Returns how many runs were not in the queue before. */
    add: (scope: Scope, kitId: string, drawn: readonly Drawn[], now: Date): Promise<number> =>
      database.transaction(async (tx) => {
        let added = 0;
        for (let start = 0; start < drawn.length; start += BATCH)
          added += await insertItems(tx, [...keyOf(scope), kitId], drawn.slice(start, start + BATCH), now);
        const { workspaceId, environment } = scope;
        const target = { type: 'kit', id: kitId };
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'review_queue.added',
          target,
          details: { runs: added },
        });
        return added;
      }),
    /** Draws items from the runs that have ended since the last time, a limited number of them at once. */
    draw: (scope: Scope, kitId: string, now: Date, dimensions: DimensionKeys): Promise<void> =>
      drawItems(database, [...keyOf(scope), kitId], now, dimensions),
    state: (scope: Scope, kitId: string): Promise<QueueState> => stateOf(database, [...keyOf(scope), kitId]),
    /** The item that the reviewer already has, or the next free one. */
    next: (scope: Scope, kitId: string, reviewer: string, leaseMs: number): Promise<ReviewItem | undefined> =>
      database.transaction((tx) => next(tx, [...keyOf(scope), kitId, reviewer, leaseMs])),
    /** Undefined: there is no such item. `lost`: somebody else has it, or it has been reviewed. */
    async renew(
      scope: Scope,
      itemId: string,
      reviewer: string,
      leaseMs: number,
    ): Promise<ReviewItem | 'lost' | undefined> {
      const id = decodeId('rvi', itemId);
      if (id === undefined) return undefined;
      const { rows } = await database.query<ItemRow>(
        `UPDATE review_items i SET leased_until = ${LEASE}
         WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND leased_to = $4 AND reviewed_at IS NULL RETURNING ${ITEM}`,
        [...keyOf(scope), id, reviewer, leaseMs],
      );
      return rows[0] ? toItem(rows[0]) : lostOrUnknown(database, scope, id);
    },
    async giveBack(scope: Scope, itemId: string, reviewer: string): Promise<true | 'lost' | undefined> {
      const id = decodeId('rvi', itemId);
      if (id === undefined) return undefined;
      const { rowCount } = await database.query(
        `UPDATE review_items SET leased_to = NULL, leased_until = NULL
         WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND leased_to = $4 AND reviewed_at IS NULL`,
        [...keyOf(scope), id, reviewer],
      );
      return rowCount === 1 ? true : lostOrUnknown(database, scope, id);
    },
  };
}

/** Requests of one reviewer are serialised, so nobody gets both slots of a run; different reviewers skip items that are being taken. */
async function next(tx: Queryable, parameters: readonly unknown[]): Promise<ReviewItem | undefined> {
  const [workspace, environment, , reviewer] = parameters;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    `${workspace}/${environment}/${reviewer}`,
    LOCKS.reviewer,
  ]);
  const mine = `i.workspace_id = $1 AND i.environment = $2 AND i.kit_id = $3 AND i.reviewed_at IS NULL`;
  const take = async (condition: string) => {
    const { rows } = await tx.query<ItemRow>(
      // Materialised: as a plain subquery it may be run again for every row, and each time skip to another item.
      `WITH chosen AS MATERIALIZED (
         SELECT i.id FROM review_items i WHERE ${mine} AND ${condition} ORDER BY i.rank, i.slot LIMIT 1 FOR UPDATE SKIP LOCKED)
       UPDATE review_items i SET leased_to = $4, leased_until = ${LEASE} FROM chosen
       WHERE i.workspace_id = $1 AND i.environment = $2 AND i.id = chosen.id RETURNING ${ITEM}`,
      parameters,
    );
    return rows[0] && toItem(rows[0]);
  };
  return (
    (await take('i.leased_to = $4 AND i.leased_until > now()')) ??
    (await take(`(i.leased_until IS NULL OR i.leased_until <= now())
      AND NOT EXISTS (SELECT 1 FROM review_items o WHERE o.workspace_id = $1 AND o.environment = $2 AND o.run_id = i.run_id AND o.reviewed_by = $4)
      AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.workspace_id = $1 AND w.environment = $2 AND w.run_id = i.run_id AND w.reviewer = $4)`))
  );
}

async function lostOrUnknown(on: Queryable, scope: Scope, id: string): Promise<'lost' | undefined> {
  const { rowCount } = await on.query(
    'SELECT 1 FROM review_items WHERE workspace_id = $1 AND environment = $2 AND id = $3',
    [...keyOf(scope), id],
  );
  return rowCount === 0 ? undefined : 'lost';
}

async function stateOf(on: Queryable, key: readonly unknown[]): Promise<QueueState> {
  const { rows: counts } = await on.query<{ open: number; leased: number; reviewed: number }>(
    `SELECT count(*) FILTER (WHERE reviewed_at IS NULL AND (leased_until IS NULL OR leased_until <= now()))::int AS open,
       count(*) FILTER (WHERE reviewed_at IS NULL AND leased_until > now())::int AS leased,
       count(*) FILTER (WHERE reviewed_at IS NOT NULL)::int AS reviewed
     FROM review_items WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3`,
    key,
  );
  const { rows } = await on.query<{ policy: string; updated_at: Date; caught_up: boolean }>(
    `SELECT p.policy, p.updated_at, coalesce(m.position, 0) >= coalesce(c.last, 0) AS caught_up FROM review_policies p
     LEFT JOIN review_marks m ON m.workspace_id = p.workspace_id AND m.environment = $2 AND m.kit_id = p.kit_id
     LEFT JOIN event_counters c ON c.workspace_id = p.workspace_id AND c.environment = $2
     WHERE p.workspace_id = $1 AND p.kit_id = $3`,
    key,
  );
  const [found] = rows;
  return {
    ...(counts[0] ?? { open: 0, leased: 0, reviewed: 0 }),
    policy: found && { ...(JSON.parse(found.policy) as ReviewPolicy), updatedAt: found.updated_at },
    isCaughtUp: found?.caught_up ?? true,
  };
}

function toItem(row: ItemRow): ReviewItem {
  return {
    itemId: encodeId('rvi', row.id),
    runId: encodeId('run', row.run_id),
    kitId: row.kit_id,
    reasons: JSON.parse(row.reasons) as DrawnReason[],
    probability: row.probability ?? undefined,
    isSecond: row.slot === 2,
    leasedUntil: row.leased_until,
  };
}
