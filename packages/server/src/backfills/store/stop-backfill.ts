/** Ends a backfill early, and counts the runs that have ended by then. */
import { encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { IS_IT } from '../../jobs/store/job-records.ts';
import { BACKFILL_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import { allOpenRunsOf } from '../../queue/store/job-of-run.ts';
import { dropJob } from '../../queue/store/move-jobs.ts';
import { OF_IT } from './backfill-rows.ts';

/** The open runs, for the caller to cancel; undefined if it is not running. */
export async function stopBackfill(
  tx: Queryable,
  scope: Scope,
  uuid: string,
  status: 'cancelled' | 'capped',
  now: Date,
): Promise<string[] | undefined> {
  const key = [...keyOf(scope), uuid];
  const { rowCount } = await tx.query(
    `UPDATE backfills SET status = $4, completed_at = $5 WHERE ${IS_IT} AND status = 'running'`,
    [...key, status, now],
  );
  if (rowCount === 0) return undefined;
  await settle(tx, key);
  // Open runs are about to be cancelled: nobody counts them any more.
  const { rows } = await tx.query<{ run_id: string }>(
    `UPDATE backfill_runs SET state = 'ended' WHERE ${OF_IT} AND state = 'open' RETURNING run_id`,
    key,
  );
  await tx.query(`UPDATE backfills SET skipped = skipped + $4 WHERE ${IS_IT}`, [...key, rows.length]);
  // Runs that a shadow was given but did not start are deleted, not counted as skipped.
  await tx.query(
    `DELETE FROM backfill_runs i USING backfills b WHERE b.workspace_id = $1 AND b.environment = $2 AND b.id = $3 AND b.share IS NOT NULL
       AND i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = $3 AND i.state = 'waiting'`,
    key,
  );
  await dropJob(tx, BACKFILL_KIND, laneOf(scope), uuid);
  return rows.map(({ run_id }) => encodeId('run', run_id));
}

/** Open runs of cancelled backfills: the cancelling request did not finish. */
export async function leftOpen(
  on: Queryable,
  scope: Scope,
  of: { backfill: string } | { shadowsOfKit: string },
): Promise<string[]> {
  const [condition, id] =
    'backfill' in of ? ['b.id = $4', of.backfill] : ['b.share IS NOT NULL AND b.kit_id = $4', of.shadowsOfKit];
  const { rows } = await on.query<{ id: string }>(
    `SELECT r.id FROM ${allOpenRunsOf('$3')}
       JOIN backfills b ON b.workspace_id = r.workspace_id AND b.environment = r.environment AND b.id = r.backfill_id
     WHERE b.status = 'cancelled' AND ${condition}`,
    [...keyOf(scope), laneOf(scope), id],
  );
  return rows.map((row) => encodeId('run', row.id));
}

/** Counts the runs that have ended since; one that was deleted meanwhile counts as skipped. */
export async function settle(
  tx: Queryable,
  key: unknown[],
): Promise<{ runs: number; succeeded: number; failed: number; microCredits: number }> {
  const { rows } = await tx.query<{ source_run_id: string; status: string | null; micro_credits: string | null }>(
    `SELECT i.source_run_id, e.status, e.micro_credits FROM backfill_runs i
       LEFT JOIN runs r ON r.workspace_id = i.workspace_id AND r.environment = i.environment AND r.id = i.run_id
       LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = $3 AND i.state = 'open' AND (r.id IS NULL OR e.run_id IS NOT NULL)`,
    key,
  );
  const withStatus = (status: string) => rows.filter((row) => row.status === status).length;
  const [succeeded, failed] = [withStatus('succeeded'), withStatus('failed')];
  const microCredits = rows.reduce((sum, { micro_credits }) => sum + Number(micro_credits ?? 0), 0);
  if (rows.length > 0) {
    await tx.query(`UPDATE backfill_runs SET state = 'ended' WHERE ${OF_IT} AND source_run_id = ANY ($4::uuid[])`, [
      ...key,
      rows.map(({ source_run_id }) => source_run_id),
    ]);
    await tx.query(
      `UPDATE backfills SET succeeded = succeeded + $4, failed = failed + $5, skipped = skipped + $6, micro_credits = micro_credits + $7 WHERE ${IS_IT}`,
      [...key, succeeded, failed, rows.length - succeeded - failed, microCredits],
    );
  }
  return { runs: rows.length, succeeded, failed, microCredits };
}
