/**
 * Jobs on PostgreSQL. No other folder has SQL on the tables `jobs` and `lanes`.
 *
 * A job says that something still has to be done: that a run has to be evaluated, or an event delivered. The transaction that
 * stores the work inserts its job, and the transaction that settles the work deletes it, so work that is not settled has exactly
 * one job at every commit. In between, a job is in one of four states:
 *
 *   ready    May be claimed. Claims follow the column `place`, the job's position in the fair order (queue/lane-clock.ts).
 *   held     A worker has claimed it. `token` identifies the claim and `run_at` is the end of its lease. The worker renews the
 *            lease while it works. Once the lease has run out, any node may claim the job; the new claim has a new token, and
 *            whatever the old worker still tries with its old token changes nothing.
 *   delayed  Waits until `run_at`, for a retry.
 *   parked   Waits for its lane, which is at its limit.
 *
 * What moves a job, and where that is written:
 *
 *   (none)  → ready, parked   enter: the lane has room, or it does not             job-statements.ts, move-jobs.ts
 *   ready   → held            claim                                                job-store.ts
 *   held    → held            renew; or claim, once the lease has run out          job-store.ts, job-statements.ts
 *   held    → delayed         delay: a retry later, or the node stops              move-jobs.ts
 *   held    → parked          park: its lane was closed while it was held          move-jobs.ts
 *   held    → delayed         redirect: the work has to start again elsewhere      move-jobs.ts
 *   delayed → parked          its time has come: it queues up in its lane again    job-store.ts
 *   parked  → ready           release: the lane has room again                     lanes.ts
 *   ready   → parked          its lane is closed                                   lanes.ts
 *   any     → (none)          end: the work is settled or cancelled                job-statements.ts, move-jobs.ts, lanes.ts
 *
 * A lane with a limit has a row in `lanes`; `active` counts its jobs that are ready or held and never exceeds `capacity` by a job
 * that was let in later. A lane without a row has no limit. Whoever changes `active` holds the lane's row lock. Locks are taken
 * in the order jobs (by lane and id), then lanes (by name), so that no two transactions wait for each other.
 *
 * All times are the database's own clock, so a node whose clock is wrong does no harm.
 */
import { newUuid } from '../../core/ids.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { LaneClock } from '../lane-clock.ts';
import { leaveLanes, recountLanes } from './lanes.ts';
import { delayJob, type Lease, type PutBack } from './move-jobs.ts';
import { tellReady } from './tell-ready.ts';

export interface HeldJob {
  id: string;
  lane: string;
  /** Identifies the claim: an end or a renewal with an older token has no effect. */
  token: string;
  /** Claims so far, including this one. */
  attempts: number;
}

interface ClaimRow {
  id: string;
  lane: string;
  attempts: number;
  position: number;
}

/**
 * LIMIT is a literal: as a parameter, the generic plan scans the table twice (23 ms against 0.18 ms measured). So is the kind: as a
 * parameter, a plan for a kind that is rare looks cheaper than the prepared one, and more than half of all claims were planned again.
 * Both sources are ordered partial indexes, so parked, delayed and held jobs add nothing to the cost of a claim.
 */
const claimStatement = (kind: string, count: number): Statement => ({
  name: `claim_jobs_${kind}_${count}`,
  text: `
    WITH lost AS MATERIALIZED (
      SELECT kind, lane, id FROM jobs WHERE kind = '${kind}' AND state IN ('held', 'delayed') AND run_at <= now() AND state = 'held'
      ORDER BY run_at LIMIT ${count} FOR UPDATE SKIP LOCKED
    ), ready AS MATERIALIZED (
      SELECT kind, lane, id FROM jobs WHERE kind = '${kind}' AND state = 'ready' ORDER BY place LIMIT ${count} FOR UPDATE SKIP LOCKED
    ), chosen AS (SELECT * FROM lost UNION ALL SELECT * FROM ready LIMIT ${count})
    UPDATE jobs j SET state = 'held', token = $1, run_at = now() + $2::double precision * interval '1 millisecond',
      attempts = j.attempts + 1, started_at = coalesce(j.started_at, now()), reason = NULL
    FROM chosen c WHERE j.kind = c.kind AND j.lane = c.lane AND j.id = c.id
    RETURNING j.id, j.lane, j.attempts, j.place AS position`,
});

