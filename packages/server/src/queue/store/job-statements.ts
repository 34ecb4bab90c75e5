/**
 * Parts of larger statements. Runs and delivery attempts begin and end in groups, each in one statement that changes their
 * own tables and their jobs together; these CTEs are the share of `jobs` and `lanes` in them. See job-store.ts for the states.
 *
 * A statement that moves existing jobs has a CTE `given` with their lane, id and token. `lanes` and `ids` name parameters that
 * hold the same lanes and ids as arrays: by a join alone, a planner without fresh statistics reads every job there is for each
 * group (2,000 of a backlog of 2,000 measured).
 */
import type { Columns } from '../../database/given-rows.ts';
import type { NewJobState } from './lanes.ts';

export interface NewJob {
  lane: string;
  /** In the fair order, from the lane clock. */
  position: number;
  state: NewJobState;
}

/** The columns of `given` that `insertJobs` reads. */
export const NEW_JOB_COLUMNS = {
  lane: ['text', ({ lane }) => lane],
  place: ['double precision', ({ position }) => position],
  state: ['text', ({ state }) => state],
} satisfies Columns<NewJob>;

/** (none) → ready, parked: a job for each row of `from`, which has `id` and NEW_JOB_COLUMNS. */
export function insertJobs(kind: string, from: string, { reason = 'NULL' } = {}): string {
  return `INSERT INTO jobs (kind, lane, id, state, place, reason) SELECT '${kind}', lane, id, state, place, ${reason} FROM ${from}`;
}

export interface MovingJobs {
  kind: string;
  lanes: string;
  ids: string;
}

const among = ({ kind, lanes, ids }: MovingJobs) =>
  `j.kind = '${kind}' AND j.lane = ANY (${lanes}) AND j.id = ANY (${ids})`;

/** Locks the given jobs that are still held with the given token, in order. `join` may narrow them further. */
export function lockHeldJobs(jobs: MovingJobs, join = ''): string {
  return `SELECT j.lane, j.id, j.run_at FROM jobs j JOIN given g ON g.lane = j.lane AND g.id = j.id AND g.token = j.token ${join}
    WHERE ${among(jobs)} ORDER BY j.lane, j.id FOR UPDATE OF j`;
}

/** held → held: a new lease of `given.lease_ms` for those jobs in `locked` that have less than three quarters of one left. */
export function renewJobs(jobs: MovingJobs, locked: string): string {
  return `UPDATE jobs j SET run_at = now() + g.lease_ms * interval '1 millisecond'
    FROM ${locked} o JOIN given g ON g.lane = o.lane AND g.id = o.id
    WHERE ${among(jobs)} AND j.lane = o.lane AND j.id = o.id AND o.run_at < now() + 0.75 * g.lease_ms * interval '1 millisecond'`;
}

/** held → (none): ends the jobs in `locked`. */
export function endLockedJobs(jobs: MovingJobs, locked: string): string {
  return `DELETE FROM jobs j USING ${locked} o
    WHERE ${among(jobs)} AND j.lane = o.lane AND j.id = o.id RETURNING j.lane, j.id`;
}

/** any → (none): ends the given jobs, whose id is `given.run_id`; a job with a null token is ended even if a worker holds it. */
export function endJobs(jobs: MovingJobs): string {
  return `DELETE FROM jobs j USING given g
    WHERE ${among(jobs)} AND j.lane = g.lane AND j.id = g.run_id AND (g.token IS NULL OR j.token = g.token)
    RETURNING j.id, j.lane, j.state, j.started_at, j.attempts`;
}

/** States in which a job counts as active in its lane. */
export const ACTIVE_STATES = ['ready', 'held'];

/** Locks, in order, those lanes of the ended jobs that have a limit. A job that was parked or delayed was not active in its lane. */
export function lockLanesOf(kind: string, ended: string, { onlyActive = false } = {}): string {
  const active = onlyActive ? ` WHERE state IN (${ACTIVE_STATES.map((state) => `'${state}'`).join(', ')})` : '';
  return `SELECT lane, capacity, active FROM lanes WHERE kind = '${kind}' AND lane IN (SELECT lane FROM ${ended}${active})
    ORDER BY lane FOR UPDATE`;
}

/** Takes ended jobs off the counts of the `locked` lanes. */
export function countEndedJobs({ kind, lanes }: MovingJobs, ended: string, locked: string): string {
  return `UPDATE lanes l SET active = greatest(0, l.active - c.ended)
    FROM ${locked} m JOIN (SELECT lane, count(*) AS ended FROM ${ended} GROUP BY lane) c ON c.lane = m.lane
    WHERE l.kind = '${kind}' AND l.lane = ANY (${lanes}) AND l.lane = m.lane`;
}

/** Creates the lanes that `wanted` selects (lane, capacity), or sets their capacity; locks them in order. */
export function enterLanesOf(kind: string, wanted: string): string {
  return `INSERT INTO lanes (kind, lane, capacity, active) SELECT '${kind}', lane, capacity, 0 FROM (${wanted}) AS wanted ORDER BY lane
    ON CONFLICT (kind, lane) DO UPDATE SET capacity = excluded.capacity RETURNING lane, capacity, active`;
}

/** Stores the counts of lanes that were entered; `lanes` and `counts` name parameters. */
export function setActiveOf(kind: string, lanes: string, counts: string): string {
  return `UPDATE lanes l SET active = c.active FROM unnest(${lanes}, ${counts}) AS c (lane, active)
    WHERE l.kind = '${kind}' AND l.lane = ANY (${lanes}) AND l.lane = c.lane`;
}
