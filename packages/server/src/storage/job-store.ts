/** The queue's port on PostgreSQL. Lease times are the database's own clock, so that a node with a wrong one does no harm. */
import { newUuid } from '../core/ids.ts';
import type { HeldJob, JobStore } from '../queue/job-store.ts';
import type { LaneClock } from '../queue/lane-clock.ts';
import type { Database, Queryable, Statement } from './database.ts';
import { CHANNEL } from './notifications.ts';

export const JOBS_READY = 'jobs_ready';

interface ClaimRow {
  id: string;
  lane: string;
  attempts: number;
  place: number;
}

/**
 * LIMIT as a literal: as a parameter, the generic plan scans the table twice (23 ms against 0.18 ms measured).
 * Both sources are ordered partial indexes, so neither parked nor delayed nor held jobs cost a claim anything.
 */
const claimStatement = (count: number): Statement => ({
  name: `claim_jobs_${count}`,
  text: `
    WITH lost AS MATERIALIZED (
      SELECT kind, lane, id FROM jobs WHERE kind = $1 AND state IN ('held', 'delayed') AND run_at <= now() AND state = 'held'
      ORDER BY run_at LIMIT ${count} FOR UPDATE SKIP LOCKED
    ), ready AS MATERIALIZED (
      SELECT kind, lane, id FROM jobs WHERE kind = $1 AND state = 'ready' ORDER BY place LIMIT ${count} FOR UPDATE SKIP LOCKED
    ), chosen AS (SELECT * FROM lost UNION ALL SELECT * FROM ready LIMIT ${count})
    UPDATE jobs j SET state = 'held', token = $2, run_at = now() + $3::double precision * interval '1 millisecond',
      attempts = j.attempts + 1, started_at = coalesce(j.started_at, now()), reason = NULL
    FROM chosen c WHERE j.kind = c.kind AND j.lane = c.lane AND j.id = c.id
    RETURNING j.id, j.lane, j.attempts, j.place`,
});

/**
 * A row that somebody holds is left alone: it is being finished, and waiting for it while holding others was a deadlock. It still
 * counts as kept.
 */
const RENEW: Statement = {
  name: 'renew_leases',
  // The arrays stand beside the joins so that rows are found by index, whatever the planner believes of a join.
  text: `WITH given AS (SELECT * FROM unnest($2::text[], $3::uuid[], $4::uuid[]) AS h (lane, id, token)),
         free AS (
           SELECT j.lane, j.id FROM jobs j JOIN given h ON j.lane = h.lane AND j.id = h.id AND j.token = h.token
           WHERE j.kind = $1 AND j.lane = ANY ($2) AND j.id = ANY ($3)
           FOR UPDATE OF j SKIP LOCKED
         ), renewed AS (
           UPDATE jobs j SET run_at = now() + $5::double precision * interval '1 millisecond'
           FROM free f WHERE j.kind = $1 AND j.lane = ANY ($2) AND j.id = ANY ($3) AND j.lane = f.lane AND j.id = f.id
         )
         SELECT j.id FROM jobs j JOIN given h ON j.lane = h.lane AND j.id = h.id AND j.token = h.token
         WHERE j.kind = $1 AND j.lane = ANY ($2) AND j.id = ANY ($3)`,
};

const HAS_DUE: Statement = {
  name: 'has_due_jobs',
  text: `SELECT 1 FROM jobs WHERE kind = $1 AND state IN ('held', 'delayed') AND run_at <= now() AND state = 'delayed' LIMIT 1`,
};

const FIRST_PLACE: Statement = {
  name: 'first_place',
  text: `SELECT place FROM jobs WHERE kind = $1 AND state = 'ready' ORDER BY place LIMIT 1`,
};

/** Due retries are looked for this often at most. */
const PROMOTE_EVERY_MS = 250;

