/** Beginning and ending a delivery attempt. The attempt is committed before anything is sent; its end is fenced by the lease's token. */
import type { HeldJob } from '../../queue/job-store.ts';
import type { BegunAttempt, DeliveryStore, FinishedAttempt } from '../../webhooks/webhook-store.ts';
import type { Database, Queryable } from '../database.ts';
import { leaveLanes } from '../job-store.ts';
import { disableEndpoint, keyOf } from './endpoints.ts';
import { type EventRow, RUN_SUMMARY, toRecordedEvent } from './event-rows.ts';
import { DELIVERY_JOBS, scopeOfLane } from './lane.ts';

interface BegunRow extends EventRow {
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  attempts: number;
  series_started_at: Date;
}

/**
 * The endpoint's row is share-locked: whoever replaces or removes it waits for us, or we see what they did. An attempt that was
 * left open belonged to a lost worker; its repetition keeps the number, so that lost workers use up no attempts.
 */
const BEGIN = {
  name: 'begin_attempt',
  text: `
    WITH endpoint AS MATERIALIZED (
      SELECT url, secret, CASE WHEN previous_secret_until > $6 THEN previous_secret END AS previous_secret
      FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 AND enabled FOR SHARE
    ), held AS (
      UPDATE jobs SET run_at = now() + $8::double precision * interval '1 millisecond'
      WHERE kind = '${DELIVERY_JOBS}' AND lane = $3 AND id = $4 AND token = $5 AND EXISTS (SELECT 1 FROM endpoint) RETURNING id
    ), lost AS (
      UPDATE webhook_attempts a SET finished_at = $6, outcome = 'worker_lost' FROM held
      WHERE a.workspace_id = $1 AND a.environment = $2 AND a.event_id = held.id AND a.finished_at IS NULL RETURNING a.id
    ), counted AS (
      UPDATE webhook_deliveries d SET attempts = greatest(1, d.attempts + CASE WHEN EXISTS (SELECT 1 FROM lost) THEN 0 ELSE 1 END),
        series_started_at = coalesce(d.series_started_at, $6), next_attempt_at = NULL, updated_at = $6
      FROM held WHERE d.workspace_id = $1 AND d.environment = $2 AND d.event_id = held.id
      RETURNING d.event_id, d.attempts, d.series_started_at
    ), begun AS (
      INSERT INTO webhook_attempts (workspace_id, environment, id, event_id, number, url, started_at)
      SELECT $1, $2, $7, c.event_id, c.attempts, e.url, now() FROM counted c, endpoint e
    )
    SELECT e.url, e.secret, e.previous_secret, c.attempts, c.series_started_at, ${RUN_SUMMARY}
    FROM counted c CROSS JOIN endpoint e JOIN events v ON v.workspace_id = $1 AND v.environment = $2 AND v.id = c.event_id
    LEFT JOIN run_results r ON r.workspace_id = $1 AND r.environment = $2 AND r.run_id = v.id`,
};

export function createDeliveryStore(database: Database): DeliveryStore {
  return {
    async begin(job, attemptId, now, leaseMs) {
      const key = keyOf(scopeOfLane(job.lane));
      const values = [...key, job.lane, job.id, job.token, now, attemptId, leaseMs];
      const { rows } = await database.query<BegunRow>(BEGIN, values);
      if (rows[0] !== undefined) return toBegun(rows[0]);
      await database.transaction((tx) => giveUp(tx, job, now));
      return undefined;
    },
    finish: (job, attempt) => database.transaction((tx) => finish(tx, job, attempt)),
  };
}

function toBegun(row: BegunRow): BegunAttempt {
  const event = toRecordedEvent(row);
  const secrets = row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret];
  return { number: row.attempts, seriesStartedAt: row.series_started_at, url: row.url, secrets, event };
}

/** Nothing may be sent: without an endpoint the delivery is cancelled, with a disabled one it is held. */
async function giveUp(tx: Queryable, job: HeldJob, now: Date): Promise<void> {
  const key = keyOf(scopeOfLane(job.lane));
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR SHARE',
    key,
  );
  if (rows[0]?.enabled === true) return;
  if (rows[0] !== undefined) {
    await park(tx, job);
    return;
  }
  if (await deleteJob(tx, job)) await setStatus(tx, job, 'cancelled', now);
}

