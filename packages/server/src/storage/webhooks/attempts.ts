/** The delivery store. Attempts that begin, and those that settle their delivery, go in groups; all others one by one. */
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import type { HeldJob } from '../../queue/job-store.ts';
import type { DeliveryStore, FinishedAttempt } from '../../webhooks/webhook-store.ts';
import type { Database, Queryable } from '../database.ts';
import { scopeOfLane } from '../jobs/lane.ts';
import { delayJob, endJob, type Moved, parkJob } from '../jobs/move-jobs.ts';
import { createBeginAttempts } from './begin-attempts.ts';
import { createEndAttempts } from './end-attempts.ts';
import { disableEndpoint, keyOf } from './endpoints.ts';

/** `onReady` is called after a commit that made other deliveries ready: this node has a free slot for them. */
export function createDeliveryStore(database: Database, onReady: () => void): DeliveryStore {
  const begin = createBeginAttempts(database);
  const settle = createEndAttempts(database, onReady);
  const moving = async (move: (tx: Queryable) => Promise<Moved | undefined>): Promise<boolean> => {
    const moved = await database.transaction(move);
    if (moved?.isMoreReady) onReady();
    return moved !== undefined;
  };
  return {
    async begin(job, attemptId, now, leaseMs) {
      const begun = await begin({ job, attemptId, now, leaseMs });
      if (begun === undefined) await moving((tx) => giveUp(tx, job, now));
      return begun;
    },
    finish(job, attempt) {
      const { kind } = attempt.verdict;
      return kind === 'succeeded' || kind === 'dead'
        ? settle({ job, attempt, status: kind })
        : moving((tx) => finish(tx, job, attempt));
    },
  };
}

/** Nothing may be sent: without an endpoint the delivery is cancelled, with a disabled one it waits. */
async function giveUp(tx: Queryable, job: HeldJob, now: Date): Promise<Moved | undefined> {
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR SHARE',
    keyOf(scopeOfLane(job.lane)),
  );
  if (rows[0]?.enabled === true) return undefined;
  if (rows[0] !== undefined) return parkJob(tx, DELIVERY_KIND, job);
  return cancel(tx, job, now);
}

/** An attempt after which the delivery stays pending: it is tried again, or waits for its endpoint. */
async function finish(tx: Queryable, job: HeldJob, attempt: FinishedAttempt): Promise<Moved | undefined> {
  const { verdict, now, attemptId, outcome, httpStatus, latencyMs, response } = attempt;
  await tx.query(
    {
      name: 'end_attempt',
      text: `UPDATE webhook_attempts SET finished_at = $4, outcome = $5, http_status = $6, latency_ms = $7, response = $8
             WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND (finished_at IS NULL OR outcome = 'worker_lost')`,
    },
    [...keyOf(scopeOfLane(job.lane)), attemptId, now, outcome, httpStatus ?? null, latencyMs, response ?? null],
  );
  if (verdict.kind === 'gone') return hold(tx, job, verdict.url, now);
  return verdict.kind === 'retry' ? delay(tx, job, verdict.delayMs, false, now) : delay(tx, job, 0, true, now);
}

async function cancel(tx: Queryable, job: HeldJob, now: Date): Promise<Moved | undefined> {
  const ended = await endJob(tx, DELIVERY_KIND, job);
  if (ended === undefined) return undefined;
  await tx.query(
    `UPDATE webhook_deliveries SET status = 'cancelled', next_attempt_at = NULL, updated_at = $4
     WHERE workspace_id = $1 AND environment = $2 AND event_id = $3`,
    [...keyOf(scopeOfLane(job.lane)), job.id, now],
  );
  return ended;
}

async function delay(
  tx: Queryable,
  job: HeldJob,
  delayMs: number,
  isUncounted: boolean,
  now: Date,
): Promise<Moved | undefined> {
  const delayed = await delayJob(tx, DELIVERY_KIND, job, { delayMs, reason: null });
  if (delayed === undefined) return undefined;
  await tx.query(
    `UPDATE webhook_deliveries SET next_attempt_at = $4, attempts = attempts - $5::integer, updated_at = $6
     WHERE workspace_id = $1 AND environment = $2 AND event_id = $3`,
    [...keyOf(scopeOfLane(job.lane)), job.id, delayed.runAt, Number(isUncounted), now],
  );
  return delayed;
}

/** 410: the endpoint that answered so is disabled, and this delivery waits with its others. Unless it was replaced meanwhile. */
async function hold(tx: Queryable, job: HeldJob, url: string, now: Date): Promise<Moved | undefined> {
  const scope = scopeOfLane(job.lane);
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 AND url = $3 FOR UPDATE',
    [...keyOf(scope), url],
  );
  if (rows[0] === undefined) return delay(tx, job, 0, true, now);
  if (rows[0].enabled) await disableEndpoint(tx, scope, 'gone', now);
  return parkJob(tx, DELIVERY_KIND, job);
}
