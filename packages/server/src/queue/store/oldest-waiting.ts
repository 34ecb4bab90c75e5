/** How long jobs have waited. */

import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import { scopeOfLane } from '../lane.ts';

/** Each lane is a series of its own in Prometheus. */
const MOST_LANES = 50;

export interface WaitingLane {
  kind: string;
  scope: Scope;
  ageSeconds: number;
}

/** A job's id is that of its work, a UUIDv7: its first 48 bits are the time at which the work was stored. */
const AGE_OF_OLDEST = `greatest(0, extract(epoch FROM now()) - ('x' || left(replace(oldest, '-', ''), 12))::bit(48)::bigint / 1000.0)::float`;

/** The oldest job of each lane that waits, the longest first. */
export async function oldestWaiting(database: Database): Promise<WaitingLane[]> {
  const { rows } = await database.stale.query<{ kind: string; lane: string; age: number }>(
    `SELECT kind, lane, ${AGE_OF_OLDEST} AS age
     FROM (SELECT kind, lane, min(id::text) AS oldest FROM jobs WHERE state <> 'held' GROUP BY kind, lane) waiting
     ORDER BY oldest LIMIT ${MOST_LANES}`,
  );
  return rows.map(({ kind, lane, age }) => ({ kind, scope: scopeOfLane(lane), ageSeconds: age }));
}

/** Seconds since the oldest claimable job was stored; 0 if there is none. */
export async function oldestReady(database: Database, kind: string): Promise<number> {
  const { rows } = await database.stale.query<{ age: number | null }>(
    `SELECT ${AGE_OF_OLDEST} AS age FROM (SELECT min(id::text) AS oldest FROM jobs WHERE kind = $1 AND state = 'ready') waiting`,
    [kind],
  );
  return rows[0]?.age ?? 0;
}

/** Seconds since the oldest claimable job was stored, if nobody holds any job of its kind; otherwise undefined. */
export async function untouchedFor(database: Database, kind: string): Promise<number | undefined> {
  const { rows } = await database.query<{ age: number | null }>(
    `SELECT ${AGE_OF_OLDEST} AS age FROM (SELECT min(id::text) AS oldest FROM jobs WHERE kind = $1 AND state = 'ready') waiting
     WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = $1 AND state = 'held' AND run_at > now())`,
    [kind],
  );
  return rows[0]?.age ?? undefined;
}