async function finish(tx: Queryable, job: HeldJob, attempt: FinishedAttempt): Promise<boolean> {
  const scope = scopeOfLane(job.lane);
  const { verdict, now } = attempt;
  await tx.query(
    {
      name: 'end_attempt',
      text: `UPDATE webhook_attempts SET finished_at = $4, outcome = $5, http_status = $6, latency_ms = $7, response = $8
             WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND (finished_at IS NULL OR outcome = 'worker_lost')`,
    },
    [
      ...[...keyOf(scope), attempt.attemptId, now, attempt.outcome],
      ...[attempt.httpStatus ?? null, attempt.latencyMs, attempt.response ?? null],
    ],
  );
  switch (verdict.kind) {
    case 'succeeded':
    case 'dead': {
      const isOurs = await deleteJob(tx, job);
      if (isOurs) await setStatus(tx, job, verdict.kind, now);
      return isOurs;
    }
    case 'retry':
      return delay(tx, job, verdict.delayMs, false, now);
    case 'interrupted':
      return delay(tx, job, 0, true, now);
    case 'gone':
      return hold(tx, job, verdict.url, now);
  }
}

async function deleteJob(tx: Queryable, job: HeldJob): Promise<boolean> {
  const { rowCount } = await tx.query(
    {
      name: 'delete_held_delivery',
      text: `DELETE FROM jobs WHERE kind = '${DELIVERY_JOBS}' AND lane = $1 AND id = $2 AND token = $3`,
    },
    [job.lane, job.id, job.token],
  );
  if (rowCount !== 1) return false;
  await leaveLanes(tx, DELIVERY_JOBS, new Map([[job.lane, 1]]));
  return true;
}

async function setStatus(tx: Queryable, job: HeldJob, status: string, now: Date): Promise<void> {
  await tx.query(
    {
      name: 'end_delivery',
      text: `UPDATE webhook_deliveries SET status = $4, next_attempt_at = NULL, updated_at = $5
             WHERE workspace_id = $1 AND environment = $2 AND event_id = $3`,
    },
    [...keyOf(scopeOfLane(job.lane)), job.id, status, now],
  );
}

async function delay(tx: Queryable, job: HeldJob, delayMs: number, isUncounted: boolean, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ run_at: Date }>(
    `UPDATE jobs SET state = 'delayed', token = NULL, run_at = now() + $4::double precision * interval '1 millisecond'
     WHERE kind = '${DELIVERY_JOBS}' AND lane = $1 AND id = $2 AND token = $3 RETURNING run_at`,
    [job.lane, job.id, job.token, delayMs],
  );
  if (rows[0] === undefined) return false;
  await tx.query(
    `UPDATE webhook_deliveries SET next_attempt_at = $4, attempts = attempts - $5::integer, updated_at = $6
     WHERE workspace_id = $1 AND environment = $2 AND event_id = $3`,
    [...keyOf(scopeOfLane(job.lane)), job.id, rows[0].run_at, Number(isUncounted), now],
  );
  await leaveLanes(tx, DELIVERY_JOBS, new Map([[job.lane, 1]]));
  return true;
}

async function park(tx: Queryable, job: HeldJob): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE jobs SET state = 'parked', token = NULL, run_at = NULL WHERE kind = '${DELIVERY_JOBS}' AND lane = $1 AND id = $2 AND token = $3`,
    [job.lane, job.id, job.token],
  );
  if (rowCount === 1) await leaveLanes(tx, DELIVERY_JOBS, new Map([[job.lane, 1]]));
  return rowCount === 1;
}

/** 410: the endpoint that said so is disabled, and this delivery waits with the others. One that was replaced meanwhile is not meant. */
async function hold(tx: Queryable, job: HeldJob, url: string, now: Date): Promise<boolean> {
  const scope = scopeOfLane(job.lane);
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 AND url = $3 FOR UPDATE',
    [...keyOf(scope), url],
  );
  if (rows[0] === undefined) return delay(tx, job, 0, true, now);
  if (rows[0].enabled) await disableEndpoint(tx, scope, 'gone', now);
  return park(tx, job);
}
