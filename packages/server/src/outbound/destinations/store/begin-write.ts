/** A pending delivery of a run to a destination: starting an attempt. */
import { encodeId } from '../../../core/ids.ts';
import { keyOf } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { scopeOfLane } from '../../../queue/lane.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import { delayJob, dropJob, endJob, isAnyHeld } from '../../../queue/store/move-jobs.ts';
import type { Begun } from '../../outbox/deliver.ts';
import { countAttempt, endDelivery } from '../../outbox/store/deliveries.ts';
import { WRITES } from '../../outbox/store/outbox.ts';
import { columnsOf, targetOf } from '../../outbox/store/targets.ts';
import type { Destination } from '../destination.ts';
import { DESTINATIONS, type DestinationRow } from './destination-store.ts';

export interface BegunWrite extends Begun {
  destination: Destination;
  runId: string;
  /** The run was not written there before. */
  isFirst: boolean;
}

interface PendingRow extends DestinationRow {
  enabled: boolean;
  run_id: string;
  attempts: number;
  series_started_at: Date | null;
  is_first: boolean;
}

/** How long a delivery waits for an earlier one of the same run that is being sent. */
const EARLIER_MS = 2_000;

/** Undefined if there is nothing to send now: it is waiting, or its destination was deleted or disabled. One transaction, fenced by the job's lease. */
export function beginWrite(database: Database, job: HeldJob, now: Date): Promise<BegunWrite | undefined> {
  return database.transaction(async (tx) => {
    const row = await lockPending(tx, job);
    if (row === undefined) {
      await endJob(tx, WRITES.kind, job);
      return undefined;
    }
    if (!row.enabled) {
      await endDelivery(tx, WRITES, job, { status: 'cancelled', detail: 'The destination is disabled.' }, now);
      return undefined;
    }
    if (!(await isAlone(tx, job, row, now))) return undefined;
    const seriesStartedAt = row.series_started_at ?? now;
    await countAttempt(tx, WRITES, job, { series_started_at: seriesStartedAt }, now);
    return {
      ...{ seriesStartedAt, number: row.attempts + 1, isFirst: row.is_first },
      destination: DESTINATIONS.toTarget(row, targetOf(row)),
      runId: encodeId('run', row.run_id),
    };
  });
}

async function lockPending(tx: Queryable, job: HeldJob): Promise<PendingRow | undefined> {
  const { rows } = await tx.query<PendingRow>(
    `SELECT ${columnsOf(DESTINATIONS)}, c.enabled, d.run_id, d.attempts, d.series_started_at,
       NOT EXISTS (SELECT 1 FROM destination_deliveries b WHERE b.workspace_id = d.workspace_id AND b.environment = d.environment
         AND b.destination_id = d.destination_id AND b.run_id = d.run_id AND b.status = 'succeeded' AND b.cause <> 'test') AS is_first
     FROM destination_deliveries d
     JOIN destinations c ON c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.id = d.destination_id
     WHERE d.workspace_id = $1 AND d.environment = $2 AND d.id = $3 AND d.status = 'pending' FOR SHARE OF c`,
    [...keyOf(scopeOfLane(job.lane)), job.id],
  );
  return rows[0];
}

/**
 * A run is written by one attempt at a time, or an earlier one could overwrite the values of a later one. Values are read when they are
 * sent, so a later delivery makes earlier waiting ones superfluous; it waits for one that is being sent. Rows are always locked in the same
 * order.
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
  if (await isAnyHeld(tx, WRITES.kind, job.lane, earlier)) {
    await delayJob(tx, WRITES.kind, job, { delayMs: EARLIER_MS, reason: 'waits_for_earlier', isUncounted: true });
    return false;
  }
  for (const id of earlier) await dropJob(tx, WRITES.kind, job.lane, id);
  await tx.query(
    `UPDATE destination_deliveries SET status = 'cancelled', detail = 'A later delivery of the same run took its place.', next_attempt_at = NULL, updated_at = $4
     WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])`,
    [...key, earlier, now],
  );
  return true;
}
