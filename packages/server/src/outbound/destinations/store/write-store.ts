/** Runs on their way to a destination: beginning an attempt, and what came of it. Every method is one transaction, fenced by the job's lease. */
import type { DestinationStatus } from '@brickwork/contract';
import { encodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { WRITE_KIND } from '../../../queue/job-kinds.ts';
import { laneOf, scopeOfLane } from '../../../queue/lane.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { delayJob, dropJob, endJob, isAnyHeld } from '../../../queue/store/move-jobs.ts';
import type { Destination } from '../destination.ts';
import { DESTINATION_COLUMNS, type DestinationRow, toDestination } from './destination-rows.ts';

export interface BegunWrite {
  destination: Destination;
  runId: string;
  /** Of this attempt, from 1. */
  number: number;
  seriesStartedAt: Date;
  /** The run was not written there before. */
  isFirst: boolean;
}

export type Ending =
  | { kind: Extract<DestinationStatus, 'succeeded' | 'skipped' | 'dead'> }
  | { kind: 'retry'; delayMs: number }
  /** By us, not by the service: tried again at once, and not counted. */
  | { kind: 'interrupted' };

export interface FinishedWrite {
  ending: Ending;
  outcome: string;
  detail: string | undefined;
  latencyMs: number | undefined;
  now: Date;
}

/** Inside the transaction that ends a delivery for good. */
export type TellDead = (
  tx: Queryable,
  dead: Scope & { destination: string; outcome: string; at: Date },
) => Promise<void>;

interface PendingRow extends DestinationRow {
  enabled: boolean;
  run_id: string;
  attempts: number;
  series_started_at: Date | null;
  is_first: boolean;
}

/** How long a delivery waits for an earlier one of the same run that is being sent right now. */
const EARLIER_MS = 2_000;
const OF_DELIVERY = 'workspace_id = $1 AND environment = $2 AND id = $3';

export function createWriteStore(database: Database, tellDead: TellDead, onReady: () => void) {
  const moving = async (move: (tx: Queryable) => Promise<boolean>): Promise<void> => {
    if (await database.transaction(move)) onReady();
  };
  return {
    /** Undefined when there is nothing to send now: it waits, or its destination is gone or disabled. */
    begin: (job: HeldJob, now: Date): Promise<BegunWrite | undefined> =>
      database.transaction((tx) => begin(tx, job, now)),
    /** Does nothing when the lease was lost: its holder decides what happens to the delivery. */
    finish: (job: HeldJob, { name }: Pick<Destination, 'name'>, finished: FinishedWrite): Promise<void> =>
      moving((tx) => finish(tx, tellDead, job, name, finished)),
  };
}

export type WriteStore = ReturnType<typeof createWriteStore>;

async function begin(tx: Queryable, job: HeldJob, now: Date): Promise<BegunWrite | undefined> {
  const scope = scopeOfLane(job.lane);
  const key = [...keyOf(scope), job.id];
  const row = await lockPending(tx, key);
  if (row === undefined) {
    await endJob(tx, WRITE_KIND, job);
    return undefined;
  }
  if (!row.enabled) {
    await cancel(tx, job, key, now);
    return undefined;
  }
  if (!(await isAlone(tx, job, row, now))) return undefined;
  await tx.query(
    `UPDATE destination_deliveries SET attempts = attempts + 1, series_started_at = coalesce(series_started_at, $4), next_attempt_at = NULL, updated_at = $4
     WHERE ${OF_DELIVERY}`,
    [...key, now],
  );
  return {
    destination: toDestination(row),
    runId: encodeId('run', row.run_id),
    number: row.attempts + 1,
    seriesStartedAt: row.series_started_at ?? now,
    isFirst: row.is_first,
  };
}

async function lockPending(tx: Queryable, key: readonly unknown[]): Promise<PendingRow | undefined> {
  const { rows } = await tx.query<PendingRow>(
    `SELECT ${DESTINATION_COLUMNS}, c.enabled, d.run_id, d.attempts, d.series_started_at,
       NOT EXISTS (SELECT 1 FROM destination_deliveries b WHERE b.workspace_id = d.workspace_id AND b.environment = d.environment
         AND b.destination_id = d.destination_id AND b.run_id = d.run_id AND b.status = 'succeeded' AND b.cause <> 'test') AS is_first
     FROM destination_deliveries d
     JOIN destinations c ON c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.id = d.destination_id
     WHERE d.workspace_id = $1 AND d.environment = $2 AND d.id = $3 AND d.status = 'pending' FOR SHARE OF c`,
    key,
  );
  return rows[0];
}

async function cancel(tx: Queryable, job: HeldJob, key: readonly unknown[], now: Date): Promise<void> {
  if ((await endJob(tx, WRITE_KIND, job)) === undefined) return;
  await tx.query(
    `UPDATE destination_deliveries SET status = 'cancelled', detail = 'The destination is disabled.', next_attempt_at = NULL, updated_at = $4
     WHERE ${OF_DELIVERY}`,
    [...key, now],
  );
}

/**
 * One run is written by one attempt at a time, or an earlier one could overwrite what a later one wrote. Values are read when they are sent, so a
 * later delivery makes earlier ones that wait superfluous; it waits itself for one that is being sent. Rows are locked in one order.
 */
async function isAlone(tx: Queryable, job: HeldJob, row: PendingRow, now: Date): Promise<boolean> {
  const key = [row.workspace_id, row.environment];
  const { rows: pending } = await tx.query<{ id: string }>(
    `SELECT id FROM destination_deliveries WHERE workspace_id = $1 AND environment = $2 AND destination_id = $3 AND run_id = $4 AND status = 'pending'
     ORDER BY id FOR UPDATE`,
    [...key, row.id, row.run_id],
  );
  const earlier = pending.filter(({ id }) => id < job.id).map(({ id }) => id);
  if (earlier.length === 0) return true;
  if (await isAnyHeld(tx, WRITE_KIND, job.lane, earlier)) {
    await delayJob(tx, WRITE_KIND, job, { delayMs: EARLIER_MS, reason: 'waits_for_earlier', isUncounted: true });
    return false;
  }
  for (const id of earlier) await dropJob(tx, WRITE_KIND, laneOf(scopeOfLane(job.lane)), id);
  await tx.query(
    `UPDATE destination_deliveries SET status = 'cancelled', detail = 'A later delivery of the same run took its place.', next_attempt_at = NULL, updated_at = $4
     WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])`,
    [...key, earlier, now],
  );
  return true;
}

/** True when other jobs became ready. */
async function finish(
  tx: Queryable,
  tellDead: TellDead,
  job: HeldJob,
  name: string,
  { ending, outcome, detail, latencyMs, now }: FinishedWrite,
): Promise<boolean> {
  const scope = scopeOfLane(job.lane);
  const key = [...keyOf(scope), job.id];
  const facts = [outcome, detail ?? null, latencyMs ?? null, now];
  // Before the lane, as everywhere: two that lock in different orders would wait for each other.
  await tx.query(`SELECT 1 FROM destination_deliveries WHERE ${OF_DELIVERY} FOR UPDATE`, key);
  if (ending.kind === 'retry' || ending.kind === 'interrupted') {
    const isUncounted = ending.kind === 'interrupted';
    const delayMs = ending.kind === 'retry' ? ending.delayMs : 0;
    const delayed = await delayJob(tx, WRITE_KIND, job, { delayMs, reason: 'retry', isUncounted });
    if (delayed === undefined) return false;
    await tx.query(
      `UPDATE destination_deliveries SET outcome = $4, detail = $5, latency_ms = $6, updated_at = $7, next_attempt_at = $8, attempts = attempts - $9::integer
       WHERE ${OF_DELIVERY}`,
      [...key, ...facts, delayed.runAt, Number(isUncounted)],
    );
    return delayed.isMoreReady;
  }
  const ended = await endJob(tx, WRITE_KIND, job);
  if (ended === undefined) return false;
  await tx.query(
    `UPDATE destination_deliveries SET outcome = $4, detail = $5, latency_ms = $6, updated_at = $7, status = $8, next_attempt_at = NULL WHERE ${OF_DELIVERY}`,
    [...key, ...facts, ending.kind],
  );
  if (ending.kind === 'dead') await tellDead(tx, { ...scope, destination: name, outcome, at: now });
  return ended.isMoreReady;
}
