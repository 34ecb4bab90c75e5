/** The delivery store. Attempts that begin, and those that settle their delivery, are written in groups; all others one by one. */

import { actAs, SYSTEM } from '../../../core/acting.ts';
import { keyOf } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { scopeOfLane } from '../../../queue/lane.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { type Moved, parkJob } from '../../../queue/store/move-jobs.ts';
import { endDelivery, settleAttempt } from '../../outbox/store/deliveries.ts';
import { WEBHOOKS } from '../../outbox/store/outbox.ts';
import type { TellFailing } from '../failing.ts';
import { type BegunAttempt, createBeginAttempts } from './begin-attempts.ts';
import { createEndAttempts, type FinishedAttempt } from './end-attempts.ts';
import { disableEndpoint } from './switch-endpoint.ts';

interface DeliveryEnds {
  /** Called after a commit that made other deliveries ready: this node has a free slot for them. */
  onReady(): void;
  tellFailing: TellFailing;
}

export function createDeliveryStore(database: Database, laneCapacity: number, { onReady, tellFailing }: DeliveryEnds) {
  const begin = createBeginAttempts(database);
  const settle = createEndAttempts(database, laneCapacity, { onReady, tellFailing });
  const moving = async (move: (tx: Queryable) => Promise<Moved | undefined>): Promise<boolean> => {
    const moved = await database.transaction(move);
    if (moved?.isMoreReady) onReady();
    return moved !== undefined;
  };
  return {
    /**
     * Stores the attempt before it is sent, and renews the lease. Undefined if there is nothing to send: the lease was lost, or the
     * endpoint was removed (the delivery is cancelled) or disabled (it waits).
     */
    async begin(job: HeldJob, attemptId: string, now: Date, leaseMs: number): Promise<BegunAttempt | undefined> {
      const begun = await begin({ job, attemptId, now, leaseMs });
      if (begun === undefined) await moving((tx) => giveUp(tx, job, now));
      return begun;
    },
    /** Stores the outcome. False if the lease was lost and the delivery is unchanged; the attempt is recorded anyway. */
    finish(job: HeldJob, attempt: FinishedAttempt): Promise<boolean> {
      const { kind } = attempt.verdict;
      return kind === 'succeeded' || kind === 'dead'
        ? settle({ job, attempt, status: kind })
        : moving((tx) => finish(tx, tellFailing, job, attempt));
    },
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** Nothing may be sent: without an endpoint the delivery is cancelled, with a disabled one it waits. */
async function giveUp(tx: Queryable, job: HeldJob, now: Date): Promise<Moved | undefined> {
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR SHARE',
    keyOf(scopeOfLane(job.lane)),
  );
  if (rows[0]?.enabled === true) return undefined;
  if (rows[0] !== undefined) return parkJob(tx, WEBHOOKS.kind, job);
  return endDelivery(tx, WEBHOOKS, job, { status: 'cancelled' }, now);
}

/** An attempt that does not settle its delivery, or one after which the endpoint is disabled. */
async function finish(
  tx: Queryable,
  tellFailing: TellFailing,
  job: HeldJob,
  attempt: FinishedAttempt,
): Promise<Moved | undefined> {
  const { verdict, now, attemptId, outcome, httpStatus, latencyMs, response } = attempt;
  await tx.query(
    {
      name: 'end_attempt',
      text: `UPDATE webhook_attempts SET finished_at = $4, outcome = $5, http_status = $6, latency_ms = $7, response = $8
             WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND (finished_at IS NULL OR outcome = 'worker_lost')`,
    },
    [...keyOf(scopeOfLane(job.lane)), attemptId, now, outcome, httpStatus ?? null, latencyMs, response ?? null],
  );
  return verdict.kind === 'gone'
    ? endAsGone(tx, tellFailing, job, { url: verdict.url, now })
    : settleAttempt(tx, WEBHOOKS, job, verdict, {}, now);
}

/** Ten attempts, and 410 to the last: the delivery is dead-lettered and its endpoint disabled, unless the endpoint was replaced meanwhile. */
async function endAsGone(
  tx: Queryable,
  tellFailing: TellFailing,
  job: HeldJob,
  { url, now }: { url: string; now: Date },
): Promise<Moved | undefined> {
  const scope = scopeOfLane(job.lane);
  const { rowCount } = await tx.query(
    'SELECT 1 FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 AND url = $3 AND enabled FOR UPDATE',
    [...keyOf(scope), url],
  );
  const ended = await endDelivery(tx, WEBHOOKS, job, { status: 'dead' }, now);
  if (ended === undefined) return undefined;
  const isDisabled = rowCount === 1;
  if (isDisabled) await actAs(SYSTEM, () => disableEndpoint(tx, scope, 'gone', now));
  await tellFailing(tx, [{ ...scope, dead: 1, outcome: 'http_410', isDisabled, at: now }]);
  return ended;
}
