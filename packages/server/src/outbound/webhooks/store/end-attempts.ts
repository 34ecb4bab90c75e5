/**
 * Ending delivery attempts that settle their delivery, one way or the other: attempt, job, delivery and lane in one transaction
 * for all that end together. Each end is fenced by the token of its lease; the attempt is recorded all the same.
 *
 * Jobs are parked only in a lane that is full, so only an end that finds its lane full has others to release. That takes a
 * second statement, since it must see what was parked before we had the lane's lock.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../../core/natural-batch.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { givenList, givenRows, powerOfEightFrom } from '../../../database/given-rows.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { scopeOfLane } from '../../../queue/lane.ts';
import { countEndedJobs, endLockedJobs, lockHeldJobs, lockLanesOf } from '../../../queue/store/job-statements.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { leaveLockedLanes, limitedOf } from '../../../queue/store/lanes.ts';
import type { Verdict } from '../../outbox/deliver.ts';
import type { TellFailing } from '../failing.ts';
import { HELD_JOB_COLUMNS } from './held-job-columns.ts';

export interface FinishedAttempt {
  attemptId: string;
  /** `gone`: the response to the last attempt was 410, so the delivery is dead-lettered and the endpoint disabled. */
  verdict: Verdict | { kind: 'gone'; url: string };
  outcome: string;
  httpStatus: number | undefined;
  latencyMs: number;
  response: Buffer | undefined;
  now: Date;
}

export interface EndAttempt {
  job: HeldJob;
  attempt: FinishedAttempt;
  status: 'succeeded' | 'dead';
}

interface EndedRow {
  id: string;
  lane: string;
  /** The count of the lane before these ends, if it was full. */
  capacity: number | null;
  active: number | null;
}

const ENDS = givenRows<EndAttempt>(
  {
    ...HELD_JOB_COLUMNS,
    attempt_id: ['uuid', ({ attempt }) => attempt.attemptId],
    now: ['timestamptz', ({ attempt }) => attempt.now],
    status: ['text', ({ status }) => status],
    outcome: ['text', ({ attempt }) => attempt.outcome],
    http_status: ['integer', ({ attempt }) => attempt.httpStatus ?? null],
    latency_ms: ['integer', ({ attempt }) => attempt.latencyMs],
    response: ['bytea', ({ attempt }) => attempt.response ?? null],
  },
  powerOfEightFrom,
);

/** Jobs are locked in order, as in code that cancels or redirects all deliveries of an endpoint. */
const textOf = (given: string, lanes: string, ids: string) => `
  WITH ${given},
  tried AS (
    UPDATE webhook_attempts a SET finished_at = g.now, outcome = g.outcome, http_status = g.http_status, latency_ms = g.latency_ms, response = g.response
    FROM given g WHERE a.workspace_id = g.workspace_id AND a.environment = g.environment AND a.id = g.attempt_id AND a.event_id = g.id
      AND (a.finished_at IS NULL OR a.outcome = 'worker_lost')
  ), ours AS MATERIALIZED (
    ${lockHeldJobs({ kind: DELIVERY_KIND, lanes, ids })}
  ), ended AS (
    ${endLockedJobs({ kind: DELIVERY_KIND, lanes, ids }, 'ours')}
  ), limited AS MATERIALIZED (
    ${lockLanesOf(DELIVERY_KIND, 'ended')}
  ), counted AS (
    ${countEndedJobs({ kind: DELIVERY_KIND, lanes, ids }, 'ended', 'limited')}
  ), settled AS (
    UPDATE webhook_deliveries d SET status = g.status, next_attempt_at = NULL, updated_at = g.now FROM ended e JOIN given g ON g.lane = e.lane AND g.id = e.id
    WHERE d.workspace_id = g.workspace_id AND d.environment = g.environment AND d.event_id = g.id
  )
  SELECT e.id, e.lane, l.capacity, l.active FROM ended e LEFT JOIN limited l ON l.lane = e.lane AND l.active >= l.capacity`;

/** Returns whether the delivery was still ours to settle. `onReady` is called after a commit that made other deliveries ready. */
export function createEndAttempts(
  database: Database,
  laneCapacity: number,
  { onReady, tellFailing }: { onReady(): void; tellFailing: TellFailing },
): NaturalBatch<EndAttempt, boolean> {
  return naturalBatch({
    maxInFlight: 1, // A second transaction would only wait for the lanes of the first.
    maxItems: 64,
    everyMs: 50, // Gathered like claims: only the lane waits for the end,
    enough: Math.min(8, Math.ceil(laneCapacity / 2)), // which admits no others while this many are not recorded.
    keyOf: ({ job }) => `${job.lane}/${job.id}`,
    flush: (ends) =>
      allOrEach(
        ends,
        async (group) => {
          const { ended, isMoreReady } = await database.transaction(async (tx) => {
            const settled = await endGroup(tx, group);
            await tellDead(
              tx,
              tellFailing,
              group.filter(({ job }) => settled.ended.has(job.id)),
            );
            return settled;
          });
          if (isMoreReady) onReady();
          return group.map(({ job }) => ended.has(job.id));
        },
        (error) => !(error instanceof ServiceError),
      ),
  });
}

/** Once per endpoint, in order, so that transactions notifying several endpoints cannot deadlock. */
async function tellDead(tx: Queryable, tellFailing: TellFailing, settled: readonly EndAttempt[]): Promise<void> {
  const dead = settled.filter(({ status }) => status === 'dead');
  const lanes = [...new Set(dead.map(({ job }) => job.lane))].sort();
  const failing = lanes.flatMap((lane) => {
    const ends = dead.filter(({ job }) => job.lane === lane);
    const last = ends.at(-1)?.attempt;
    if (last === undefined) return [];
    return [{ ...scopeOfLane(lane), dead: ends.length, outcome: last.outcome, isDisabled: false, at: last.now }];
  });
  if (failing.length > 0) await tellFailing(tx, failing);
}

async function endGroup(
  tx: Queryable,
  group: readonly EndAttempt[],
): Promise<{ ended: Set<string>; isMoreReady: boolean }> {
  const given = ENDS.of(group);
  const lanes = givenList(
    'text',
    group.map(({ job }) => job.lane),
    given.values.length,
  );
  const { rows } = await tx.query<EndedRow>(
    {
      name: `end_attempts_${given.size}_${lanes.size}`,
      text: textOf(given.sql, lanes.sql, given.column('id')),
    },
    [...given.values, ...lanes.values],
  );
  const full = limitedOf(rows);
  const left = new Map(full.map(({ lane }) => [lane, rows.filter((row) => row.lane === lane).length]));
  const isMoreReady = await leaveLockedLanes(tx, DELIVERY_KIND, left, full);
  return { ended: new Set(rows.map(({ id }) => id)), isMoreReady };
}
