/** Housekeeping on PostgreSQL: in small batches (keyset), so that no request waits for it. */
import { ENVIRONMENTS, type Environment } from '@brickwork/contract';
import type { Database, Queryable } from '../../database/database.ts';
import { listPartitions } from '../../database/input-partitions.ts';
import { addEnded } from './answers/add-ended.ts';
import { removeAnswers } from './answers/record-answers.ts';
import { clearGoldenLines } from './erase/clear-golden-lines.ts';
import { clearReviews } from './erase/clear-reviews.ts';
import { clearTraces } from './erase/clear-traces.ts';
import { boundOf, keepPartitions, longestKept, rowsUntil } from './inputs/drop-inputs.ts';
import { AMONG_THESE, hasInput } from './inputs/run-inputs.ts';
import { type RunSizes, sizesOfRuns, takeAwayStored } from './stored-runs.ts';

interface RetentionRow {
  id: string;
  keep_input_days: number | null;
  keep_output_days: number | null;
  keep_run_days: number | null;
  purged_input_to: string;
  purged_output_to: string;
}

export function createHousekeepingStore(database: Database, now: () => Date) {
  return {
    /** Deletes up to `limit` expired keys; returns how many. */
    async dropExpiredKeys(limit: number): Promise<number> {
      const { rowCount } = await database.query(
        `DELETE FROM idempotency_keys k USING (SELECT workspace_id, environment, key FROM idempotency_keys WHERE expires_at <= now() ORDER BY expires_at LIMIT ${limit}) old
         WHERE k.workspace_id = old.workspace_id AND k.environment = old.environment AND k.key = old.key`,
      );
      return rowCount ?? 0;
    },
    /** Adds rows for runs of earlier releases that count and have none; returns how many runs it has looked at. */
    addEnded: (limit: number): Promise<number> => addEnded(database, limit),
    /** Creates partitions of inputs in advance, and drops those whose retention is over for all workspaces: before `purge`, which then has less to do. */
    keepPartitions: (): Promise<{ made: number; dropped: string[] }> => keepPartitions(database, now()),
    /** Purges up to `limit` expired runs; returns how many. */
    async purge(limit: number): Promise<number> {
      const { rows } = await database.query<RetentionRow>(
        'SELECT id, keep_input_days, keep_output_days, keep_run_days, purged_input_to, purged_output_to FROM workspaces ORDER BY id',
      );
      const [partitions, longest, moment] = [await listPartitions(database), longestKept(rows), now()];
      const until = (days: number) => rowsUntil(days, partitions, longest, moment);
      let purged = 0;
      for (const row of rows)
        purged += await purgeWorkspace(database, row, {
          now: moment,
          until,
          limit: limit - Math.min(purged, limit - 1),
        });
      return purged;
    },
  };
}

export type HousekeepingStore = ReturnType<typeof createHousekeepingStore>;

interface Purging {
  now: Date;
  /** Which ids have expired, with a retention of this many days. */
  until(days: number): string;
  limit: number;
}

async function purgeWorkspace(database: Database, row: RetentionRow, purging: Purging): Promise<number> {
  const { until, limit } = purging;
  let purged = 0;
  if (row.keep_run_days !== null) purged += await dropRuns(database, row.id, until(row.keep_run_days), limit);
  if (row.keep_input_days !== null) purged += await clear(database, 'input', row, until(row.keep_input_days), purging);
  if (row.keep_output_days !== null)
    purged += await clear(database, 'output', row, boundOf(row.keep_output_days, purging.now), purging);
  return purged;
}

/** A run stays until its event, and those of its reviews, are delivered or dead-lettered. */
const NOT_PENDING = `NOT EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.workspace_id = e.workspace_id AND d.environment = e.environment AND d.event_id = e.run_id AND d.status = 'pending')
  AND NOT EXISTS (SELECT 1 FROM reviews w JOIN webhook_deliveries d
      ON d.workspace_id = w.workspace_id AND d.environment = w.environment AND d.event_id = w.submission AND d.status = 'pending'
    WHERE w.workspace_id = e.workspace_id AND w.environment = e.environment AND w.run_id = e.run_id)`;

/**
 * A run that a backfill is evaluating again stays until that has ended: the new answers quote the same conversation
 * and are deleted together with the old ones.
 */
