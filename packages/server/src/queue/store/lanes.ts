/** Lanes with a limit: who gets in, who is released when a job leaves, and how a limit changes. See job-store.ts for the states. */
import type { Database, Queryable } from '../../database/database.ts';
import { tellReady } from './tell-ready.ts';

export interface LimitedLane {
  lane: string;
  capacity: number;
  /** Its jobs that are ready or held. */
  active: number;
}

export type NewJobState = 'ready' | 'parked';

/**
 * Jobs have left their lanes (`left` says how many of each): releases as many parked jobs as there is now room for. Lanes are
 * locked in order, and before parked jobs are read, so that a job parked by an earlier holder of the lock is seen. A lane
 * without a limit releases everything. Returns whether any job became ready.
 */
export async function leaveLanes(tx: Queryable, kind: string, left: ReadonlyMap<string, number>): Promise<boolean> {
  if (left.size === 0) return false;
  const { rows } = await tx.query<LimitedLane>(
    {
      name: 'lock_lanes',
      text: 'SELECT lane, capacity, active FROM lanes WHERE kind = $1 AND lane = ANY ($2) ORDER BY lane FOR UPDATE',
    },
    [kind, [...left.keys()]],
  );
  return leaveLockedLanes(tx, kind, left, rows);
}

/** The same for a transaction whose earlier statement has locked, in order, those of the lanes that have a limit. */
export async function leaveLockedLanes(
  tx: Queryable,
  kind: string,
  left: ReadonlyMap<string, number>,
  limited: readonly LimitedLane[],
): Promise<boolean> {
  const known = new Set(limited.map(({ lane }) => lane));
  const unlimited = [...left.keys()].filter((lane) => !known.has(lane) && left.get(lane) === 0);
  let released = unlimited.length > 0 ? await releaseAll(tx, kind, unlimited) : 0;
  for (const { lane, capacity, active } of limited) {
    const remaining = Math.max(0, active - (left.get(lane) ?? 0));
    const room = Math.max(0, capacity - remaining);
    released += await release(tx, kind, lane, remaining, room);
  }
  return released > 0;
}

/** The lanes of ended jobs, each once, as a statement that locked them returned them beside every job. */
export function limitedOf(
  ended: readonly { lane: string; capacity: number | null; active: number | null }[],
): LimitedLane[] {
  const lanes = ended.map(({ lane, capacity, active }) => ({ lane, capacity, active }));
  const limited = lanes.filter((lane): lane is LimitedLane => lane.capacity !== null && lane.active !== null);
  return [...new Map(limited.map((lane) => [lane.lane, lane])).values()];
}

/** Makes up to `room` parked jobs of a lane ready and stores its new count, in one statement. */
async function release(tx: Queryable, kind: string, lane: string, remaining: number, room: number): Promise<number> {
  const { rows } = await tx.query<{ entered: number }>(REFILL, [kind, lane, remaining, Math.min(room, 1_000)]);
  return rows[0]?.entered ?? 0;
}

/** By ids in an array: joined with what was locked, a planner without fresh statistics read the lane once for each job (7,000 pages). */
const REFILL = {
  name: 'refill_lane',
  text: `WITH entered AS (
           UPDATE jobs SET state = 'ready' WHERE kind = $1 AND lane = $2 AND id = ANY (ARRAY(
             SELECT id FROM jobs WHERE kind = $1 AND lane = $2 AND state = 'parked' ORDER BY place LIMIT $4::integer FOR UPDATE))
           RETURNING id
         )
         UPDATE lanes SET active = $3::integer + (SELECT count(*) FROM entered) WHERE kind = $1 AND lane = $2
         RETURNING (SELECT count(*)::integer FROM entered) AS entered`,
};

