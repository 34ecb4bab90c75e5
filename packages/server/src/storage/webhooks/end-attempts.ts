/**
 * Ending delivery attempts that settle their delivery, one way or the other: attempt, job, delivery and lane in one transaction
 * for all that end together. Each end is fenced by the token of its lease; the attempt is recorded all the same.
 *
 * Jobs are parked only in a lane that is full, so only an end that finds its lane full has others to let in; that is a statement
 * of its own, since it must see what was parked before we had the lane's lock.
 */
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { HeldJob } from '../../queue/job-store.ts';
import type { FinishedAttempt } from '../../webhooks/webhook-store.ts';
import type { Database, Queryable } from '../database.ts';
import { leaveLanes } from '../job-store.ts';
import { rowsOf } from '../runs/rows-of.ts';
import { keyOf } from './endpoints.ts';
import { DELIVERY_JOBS, scopeOfLane } from './lane.ts';

export interface EndAttempt {
  job: HeldJob;
  attempt: FinishedAttempt;
  status: 'succeeded' | 'dead';
}

interface EndedRow {
  id: string;
  lane: string;
  was_full: boolean;
}

const COLUMNS = [
  ...['uuid', 'text', 'text', 'uuid', 'uuid', 'uuid', 'timestamptz', 'text'],
  ...['text', 'integer', 'integer', 'bytea'],
];

/**
 * Jobs are locked in order, since whoever cancels or redirects all of an endpoint's deliveries does the same; arrays stand beside
 * the joins, so that rows are found by index whatever a planner believes of the joins.
 */
const textOf = (tuples: string, lanes: string, ids: string, attempts: string) => `
  WITH given (workspace_id, environment, lane, id, token, attempt_id, now, status, outcome, http_status, latency_ms, response) AS (VALUES ${tuples}),
  tried AS (
    UPDATE webhook_attempts a SET finished_at = g.now, outcome = g.outcome, http_status = g.http_status, latency_ms = g.latency_ms, response = g.response
    FROM given g WHERE a.workspace_id = g.workspace_id AND a.environment = g.environment AND a.id = g.attempt_id AND a.id = ANY (${attempts})
      AND (a.finished_at IS NULL OR a.outcome = 'worker_lost')
  ), ours AS MATERIALIZED (
    SELECT j.lane, j.id FROM jobs j JOIN given g ON g.lane = j.lane AND g.id = j.id AND g.token = j.token
    WHERE j.kind = '${DELIVERY_JOBS}' AND j.lane = ANY (${lanes}) AND j.id = ANY (${ids}) ORDER BY j.lane, j.id FOR UPDATE OF j
  ), ended AS (
    DELETE FROM jobs j USING ours o
    WHERE j.kind = '${DELIVERY_JOBS}' AND j.lane = ANY (${lanes}) AND j.id = ANY (${ids}) AND j.lane = o.lane AND j.id = o.id RETURNING j.lane, j.id
  ), limited AS MATERIALIZED (
    SELECT lane, capacity, active FROM lanes WHERE kind = '${DELIVERY_JOBS}' AND lane IN (SELECT lane FROM ended) ORDER BY lane FOR UPDATE
  ), counted AS (
    UPDATE lanes l SET active = greatest(0, l.active - c.ended) FROM limited m JOIN (SELECT lane, count(*) AS ended FROM ended GROUP BY lane) c ON c.lane = m.lane
    WHERE l.kind = '${DELIVERY_JOBS}' AND l.lane = ANY (${lanes}) AND l.lane = m.lane
  ), settled AS (
    UPDATE webhook_deliveries d SET status = g.status, next_attempt_at = NULL, updated_at = g.now FROM ended e JOIN given g ON g.lane = e.lane AND g.id = e.id
    WHERE d.workspace_id = g.workspace_id AND d.environment = g.environment AND d.event_id = g.id AND d.event_id = ANY (${ids})
  )
  SELECT e.id, e.lane, coalesce(l.active >= l.capacity, false) AS was_full FROM ended e LEFT JOIN limited l ON l.lane = e.lane`;

/** Says whether the delivery was still ours to settle. `onReady` is told after a commit that let other deliveries in. */
export function createEndAttempts(database: Database, onReady: () => void): NaturalBatch<EndAttempt, boolean> {
  return naturalBatch({
    maxInFlight: 1, // A second one would only wait for the lanes of the first.
    maxItems: 64,
    keyOf: ({ job }) => `${job.lane}/${job.id}`,
    flush: (ends) =>
      allOrEach(
        ends,
        async (group) => {
          const { ended, isMoreReady } = await database.transaction((tx) => endGroup(tx, group));
          if (isMoreReady) onReady();
          return group.map(({ job }) => ended.has(job.id));
        },
        (error) => !(error instanceof ServiceError),
      ),
  });
}

async function endGroup(
  tx: Queryable,
  group: readonly EndAttempt[],
): Promise<{ ended: Set<string>; isMoreReady: boolean }> {
  const given = rowsOf(COLUMNS, group.map(toRow));
  const [lanes, ids, attempts] = [1, 2, 3].map((after) => `$${given.values.length + after}`);
  const { rows } = await tx.query<EndedRow>(
    {
      name: `end_attempts_${given.size}`,
      text: textOf(given.sql, `${lanes}::text[]`, `${ids}::uuid[]`, `${attempts}::uuid[]`),
    },
    [
      ...given.values,
      [...new Set(group.map(({ job }) => job.lane))],
      group.map(({ job }) => job.id),
      group.map(({ attempt }) => attempt.attemptId),
    ],
  );
  const full = new Map(rows.filter((row) => row.was_full).map(({ lane }) => [lane, 0]));
  const isMoreReady = await leaveLanes(tx, DELIVERY_JOBS, full);
  return { ended: new Set(rows.map(({ id }) => id)), isMoreReady };
}

function toRow({ job, attempt, status }: EndAttempt): unknown[] {
  const { attemptId, now, outcome, httpStatus, latencyMs, response } = attempt;
  return [
    ...[...keyOf(scopeOfLane(job.lane)), job.lane, job.id, job.token, attemptId, now, status],
    ...[outcome, httpStatus ?? null, latencyMs, response ?? null],
  ];
}
