/** The delivery store: attempts that begin and those that settle their delivery go in groups, all others one by one. */
import type { HeldJob } from '../../queue/job-store.ts';
import type { DeliveryStore, FinishedAttempt } from '../../webhooks/webhook-store.ts';
import type { Database, Queryable } from '../database.ts';
import { leaveLanes } from '../job-store.ts';
import { createBeginAttempts } from './begin-attempts.ts';
import { createEndAttempts } from './end-attempts.ts';
import { disableEndpoint, keyOf } from './endpoints.ts';
import { DELIVERY_JOBS, scopeOfLane } from './lane.ts';

/** `onReady` is told after a commit that let other deliveries in: this node has a free slot for them. */
export function createDeliveryStore(database: Database, onReady: () => void): DeliveryStore {
  const begin = createBeginAttempts(database);
  const settle = createEndAttempts(database, onReady);
  const telling = async (change: (tx: Queryable) => Promise<Change>): Promise<boolean> => {
    const { isOurs, isMoreReady } = await database.transaction(change);
    if (isMoreReady) onReady();
    return isOurs;
  };
  return {
    async begin(job, attemptId, now, leaseMs) {
      const begun = await begin({ job, attemptId, now, leaseMs });
      if (begun === undefined) await telling((tx) => giveUp(tx, job, now));
      return begun;
    },
    finish(job, attempt) {
      const { kind } = attempt.verdict;
      return kind === 'succeeded' || kind === 'dead'
        ? settle({ job, attempt, status: kind })
        : telling((tx) => finish(tx, job, attempt));
    },
  };
}

interface Change {
  /** Whether the delivery was still ours to decide on. */
  isOurs: boolean;
  isMoreReady: boolean;
}

const NOT_OURS: Change = { isOurs: false, isMoreReady: false };

/** Nothing may be sent: without an endpoint the delivery is cancelled, with a disabled one it is held. */
async function giveUp(tx: Queryable, job: HeldJob, now: Date): Promise<Change> {
  const key = keyOf(scopeOfLane(job.lane));
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR SHARE',
    key,
  );
  if (rows[0]?.enabled === true) return NOT_OURS;
  if (rows[0] !== undefined) return park(tx, job);
  return cancel(tx, job, now);
}

/** What leaves the delivery pending: it is tried again, or held. */
async function finish(tx: Queryable, job: HeldJob, attempt: FinishedAttempt): Promise<Change> {
  const { verdict, now } = attempt;
  await tx.query(
    {
      name: 'end_attempt',
      text: `UPDATE webhook_attempts SET finished_at = $4, outcome = $5, http_status = $6, latency_ms = $7, response = $8
             WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND (finished_at IS NULL OR outcome = 'worker_lost')`,
    },
    [
      ...[...keyOf(scopeOfLane(job.lane)), attempt.attemptId, now, attempt.outcome],
      ...[attempt.httpStatus ?? null, attempt.latencyMs, attempt.response ?? null],
    ],
  );
  if (verdict.kind === 'gone') return hold(tx, job, verdict.url, now);
  return verdict.kind === 'retry' ? delay(tx, job, verdict.delayMs, false, now) : delay(tx, job, 0, true, now);
}

async function cancel(tx: Queryable, job: HeldJob, now: Date): Promise<Change> {
  const { rowCount } = await tx.query(
    `DELETE FROM jobs WHERE kind = '${DELIVERY_JOBS}' AND lane = $1 AND id = $2 AND token = $3`,
    [job.lane, job.id, job.token],
  );
  if (rowCount !== 1) return NOT_OURS;
  const change = await leave(tx, job);
  await tx.query(
    `UPDATE webhook_deliveries SET status = 'cancelled', next_attempt_at = NULL, updated_at = $4
     WHERE workspace_id = $1 AND environment = $2 AND event_id = $3`,
    [...keyOf(scopeOfLane(job.lane)), job.id, now],
  );
  return change;
}

async function leave(tx: Queryable, job: HeldJob): Promise<Change> {
  return { isOurs: true, isMoreReady: await leaveLanes(tx, DELIVERY_JOBS, new Map([[job.lane, 1]])) };
}

async function delay(tx: Queryable, job: HeldJob, delayMs: number, isUncounted: boolean, now: Date): Promise<Change> {
  const { rows } = await tx.query<{ run_at: Date }>(
    `UPDATE jobs SET state = 'delayed', token = NULL, run_at = now() + $4::double precision * interval '1 millisecond'
     WHERE kind = '${DELIVERY_JOBS}' AND lane = $1 AND id = $2 AND token = $3 RETURNING run_at`,
    [job.lane, job.id, job.token, delayMs],
  );
  if (rows[0] === undefined) return NOT_OURS;
  await tx.query(
    `UPDATE webhook_deliveries SET next_attempt_at = $4, attempts = attempts - $5::integer, updated_at = $6
     WHERE workspace_id = $1 AND environment = $2 AND event_id = $3`,
    [...keyOf(scopeOfLane(job.lane)), job.id, rows[0].run_at, Number(isUncounted), now],
  );
  return leave(tx, job);
}

async function park(tx: Queryable, job: HeldJob): Promise<Change> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET state = 'parked', token = NULL, run_at = NULL WHERE kind = '${DELIVERY_JOBS}' AND lane = $1 AND id = $2 AND token = $3`,
    [job.lane, job.id, job.token],
  );
  return rowCount === 1 ? leave(tx, job) : NOT_OURS;
}

/** 410: the endpoint that said so is disabled, and this delivery waits with the others. One that was replaced meanwhile is not meant. */
async function hold(tx: Queryable, job: HeldJob, url: string, now: Date): Promise<Change> {
  const scope = scopeOfLane(job.lane);
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 AND url = $3 FOR UPDATE',
    [...keyOf(scope), url],
  );
  if (rows[0] === undefined) return delay(tx, job, 0, true, now);
  if (rows[0].enabled) await disableEndpoint(tx, scope, 'gone', now);
  return park(tx, job);
}