/** For lanes without a limit. */
async function releaseAll(tx: Queryable, kind: string, lanes: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE jobs j SET state = 'ready' FROM (
       SELECT kind, lane, id FROM jobs WHERE kind = $1 AND lane = ANY ($2) AND state = 'parked' ORDER BY place FOR UPDATE) parked
     WHERE j.kind = parked.kind AND j.lane = parked.lane AND j.id = parked.id`,
    [kind, lanes],
  );
  return rowCount ?? 0;
}

/**
 * Decides the state of new jobs: `ready` if the lane has room, otherwise `parked`. The lane rows stay locked, so no end is missed in
 * between. Jobs without a capacity are always ready.
 */
export async function enterLanes(
  tx: Queryable,
  kind: string,
  jobs: readonly { lane: string; capacity: number | null }[],
): Promise<NewJobState[]> {
  const capacities = new Map<string, number>();
  for (const { lane, capacity } of jobs) if (capacity !== null) capacities.set(lane, capacity);
  const entered: LimitedLane[] = [];
  for (const lane of [...capacities.keys()].sort()) {
    const capacity = capacities.get(lane) ?? 0;
    entered.push({ lane, capacity, active: await setCapacity(tx, kind, lane, capacity) });
  }
  const { states, active } = shareRoom(jobs, entered);
  for (const [lane, count] of active) await setActive(tx, kind, lane, count);
  return states;
}

/** First come, first served: the state of each job, and how many of each limited lane are then active. */
export function shareRoom(
  jobs: readonly { lane: string }[],
  limited: readonly LimitedLane[],
): { states: NewJobState[]; active: Map<string, number> } {
  const capacities = new Map(limited.map(({ lane, capacity }) => [lane, capacity]));
  const active = new Map(limited.map((row) => [row.lane, row.active]));
  const states = jobs.map(({ lane }) => {
    const count = active.get(lane);
    if (count === undefined) return 'ready';
    if (count >= (capacities.get(lane) ?? 0)) return 'parked';
    active.set(lane, count + 1);
    return 'ready';
  });
  return { states, active };
}

/** A limit has changed: null releases everything; a number releases as many as there is room for, and does not stop running jobs. */
export async function resizeLanes(
  tx: Queryable,
  kind: string,
  lanes: readonly string[],
  capacity: number | null,
): Promise<void> {
  if (capacity === null) {
    await tx.query('DELETE FROM lanes WHERE kind = $1 AND lane = ANY ($2)', [kind, lanes]);
    if ((await releaseAll(tx, kind, lanes)) > 0) await tellReady(tx, kind);
    return;
  }
  for (const lane of [...lanes].sort()) {
    await setCapacity(tx, kind, lane, capacity);
    await recountLane(tx, kind, lane);
  }
  await tellReady(tx, kind);
}

/** Counts every lane of a kind again and releases what there is room for, in case a count ever went wrong. */
export async function recountLanes(database: Database, kind: string): Promise<void> {
  const { rows } = await database.query<{ lane: string }>('SELECT lane FROM lanes WHERE kind = $1 ORDER BY lane', [
    kind,
  ]);
  for (const { lane } of rows) await database.transaction((tx) => recountLane(tx, kind, lane));
}

async function recountLane(tx: Queryable, kind: string, lane: string): Promise<void> {
  await lockLane(tx, kind, lane);
  const { rows } = await tx.query<{ active: number; all: number }>(
    `SELECT count(*) FILTER (WHERE state IN ('ready', 'held'))::int AS active, count(*)::int AS all FROM jobs WHERE kind = $1 AND lane = $2`,
    [kind, lane],
  );
  const { active = 0, all = 0 } = rows[0] ?? {};
  if (all === 0) {
    await deleteLane(tx, kind, lane);
    return;
  }
  await setActive(tx, kind, lane, active);
  await leaveLanes(tx, kind, new Map([[lane, 0]]));
}

/** Sets the capacity of an existing lane and releases waiting jobs. */
export async function openLane(tx: Queryable, kind: string, lane: string, capacity: number): Promise<void> {
  await tx.query('UPDATE lanes SET capacity = $3 WHERE kind = $1 AND lane = $2', [kind, lane, capacity]);
  await leaveLanes(tx, kind, new Map([[lane, 0]]));
  await tellReady(tx, kind);
}

/** Removes a lane's capacity: ready jobs are parked, held jobs may finish. */
export async function closeLane(tx: Queryable, kind: string, lane: string): Promise<void> {
  await lockLane(tx, kind, lane);
  const { rowCount } = await tx.query(
    `UPDATE jobs SET state = 'parked' WHERE kind = $1 AND lane = $2 AND state = 'ready'`,
    [kind, lane],
  );
  await tx.query('UPDATE lanes SET capacity = 0, active = greatest(0, active - $3) WHERE kind = $1 AND lane = $2', [
    kind,
    lane,
    rowCount ?? 0,
  ]);
}

/** Ends all jobs of a lane, and the lane itself. */
export async function emptyLane(tx: Queryable, kind: string, lane: string): Promise<void> {
  // First the jobs that a worker may hold, then the lane, then the jobs that only the lane's holder touches: no deadlock.
  await lockLaneJobs(tx, kind, lane);
  await tx.query(`DELETE FROM jobs WHERE kind = $1 AND lane = $2 AND state <> 'parked'`, [kind, lane]);
  await lockLane(tx, kind, lane);
  await tx.query('DELETE FROM jobs WHERE kind = $1 AND lane = $2', [kind, lane]);
  await deleteLane(tx, kind, lane);
}

/** In the order in which transactions that end several jobs lock them. */
export async function lockLaneJobs(tx: Queryable, kind: string, lane: string): Promise<void> {
  await tx.query(
    `SELECT 1 FROM jobs WHERE kind = $1 AND lane = $2 AND state <> 'parked' ORDER BY lane, id FOR UPDATE`,
    [kind, lane],
  );
}

async function lockLane(tx: Queryable, kind: string, lane: string): Promise<void> {
  await tx.query('SELECT 1 FROM lanes WHERE kind = $1 AND lane = $2 FOR UPDATE', [kind, lane]);
}

/** Creates the lane if there is none; its row stays locked. Returns how many jobs are active. */
async function setCapacity(tx: Queryable, kind: string, lane: string, capacity: number): Promise<number> {
  const { rows } = await tx.query<{ active: number }>(
    {
      name: 'enter_lane',
      text: `INSERT INTO lanes (kind, lane, capacity, active) VALUES ($1, $2, $3, 0)
             ON CONFLICT (kind, lane) DO UPDATE SET capacity = excluded.capacity RETURNING active`,
    },
    [kind, lane, capacity],
  );
  return rows[0]?.active ?? 0;
}

async function setActive(tx: Queryable, kind: string, lane: string, active: number): Promise<void> {
  await tx.query({ name: 'count_lane', text: 'UPDATE lanes SET active = $3 WHERE kind = $1 AND lane = $2' }, [
    kind,
    lane,
    active,
  ]);
}

async function deleteLane(tx: Queryable, kind: string, lane: string): Promise<void> {
  await tx.query('DELETE FROM lanes WHERE kind = $1 AND lane = $2', [kind, lane]);
}
