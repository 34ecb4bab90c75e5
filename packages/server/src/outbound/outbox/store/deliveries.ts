/**
 * The states of a delivery, for every kind: pending → succeeded, skipped, dead or cancelled, and back to pending when it is replayed. A pending
 * delivery has a job, and every function here moves both in the caller's transaction, fenced by the job's lease.
 */
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { laneOf, scopeOfLane } from '../../../queue/lane.ts';
import type { LaneClock } from '../../../queue/lane-clock.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { delayJob, endJob, enterJobs, hastenJob, type Moved } from '../../../queue/store/move-jobs.ts';
import { tellReady } from '../../../queue/store/tell-ready.ts';
import type { Verdict } from '../deliver.ts';
import type { Outbox } from './outbox.ts';

/** Columns of a delivery and their new values. */
type Changes = Readonly<Record<string, unknown>>;

async function change(
  tx: Queryable,
  { table, id }: Outbox,
  scope: Scope,
  ids: readonly string[],
  changes: Changes,
  more: readonly string[] = [],
): Promise<void> {
  const columns = Object.keys(changes).map((column, index) => `${column} = $${index + 4}`);
  await tx.query(
    `UPDATE ${table} SET ${[...columns, ...more].join(', ')} WHERE workspace_id = $1 AND environment = $2 AND ${id} = ANY ($3::uuid[])`,
    [...keyOf(scope), ids, ...Object.values(changes).map((value) => value ?? null)],
  );
}

const changeOne = (tx: Queryable, outbox: Outbox, job: HeldJob, changes: Changes, more?: readonly string[]) =>
  change(tx, outbox, scopeOfLane(job.lane), [job.id], changes, more);

/** An attempt begins. */
export const countAttempt = (tx: Queryable, outbox: Outbox, job: HeldJob, changes: Changes, now: Date) =>
  changeOne(tx, outbox, job, { next_attempt_at: null, ...changes, updated_at: now }, ['attempts = attempts + 1']);

/** Nothing is sent until then, and no attempt is counted. */
export async function postpone(
  tx: Queryable,
  outbox: Outbox,
  job: HeldJob,
  { until, outcome }: { until: Date; outcome: string },
  now: Date,
): Promise<void> {
  const delayMs = until.getTime() - now.getTime();
  const delayed = await delayJob(tx, outbox.kind, job, { delayMs, reason: outcome, isUncounted: true });
  if (delayed !== undefined)
    await changeOne(tx, outbox, job, { outcome, next_attempt_at: delayed.runAt, updated_at: now });
}

/** Undefined if the lease was lost: nothing has changed. */
export async function endDelivery(
  tx: Queryable,
  outbox: Outbox,
  job: HeldJob,
  changes: Changes & { status: string },
  now: Date,
): Promise<Moved | undefined> {
  const ended = await endJob(tx, outbox.kind, job);
  if (ended !== undefined) await changeOne(tx, outbox, job, { next_attempt_at: null, ...changes, updated_at: now });
  return ended;
}

/** What follows from an attempt. Undefined if the lease was lost: nothing has changed. */
export async function settleAttempt(
  tx: Queryable,
  outbox: Outbox,
  job: HeldJob,
  verdict: Verdict,
  changes: Changes,
  now: Date,
): Promise<Moved | undefined> {
  if (verdict.kind !== 'retry' && verdict.kind !== 'interrupted')
    return endDelivery(tx, outbox, job, { ...changes, status: verdict.kind }, now);
  const isUncounted = verdict.kind === 'interrupted';
  const delayMs = verdict.kind === 'retry' ? verdict.delayMs : 0;
  const delayed = await delayJob(tx, outbox.kind, job, { delayMs, reason: 'retry', isUncounted });
  if (delayed === undefined) return undefined;
  const more = isUncounted ? ['attempts = attempts - 1'] : [];
  await changeOne(tx, outbox, job, { ...changes, next_attempt_at: delayed.runAt, updated_at: now }, more);
  return delayed;
}

export interface Settling {
  /** In the transaction that ends a delivery permanently. */
  onDead?(tx: Queryable): Promise<void>;
  /** Called after a commit that made other deliveries ready. */
  onReady(): void;
}

/** The same as one transaction, for kinds that lock the delivery before its job. */
export async function settle(
  database: Database,
  outbox: Outbox,
  job: HeldJob,
  { verdict, changes, now }: { verdict: Verdict; changes: Changes; now: Date },
  { onDead, onReady }: Settling,
): Promise<void> {
  const moved = await database.transaction(async (tx) => {
    // Locked before the lane, as everywhere: two transactions with different orders would deadlock.
    await tx.query(
      `SELECT 1 FROM ${outbox.table} WHERE workspace_id = $1 AND environment = $2 AND ${outbox.id} = $3 FOR UPDATE`,
      [...keyOf(scopeOfLane(job.lane)), job.id],
    );
    const settled = await settleAttempt(tx, outbox, job, verdict, changes, now);
    if (settled !== undefined && verdict.kind === 'dead') await onDead?.(tx);
    return settled;
  });
  if (moved?.isMoreReady) onReady();
}

/** Deliveries waiting for their next attempt are sent now; those being sent are not changed. */
export async function hasten(
  tx: Queryable,
  outbox: Outbox,
  scope: Scope,
  ids: readonly string[],
  now?: Date,
): Promise<void> {
  const hastened: string[] = [];
  for (const id of ids) if (await hastenJob(tx, outbox.kind, laneOf(scope), id)) hastened.push(id);
  if (hastened.length === 0) return;
  if (now !== undefined) await change(tx, outbox, scope, hastened, { next_attempt_at: now, updated_at: now });
  await tellReady(tx, outbox.kind);
}

/** Creates the jobs of new deliveries. */
export async function enter(
  tx: Queryable,
  outbox: Outbox,
  scope: Scope,
  { clock, capacity }: { clock: LaneClock; capacity: number | null },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await enterJobs(tx, clock, { kind: outbox.kind, lane: laneOf(scope), capacity }, ids);
  await tellReady(tx, outbox.kind);
}

/** Starts a new series of attempts for ended deliveries. */
export async function startAgain(
  tx: Queryable,
  outbox: Outbox,
  scope: Scope,
  lane: { clock: LaneClock; capacity: number | null },
  ids: readonly string[],
  now: Date,
  { changes = {}, more = [] }: { changes?: Changes; more?: readonly string[] } = {},
): Promise<void> {
  if (ids.length === 0) return;
  const fresh = { status: 'pending', attempts: 0, series_started_at: null, next_attempt_at: null, updated_at: now };
  await change(tx, outbox, scope, ids, { ...fresh, ...changes }, more);
  await enter(tx, outbox, scope, lane, ids);
}

/** Deletes up to `limit` old entries of the log; returns how many. */
export async function dropOldDeliveries(
  database: Database,
  { table, keptDays }: Outbox,
  limit: number,
): Promise<number> {
  if (keptDays === undefined) return 0;
  const { rowCount } = await database.query(
    `DELETE FROM ${table} d USING (
       SELECT workspace_id, environment, id FROM ${table}
       WHERE status <> 'pending' AND created_at < now() - interval '${keptDays} days' ORDER BY created_at LIMIT ${limit}) old
     WHERE d.workspace_id = old.workspace_id AND d.environment = old.environment AND d.id = old.id`,
  );
  return rowCount ?? 0;
}