const NOT_RESCORED_NOW = (run: string, id: string) => `NOT EXISTS (SELECT 1 FROM runs o
    WHERE o.workspace_id = ${run}.workspace_id AND o.environment = ${run}.environment AND o.rescored_from = ${id}
      AND NOT EXISTS (SELECT 1 FROM run_results t WHERE t.workspace_id = o.workspace_id AND t.environment = o.environment AND t.run_id = o.id))`;

/** Deletes whole runs that have ended, with their events; a run that has not ended is never touched. */
async function dropRuns(database: Database, workspaceId: string, bound: string, limit: number): Promise<number> {
  let dropped = 0;
  for (const environment of ENVIRONMENTS)
    dropped += await database.transaction((tx) => dropSome(tx, workspaceId, environment, bound, limit));
  return dropped;
}

async function dropSome(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  bound: string,
  limit: number,
): Promise<number> {
  // Locked, because a review also locks it first.
  const { rows } = await tx.query<{ run_id: string }>(
    `SELECT e.run_id FROM run_results e WHERE e.workspace_id = $1 AND e.environment = $2 AND e.run_id < $3::uuid AND ${NOT_PENDING} AND ${NOT_RESCORED_NOW('e', 'e.run_id')}
     ORDER BY e.run_id LIMIT ${limit} FOR UPDATE OF e`,
    [workspaceId, environment, bound],
  );
  if (rows.length === 0) return 0;
  const ids = [...new Set(rows.map(({ run_id }) => run_id))];
  ids.push(...(await rescoredOf(tx, workspaceId, environment, ids, NOT_PENDING)));
  const { inputs, outputs } = await sizesOfRuns(tx, workspaceId, environment, ids);
  await clearGoldenLines(tx, workspaceId, ids);
  // Data given to a shadow or backfill is no longer needed; uncounted data stays until it is counted.
  await tx.query(
    `DELETE FROM backfill_runs i USING runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND r.backfill_id IS NOT NULL
       AND i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = r.backfill_id AND i.source_run_id = r.rescored_from AND i.state = 'ended'`,
    [workspaceId, environment, ids],
  );
  await removeAnswers(tx, workspaceId, environment, ids);
  const { rowCount } = await tx.query(
    `WITH dropped AS (DELETE FROM events v WHERE v.workspace_id = $1 AND v.environment = $2 AND v.id = ANY ($3::uuid[])
     ), dropped_reviewed AS (DELETE FROM events v USING reviews w WHERE w.workspace_id = $1 AND w.environment = $2 AND w.run_id = ANY ($3::uuid[])
       AND v.workspace_id = $1 AND v.environment = $2 AND v.id = w.submission)
     DELETE FROM runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])`,
    [workspaceId, environment, ids],
  );
  await clearTraces(tx, workspaceId, environment, ids);
  await takeAwayStored(tx, workspaceId, environment, { runs: rowCount ?? 0, bytes: inputs + outputs });
  return rowCount ?? 0;
}

/** Runs of backfills that have ended and ask some of these again: their answers quote the same conversations, and must not outlive them. */
async function rescoredOf(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  ids: readonly string[],
  condition = 'true',
): Promise<string[]> {
  const { rows } = await tx.query<{ run_id: string }>(
    `SELECT e.run_id FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.rescored_from = ANY ($3::uuid[]) AND NOT r.id = ANY ($3::uuid[]) AND ${condition}
     ORDER BY e.run_id FOR UPDATE OF e`,
    [workspaceId, environment, ids],
  );
  return rows.map(({ run_id }) => run_id);
}

const AMONG_BOTH = `i.workspace_id = $1 AND i.environment IN ('live', 'test') AND i.run_id = ANY ($2::uuid[])`;
/** Rows of runs whose inputs were dropped with a partition are neither locked nor written. */
const WITH_INPUT = hasInput('r', AMONG_THESE);