export function createJobStore(database: Database, clock: LaneClock): JobStore {
  let promotedAt = 0;
  return {
    async claim(kind, count, leaseMs) {
      if (Date.now() - promotedAt >= PROMOTE_EVERY_MS) {
        promotedAt = Date.now();
        await promoteDue(database, kind);
      }
      const token = newUuid();
      const { rows } = await database.query<ClaimRow>(claimStatement(count), [kind, token, leaseMs]);
      for (const { place } of rows) clock.observe(place);
      return rows
        .sort((a, b) => a.place - b.place)
        .map(({ id, lane, attempts }): HeldJob => ({ id, lane, attempts, token }));
    },
    async renew(kind, leases, leaseMs) {
      const columns = [leases.map(({ lane }) => lane), leases.map(({ id }) => id), leases.map(({ token }) => token)];
      const { rows } = await database.query<{ id: string }>(RENEW, [kind, ...columns, leaseMs]);
      return new Set(rows.map(({ id }) => id));
    },
    async putBack(kind, lease, { delayMs, reason, isUncounted = false }) {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE jobs SET state = 'delayed', token = NULL, run_at = now() + $5::double precision * interval '1 millisecond', reason = $6,
             attempts = attempts - $7::integer
           WHERE kind = $1 AND lane = $2 AND id = $3 AND token = $4`,
          [kind, lease.lane, lease.id, lease.token, delayMs, reason, Number(isUncounted)],
        );
        if (rowCount === 1 && (await leaveLanes(tx, kind, new Map([[lease.lane, 1]])))) await tellReady(tx, kind);
        return rowCount === 1;
      });
    },
    async reconcile(kind) {
      const { rows } = await database.query<{ lane: string }>('SELECT lane FROM lanes WHERE kind = $1 ORDER BY lane', [
        kind,
      ]);
      for (const { lane } of rows) await database.transaction((tx) => recountLane(tx, kind, lane));
      const first = await database.query<{ place: number }>(FIRST_PLACE, [kind]);
      if (first.rows[0]) clock.observe(first.rows[0].place);
    },
    async depth(kind) {
      const { rows } = await database.stale.query<{ waiting: number; held: number }>(
        `SELECT count(*) FILTER (WHERE state <> 'held')::int AS waiting, count(*) FILTER (WHERE state = 'held')::int AS held FROM jobs WHERE kind = $1`,
        [kind],
      );
      return rows[0] ?? { waiting: 0, held: 0 };
    },
  };
}

/** Jobs whose time has come queue up in their lane again, and get in as far as it has room. */
async function promoteDue(database: Database, kind: string): Promise<void> {
  const { rowCount } = await database.query(HAS_DUE, [kind]);
  if (rowCount === 0) return;
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ lane: string }>(
      `UPDATE jobs j SET state = 'parked', run_at = NULL FROM (
         SELECT kind, lane, id FROM jobs WHERE kind = $1 AND state IN ('held', 'delayed') AND run_at <= now() AND state = 'delayed'
         ORDER BY run_at LIMIT 500 FOR UPDATE SKIP LOCKED) due
       WHERE j.kind = due.kind AND j.lane = due.lane AND j.id = due.id RETURNING j.lane`,
      [kind],
    );
    await leaveLanes(tx, kind, new Map(rows.map(({ lane }) => [lane, 0])));
  });
}

export interface LimitedLane {
  lane: string;
  capacity: number;
  active: number;
}

/**
 * `ended` jobs have left each lane: let in as many parked ones as now fit. Lanes are locked in order, and before the parked jobs
 * are looked at, so that a job parked by a transaction that held the lock before us is seen. Lanes without a row have no limit.
 * Returns whether anything became ready.
 */
export async function leaveLanes(tx: Queryable, kind: string, ended: ReadonlyMap<string, number>): Promise<boolean> {
  if (ended.size === 0) return false;
  const { rows } = await tx.query<LimitedLane>(
    {
      name: 'lock_lanes',
      text: 'SELECT lane, capacity, active FROM lanes WHERE kind = $1 AND lane = ANY ($2) ORDER BY lane FOR UPDATE',
    },
    [kind, [...ended.keys()].sort()],
  );
  return leaveLockedLanes(tx, kind, ended, rows);
}

/** The same for a transaction that has locked the limited ones of these lanes, in order, in an earlier statement. */
export async function leaveLockedLanes(
  tx: Queryable,
  kind: string,
  ended: ReadonlyMap<string, number>,
  limited: readonly LimitedLane[],
): Promise<boolean> {
  const known = new Set(limited.map(({ lane }) => lane));
  const free = [...ended.keys()].filter((lane) => !known.has(lane) && ended.get(lane) === 0);
  let released = free.length > 0 ? await release(tx, kind, free) : 0;
  for (const { lane, capacity, active } of limited) {
    const left = Math.max(0, active - (ended.get(lane) ?? 0));
    const room = Math.max(0, capacity - left);
    released += await refill(tx, kind, lane, left, room);
  }
  return released > 0;
}

/** Lets parked jobs into a lane and counts it, in one statement. */
async function refill(tx: Queryable, kind: string, lane: string, left: number, room: number): Promise<number> {
  const text = `
    WITH entered AS (
      UPDATE jobs j SET state = 'ready' FROM (
        SELECT kind, lane, id FROM jobs WHERE kind = $1 AND lane = $2 AND state = 'parked' ORDER BY place LIMIT ${Math.min(room, 1_000)} FOR UPDATE) parked
      WHERE j.kind = parked.kind AND j.lane = parked.lane AND j.id = parked.id RETURNING j.id
    )
    UPDATE lanes SET active = $3::integer + (SELECT count(*) FROM entered) WHERE kind = $1 AND lane = $2 RETURNING (SELECT count(*)::integer FROM entered) AS entered`;
  // The usual sizes are prepared; planning would cost more than the update.
  const { rows } = await tx.query<{ entered: number }>(room <= 16 ? { name: `refill_lane_${room}`, text } : text, [
    ...[kind, lane, left],
  ]);
  return rows[0]?.entered ?? 0;
}

/** Nodes claim when they are told, not whenever a job of theirs ends: whoever lets a parked job in says so. */
export async function tellReady(tx: Queryable, kind: string): Promise<void> {
  await tx.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)' }, [CHANNEL, `${JOBS_READY}:${kind}`]);
}

/** Of lanes without a limit: everything. */
async function release(tx: Queryable, kind: string, lanes: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE jobs j SET state = 'ready' FROM (
       SELECT kind, lane, id FROM jobs WHERE kind = $1 AND lane = ANY ($2) AND state = 'parked' ORDER BY place FOR UPDATE) parked
     WHERE j.kind = parked.kind AND j.lane = parked.lane AND j.id = parked.id`,
    [kind, lanes],
  );
  return rowCount ?? 0;
}

/**
 * Gives new jobs of limited lanes their state: `ready` while the lane has room, else `parked`. Locks the lane rows, so that
 * nothing ends unseen meanwhile. Lanes without a capacity have no row and are always ready.
 */
export async function enterLanes(
  tx: Queryable,
  kind: string,
  jobs: readonly { lane: string; capacity: number | null }[],
): Promise<('ready' | 'parked')[]> {
  const capacities = new Map<string, number>();
  for (const { lane, capacity } of jobs) if (capacity !== null) capacities.set(lane, capacity);
  const entered: LimitedLane[] = [];
  for (const lane of [...capacities.keys()].sort()) {
    const capacity = capacities.get(lane) ?? 0;
    const { rows } = await tx.query<{ active: number }>(
      {
        name: 'enter_lane',
        text: `INSERT INTO lanes (kind, lane, capacity, active) VALUES ($1, $2, $3, 0)
               ON CONFLICT (kind, lane) DO UPDATE SET capacity = excluded.capacity RETURNING active`,
      },
      [kind, lane, capacity],
    );
    entered.push({ lane, capacity, active: rows[0]?.active ?? 0 });
  }
  const { states, active } = shareRoom(jobs, entered);
  for (const [lane, count] of active) {
    await tx.query({ name: 'count_lane', text: 'UPDATE lanes SET active = $3 WHERE kind = $1 AND lane = $2' }, [
      kind,
      lane,
      count,
    ]);
  }
  return states;
}

/** First come, first in: the state of each job, and how many of each limited lane are then active. */
export function shareRoom(
  jobs: readonly { lane: string }[],
  limited: readonly LimitedLane[],
): { states: ('ready' | 'parked')[]; active: Map<string, number> } {
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

/** A lane's limit has changed: null frees everything that was parked; a number lets in what fits, and stops nothing that runs. */
export async function resizeLanes(
  tx: Queryable,
  kind: string,
  lanes: readonly string[],
  capacity: number | null,
): Promise<void> {
  if (capacity === null) {
    await tx.query('DELETE FROM lanes WHERE kind = $1 AND lane = ANY ($2)', [kind, lanes]);
    if ((await release(tx, kind, lanes)) > 0) await tellReady(tx, kind);
    return;
  }
  for (const lane of [...lanes].sort()) {
    await tx.query(
      `INSERT INTO lanes (kind, lane, capacity, active) VALUES ($1, $2, $3, 0) ON CONFLICT (kind, lane) DO UPDATE SET capacity = excluded.capacity`,
      [kind, lane, capacity],
    );
    await recountLane(tx, kind, lane);
  }
  await tellReady(tx, kind);
}

async function recountLane(tx: Queryable, kind: string, lane: string): Promise<void> {
  await tx.query('SELECT 1 FROM lanes WHERE kind = $1 AND lane = $2 FOR UPDATE', [kind, lane]);
  const { rows } = await tx.query<{ active: number; all: number }>(
    `SELECT count(*) FILTER (WHERE state IN ('ready', 'held'))::int AS active, count(*)::int AS all FROM jobs WHERE kind = $1 AND lane = $2`,
    [kind, lane],
  );
  const count = rows[0] ?? { active: 0, all: 0 };
  if (count.all === 0) {
    await tx.query('DELETE FROM lanes WHERE kind = $1 AND lane = $2', [kind, lane]);
    return;
  }
  await tx.query('UPDATE lanes SET active = $3 WHERE kind = $1 AND lane = $2', [kind, lane, count.active]);
  await leaveLanes(tx, kind, new Map([[lane, 0]]));
}
