/** How long the oldest waiting job of each lane has waited, the longest first. */
import type { Scope } from '../../runs/run-store.ts';
import type { Database } from '../database.ts';
import { scopeOfLane } from './lane.ts';

/** Each lane is a series of its own in Prometheus. */
const MOST_LANES = 50;

export interface WaitingLane {
  kind: string;
  scope: Scope;
  ageSeconds: number;
}

/** A job's id is that of its work, a UUIDv7: its first 48 bits are the time at which the work was stored. */
export async function oldestWaiting(database: Database): Promise<WaitingLane[]> {
  const { rows } = await database.stale.query<{ kind: string; lane: string; age: number }>(
    `SELECT kind, lane, greatest(0, extract(epoch FROM now()) - ('x' || left(replace(oldest, '-', ''), 12))::bit(48)::bigint / 1000.0)::float AS age
     FROM (SELECT kind, lane, min(id::text) AS oldest FROM jobs WHERE state <> 'held' GROUP BY kind, lane) waiting
     ORDER BY oldest LIMIT ${MOST_LANES}`,
  );
  return rows.map(({ kind, lane, age }) => ({ kind, scope: scopeOfLane(lane), ageSeconds: age }));
}