/**
 * A row that another transaction has locked is skipped: its job is being ended, and waiting for it while holding other rows
 * led to a deadlock. It still counts as kept.
 */
const RENEW: Statement = {
  name: 'renew_leases',
  // The arrays are repeated beside the joins so that rows are found by index, whatever the planner estimates for a join.
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

const hasDueStatement = (kind: string): Statement => ({
  name: `has_due_jobs_${kind}`,
  text: `SELECT 1 FROM jobs WHERE kind = '${kind}' AND state IN ('held', 'delayed') AND run_at <= now() AND state = 'delayed' LIMIT 1`,
});

const FIRST_POSITION: Statement = {
  name: 'first_position',
  text: `SELECT place AS position FROM jobs WHERE kind = $1 AND state = 'ready' ORDER BY place LIMIT 1`,
};

/** Due retries are looked for this often at most. */
const PROMOTE_EVERY_MS = 250;

export function createJobStore(database: Database, clock: LaneClock) {
  let promotedAt = 0;
  return {
    /** Claims up to `count` jobs under a lease: first those whose lease has run out, then the ready ones in their fair order. */
    async claim(kind: string, count: number, leaseMs: number): Promise<HeldJob[]> {
      if (Date.now() - promotedAt >= PROMOTE_EVERY_MS) {
        promotedAt = Date.now();
        await promoteDue(database, kind);
      }
      const token = newUuid();
      const { rows } = await database.query<ClaimRow>(claimStatement(kind, count), [token, leaseMs]);
      for (const { position } of rows) clock.observe(position);
      return rows
        .sort((a, b) => a.position - b.position)
        .map(({ id, lane, attempts }): HeldJob => ({ id, lane, attempts, token }));
    },
    /** Renews all of them in one statement and returns the ids that are still ours. */
    async renew(kind: string, leases: readonly Lease[], leaseMs: number): Promise<Set<string>> {
      const lanes = leases.map(({ lane }) => lane);
      const ids = leases.map(({ id }) => id);
      const tokens = leases.map(({ token }) => token);
      const { rows } = await database.query<{ id: string }>(RENEW, [kind, lanes, ids, tokens, leaseMs]);
      return new Set(rows.map(({ id }) => id));
    },
    /** Gives a job back, to be claimed again after `delayMs`; false if the lease was lost. */
    async putBack(kind: string, lease: Lease, how: PutBack): Promise<boolean> {
      return database.transaction(async (tx) => {
        const delayed = await delayJob(tx, kind, lease, how);
        if (delayed?.isMoreReady) await tellReady(tx, kind);
        return delayed !== undefined;
      });
    },
    /** Counts the lanes again and releases as many jobs as there is room for, in case a count was ever wrong. */
    async reconcile(kind: string): Promise<void> {
      await recountLanes(database, kind);
      const { rows } = await database.query<{ position: number }>(FIRST_POSITION, [kind]);
      if (rows[0]) clock.observe(rows[0].position);
    },
    /** How many jobs wait, and how many are held by a worker. */
    async depth(kind: string): Promise<{ waiting: number; held: number }> {
      const { rows } = await database.stale.query<{ waiting: number; held: number }>(
        `SELECT count(*) FILTER (WHERE state <> 'held')::int AS waiting, count(*) FILTER (WHERE state = 'held')::int AS held FROM jobs WHERE kind = $1`,
        [kind],
      );
      const { waiting = 0, held = 0 } = rows[0] ?? {};
      return { waiting, held };
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Jobs whose time has come queue up in their lane again, and become ready as far as the lane has room. */
async function promoteDue(database: Database, kind: string): Promise<void> {
  const { rowCount } = await database.query(hasDueStatement(kind));
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