/** A stored mark records the progress of clearing, so that no round reads cleared rows again. It never passes an unfinished run. */
async function clear(
  database: Database,
  what: 'input' | 'output',
  { id: workspaceId, ...marks }: RetentionRow,
  bound: string,
  { now, limit }: Purging,
): Promise<number> {
  const mark = marks[`purged_${what}_to`];
  return database.transaction(async (tx) => {
    // One ordered index scan per environment; over both at once the order would be lost and everything sorted.
    const hasEnded =
      what === 'output' ? `e.run_id IS NOT NULL AND ${NOT_RESCORED_NOW('r', 'r.id')}` : 'e.run_id IS NOT NULL';
    const part = (environment: string) => `(SELECT r.id, ${hasEnded} AS ended FROM runs r
        LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
      WHERE r.workspace_id = $1 AND r.environment = '${environment}' AND r.id > $2::uuid AND r.id < $3::uuid ORDER BY r.id LIMIT ${limit})`;
    const { rows } = await tx.query<{ id: string; ended: boolean }>(
      `SELECT id, ended FROM (${part('live')} UNION ALL ${part('test')}) both_sides ORDER BY id LIMIT ${limit}`,
      [workspaceId, mark, bound],
    );
    const open = rows.findIndex(({ ended }) => !ended);
    const done = open < 0 ? rows : rows.slice(0, open);
    const last = done.at(-1);
    if (last === undefined) return 0;
    const ids = done.map(({ id }) => id);
    if (what === 'output')
      for (const environment of ENVIRONMENTS) ids.push(...(await rescoredOf(tx, workspaceId, environment, ids)));
    const sizes = new Map<Environment, RunSizes>();
    for (const environment of ENVIRONMENTS)
      sizes.set(
        environment,
        await sizesOfRuns(tx, workspaceId, environment, ids, what === 'input' ? WITH_INPUT : 'true'),
      );
    // Receipts quote the conversation and hold the answers: they are deleted with whichever of the two is cleared first.
    await tx.query(
      `DELETE FROM run_receipts WHERE workspace_id = $1 AND environment IN ('live', 'test') AND run_id = ANY ($2)`,
      [workspaceId, ids],
    );
    if (what === 'input') {
      await tx.query(
        `UPDATE runs r SET input = NULL WHERE workspace_id = $1 AND environment IN ('live', 'test') AND id = ANY ($2) AND ${hasInput('r', AMONG_BOTH)}`,
        [workspaceId, ids],
      );
      // A trigger does so where the row of the run says it; those whose partition was dropped are left as they are.
      await tx.query(
        `UPDATE question_runs SET quotes = NULL WHERE workspace_id = $1 AND environment IN ('live', 'test') AND run_id = ANY ($2) AND quotes IS NOT NULL`,
        [workspaceId, ids],
      );
      // After the inputs: writers of words lock them first.
      await tx.query(
        `DELETE FROM run_texts WHERE workspace_id = $1 AND environment IN ('live', 'test') AND run_id = ANY ($2)`,
        [workspaceId, ids],
      );
      // They hold the whole conversation.
      await clearGoldenLines(tx, workspaceId, ids);
    } else {
      // Failed runs go with the succeeded ones: otherwise only failures would be counted.
      await tx.query(
        `UPDATE runs r SET erased_at = $3 FROM run_results e
         WHERE r.workspace_id = $1 AND r.environment IN ('live', 'test') AND r.id = ANY ($2) AND r.erased_at IS NULL
           AND e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id`,
        [workspaceId, ids, now],
      );
      await tx.query(
        `UPDATE run_results SET output = NULL, warnings = NULL, error_message = NULL WHERE workspace_id = $1 AND environment IN ('live', 'test') AND run_id = ANY ($2)`,
        [workspaceId, ids],
      );
      await clearEvents(tx, workspaceId, ids);
      for (const environment of ENVIRONMENTS) await removeAnswers(tx, workspaceId, environment, ids);
    }
    // After the inputs: writers of phrases check them first.
    for (const environment of ENVIRONMENTS) await clearTraces(tx, workspaceId, environment, ids);
    await tx.query(`UPDATE workspaces SET purged_${what}_to = $2 WHERE id = $1`, [workspaceId, last.id]);
    for (const [environment, { inputs, outputs }] of sizes)
      await takeAwayStored(tx, workspaceId, environment, { runs: 0, bytes: what === 'input' ? inputs : outputs });
    return done.length;
  });
}

/** Event bodies hold the output too, and a receiver may have echoed them. */
async function clearEvents(tx: Queryable, workspaceId: string, ids: readonly string[]): Promise<void> {
  for (const statement of [
    'UPDATE events SET body = NULL WHERE workspace_id = $1 AND environment = $3 AND id = ANY ($2)',
    'UPDATE webhook_attempts SET response = NULL WHERE workspace_id = $1 AND environment = $3 AND event_id = ANY ($2)',
  ])
    for (const environment of ENVIRONMENTS) await tx.query(statement, [workspaceId, ids, environment]);
  for (const environment of ENVIRONMENTS) await clearReviews(tx, workspaceId, environment, ids);
}
