/**
 * Moving single jobs, inside the transaction that changes the work itself. Each function with a lease changes nothing and returns false if
 * the lease has been lost. See job-store.ts for the states.
 */

import type { Queryable } from '../../database/database.ts';
import type { LaneClock } from '../lane-clock.ts';
import { ACTIVE_STATES } from './job-statements.ts';
import { enterLanes, leaveLanes, lockLaneJobs } from './lanes.ts';
import { tellReady } from './tell-ready.ts';

export interface Lease {
  id: string;
  lane: string;
  token: string;
}

export interface PutBack {
  delayMs: number;
  reason: string;
  /** The attempt does not count, because the node is stopping. */
  isUncounted?: boolean;
}

export interface Moved {
  /** Another job of the lane was released. */
  isMoreReady: boolean;
}

/** held → delayed. */
export async function delayJob(
  tx: Queryable,
  kind: string,
  lease: Lease,
  { delayMs, reason, isUncounted = false }: Omit<PutBack, 'reason'> & { reason: string | null },
): Promise<(Moved & { runAt: Date }) | undefined> {
  const { rows } = await tx.query<{ run_at: Date }>(
    `UPDATE jobs SET state = 'delayed', token = NULL, run_at = now() + $5::double precision * interval '1 millisecond', reason = $6,
       attempts = attempts - $7::integer
     WHERE kind = $1 AND lane = $2 AND id = $3 AND token = $4 RETURNING run_at`,
    [kind, lease.lane, lease.id, lease.token, delayMs, reason, Number(isUncounted)],
  );
  return rows[0] && { runAt: rows[0].run_at, ...(await leave(tx, kind, lease)) };
}

/** held → parked. */
export async function parkJob(tx: Queryable, kind: string, lease: Lease): Promise<Moved | undefined> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET state = 'parked', token = NULL, run_at = NULL WHERE kind = $1 AND lane = $2 AND id = $3 AND token = $4`,
    [kind, lease.lane, lease.id, lease.token],
  );
  return rowCount === 1 ? leave(tx, kind, lease) : undefined;
}

/** held → (none). */
export async function endJob(tx: Queryable, kind: string, lease: Lease): Promise<Moved | undefined> {
  const { rowCount } = await tx.query('DELETE FROM jobs WHERE kind = $1 AND lane = $2 AND id = $3 AND token = $4', [
    kind,
    lease.lane,
    lease.id,
    lease.token,
  ]);
  return rowCount === 1 ? leave(tx, kind, lease) : undefined;
}

async function leave(tx: Queryable, kind: string, { lane }: Lease): Promise<Moved> {
  return { isMoreReady: await leaveLanes(tx, kind, new Map([[lane, 1]])) };
}

/** (none) → ready, if the lane has room; otherwise → parked. A capacity of null means no limit. */
export async function enterJobs(
  tx: Queryable,
  clock: LaneClock,
  { kind, lane, capacity, parkedFor }: { kind: string; lane: string; capacity: number | null; parkedFor?: string },
  ids: readonly string[],
): Promise<void> {
  const states = await enterLanes(
    tx,
    kind,
    ids.map(() => ({ lane, capacity })),
  );
  await tx.query(
    `INSERT INTO jobs (kind, lane, id, state, place, reason)
     SELECT $1, $2, given.id, given.state, given.place, CASE WHEN given.state = 'parked' THEN $6::text END
     FROM unnest($3::uuid[], $4::text[], $5::double precision[]) AS given (id, state, place)`,
    [kind, lane, ids, states, ids.map(() => clock.next(lane)), parkedFor ?? null],
  );
}

/** any → (none), even while a worker holds it. */
export async function dropJob(tx: Queryable, kind: string, lane: string, id: string): Promise<void> {
  const { rows } = await tx.query<{ state: string }>(
    'DELETE FROM jobs WHERE kind = $1 AND lane = $2 AND id = $3 RETURNING state',
    [kind, lane, id],
  );
  const [dropped] = rows;
  if (dropped === undefined || !ACTIVE_STATES.includes(dropped.state)) return;
  if (await leaveLanes(tx, kind, new Map([[lane, 1]]))) await tellReady(tx, kind);
}

/** Whether any job of the kind is waiting to be claimed, or one of this lane for its turn: other lanes' parked jobs wait for their own lane only. */
export async function isAnyWaiting(on: Queryable, kind: string, lane: string): Promise<boolean> {
  const { rows } = await on.query<{ waits: boolean }>(
    {
      name: 'is_any_waiting',
      text: `SELECT EXISTS (SELECT 1 FROM jobs WHERE kind = $1 AND state = 'ready')
               OR EXISTS (SELECT 1 FROM jobs WHERE kind = $1 AND lane = $2 AND state = 'parked') AS waits`,
    },
    [kind, lane],
  );
  return rows[0]?.waits === true;
}

/** Whether a worker holds any of these jobs. */
export async function isAnyHeld(tx: Queryable, kind: string, lane: string, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM jobs WHERE kind = $1 AND lane = $2 AND id = ANY ($3::uuid[]) AND state = 'held' LIMIT 1`,
    [kind, lane, ids],
  );
  return rowCount === 1;
}

export async function lockJob(tx: Queryable, kind: string, lane: string, id: string): Promise<void> {
  await tx.query('SELECT 1 FROM jobs WHERE kind = $1 AND lane = $2 AND id = $3 FOR UPDATE', [kind, lane, id]);
}

/** A delayed job becomes due now; false if it is in any other state. */
export async function hastenJob(tx: Queryable, kind: string, lane: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET run_at = now() WHERE kind = $1 AND lane = $2 AND id = $3 AND state = 'delayed'`,
    [kind, lane, id],
  );
  return rowCount === 1;
}

/** Delayed jobs of a lane with this reason become due now; false if there are none. */
export async function hastenWaiting(tx: Queryable, kind: string, lane: string, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET run_at = now() WHERE kind = $1 AND lane = $2 AND state = 'delayed' AND reason = $3 AND run_at > now()`,
    [kind, lane, reason],
  );
  return (rowCount ?? 0) > 0;
}

/** The work of a whole lane has to start again: delayed jobs become due now, and so do held ones, whose workers lose their leases. */
export async function redirectJobs(tx: Queryable, kind: string, lane: string): Promise<void> {
  await lockLaneJobs(tx, kind, lane);
  await tx.query(
    `UPDATE jobs SET run_at = now() WHERE kind = $1 AND lane = $2 AND state = 'delayed' AND run_at > now()`,
    [kind, lane],
  );
  const { rowCount } = await tx.query(
    `UPDATE jobs SET state = 'delayed', token = NULL, run_at = now() WHERE kind = $1 AND lane = $2 AND state = 'held'`,
    [kind, lane],
  );
  await leaveLanes(tx, kind, new Map([[lane, rowCount ?? 0]]));
}
