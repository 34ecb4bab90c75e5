/** One step of a backfill, in one transaction: counts the ended runs, and starts as many as the window and the cap allow. */

import type { Stored } from '../../access/storage-quota.ts';
import { newUuid } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { IS_IT } from '../../jobs/store/job-records.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { enterJobs, isAnyWaiting } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import { positionAt } from '../../runs/store/follow-runs.ts';
import { AMONG_THESE, hasInput, sizeOfInput } from '../../runs/store/inputs/run-inputs.ts';
import { storedByEnded } from '../../runs/store/stored-runs.ts';
import type { Backfill } from '../backfill.ts';
import { lockBackfill, OF_IT } from './backfill-rows.ts';
import { settle } from './stop-backfill.ts';

export interface Advance {
  /** Its runs that may be open at the same time. */
  window: number;
  /** Start runs only while no other run is waiting. */
  isPatient: boolean;
  /** The maximum cost of a run whose input has this many bytes, in micro-credits: this amount is reserved for it. */
  mostOf(bytes: number): number;
  now: Date;
}

export interface Advanced {
  /** Runs that were started or have ended. */
  moved: number;
  open: number;
  /** Whether some runs have not been started. */
  isMore: boolean;
  /** The next one could exceed the cap. */
  isCapped: boolean;
}

/** For a run that a shadow was given. */
const LONGEST_WAIT_MS = 86_400_000;

export interface AdvanceOptions {
  /** Of the jobs of runs. */
  runClock: LaneClock;
  /** How many runs of a workspace with this plan may be in progress at once; null = no limit. */
  capacityOf(plan: string): number | null;
  /** Whether a workspace with this plan and this much stored may have one more run of a backfill. */
  hasRoom(plan: string, stored: Stored): boolean;
}

/**
 * The row of the backfill stays locked: with two workers, one would wait for the other, and both count the open runs. Runs that end
 * meanwhile and are stored for a shadow only need the row's key, so they do not wait.
 */
export async function advanceBackfill(
  tx: Queryable,
  options: AdvanceOptions,
  scope: Scope,
  uuid: string,
  { window, isPatient, mostOf, now }: Advance,
): Promise<Advanced | undefined> {
  const backfill = await lockBackfill(tx, scope, uuid);
  if (backfill?.status !== 'running') return undefined;
  const key = [...keyOf(scope), uuid];
  if (backfill.share !== undefined) await passOver(tx, key, now);
  const settled = await settle(tx, key);
  const { rows } = await tx.query<{ open: number; reserved: string }>(
    `SELECT count(*)::int AS open, coalesce(sum(estimate), 0) AS reserved FROM backfill_runs WHERE ${OF_IT} AND state = 'open'`,
    key,
  );
  const open = rows[0]?.open ?? 0;
  const reserved = Number(rows[0]?.reserved ?? 0);
  const next = await tx.query<{ source_run_id: string; bytes: number | null }>(
    `SELECT i.source_run_id, ${sizeOfInput('r')} AS bytes FROM backfill_runs i
       LEFT JOIN runs r ON r.workspace_id = i.workspace_id AND r.environment = i.environment AND r.id = i.source_run_id
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = $3 AND i.state = 'waiting'
     ORDER BY i.position LIMIT ${Math.max(1, window - open)} FOR UPDATE OF i`,
    key,
  );
  const isMore = next.rows.length > 0;
  const ended = backfill.succeeded + backfill.failed + settled.succeeded + settled.failed;
  const spent = backfill.microCredits + settled.microCredits;
  // Runs do not exceed their reservation; if prices were raised meanwhile, the cost so far is the better estimate.
  const typical = ended === 0 ? 0 : Math.ceil(spent / ended);
  let left = (backfill.maxMicroCredits ?? Number.POSITIVE_INFINITY) - spent - Math.max(reserved, open * typical);
  const affordable = next.rows
    .map(({ source_run_id, bytes }) => ({ source: source_run_id, setAside: Math.max(mostOf(bytes ?? 0), typical) }))
    .filter(({ setAside }) => {
      left -= setAside;
      return left >= 0;
    });
  const isCapped = isMore && affordable.length === 0;
  if (open >= window || affordable.length === 0 || (isPatient && (await isAnyWaiting(tx, RUN_KIND, laneOf(scope)))))
    return { moved: settled.runs, open, isMore, isCapped: isCapped && open === 0 };
  const plan = await planOf(tx, scope);
  // It continues when there is room again; runs that a shadow could not start for a day are skipped.
  if (!options.hasRoom(plan, await storedByEnded(tx, scope.workspaceId)))
    return { moved: settled.runs, open, isMore, isCapped: false };
  const started = await startRuns(tx, options, scope, uuid, backfill, affordable.slice(0, window - open), now);
  return { moved: settled.runs + affordable.length, open: open + started, isMore: true, isCapped: false };
}

async function planOf(tx: Queryable, scope: Scope): Promise<string> {
  const [workspace] = keyOf(scope);
  const { rows } = await tx.query<{ plan: string }>('SELECT plan FROM workspaces WHERE id = $1', [workspace]);
  return rows[0]?.plan ?? '';
}

/** Runs that a shadow could not start for a day are skipped: on a service that is never idle, the backlog would only grow. */
async function passOver(tx: Queryable, key: unknown[], now: Date): Promise<void> {
  await tx.query(
    `WITH passed AS (DELETE FROM backfill_runs WHERE ${OF_IT} AND state = 'waiting' AND position < ${positionAt('$4::timestamptz')} RETURNING 1)
     UPDATE backfills SET skipped = skipped + (SELECT count(*) FROM passed) WHERE ${IS_IT} AND EXISTS (SELECT 1 FROM passed)`,
    [...key, new Date(now.getTime() - LONGEST_WAIT_MS)],
  );
}

/** Creates a run and its job for each source that still has its input; the others are skipped. */
async function startRuns(
  tx: Queryable,
  { runClock, capacityOf }: AdvanceOptions,
  scope: Scope,
  uuid: string,
  { kitVersionId, kitVersion }: Backfill,
  chosen: readonly { source: string; setAside: number }[],
  now: Date,
): Promise<number> {
  const key = [...keyOf(scope), uuid];
  const sources = chosen.map(({ source }) => source);
  const setAside = new Map(chosen.map((each) => [each.source, each.setAside]));
  // Locked, so that an erasure of one of them finds the new run.
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY id FOR SHARE`,
    [...keyOf(scope), sources],
  );
  const present = rows.map(({ id }) => id);
  const gone = sources.filter((id) => !present.includes(id));
  if (gone.length > 0) {
    await tx.query(`UPDATE backfill_runs SET state = 'skipped' WHERE ${OF_IT} AND source_run_id = ANY ($4::uuid[])`, [
      ...key,
      gone,
    ]);
    await tx.query(`UPDATE backfills SET skipped = skipped + $4 WHERE ${IS_IT}`, [...key, gone.length]);
  }
  if (present.length === 0) return 0;
  const ids = present.map(() => newUuid(now));
  await tx.query(
    `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, occurred_at, created_at,
       rescored_from, backfill_id)
     SELECT s.workspace_id, s.environment, given.id, 'backfill', 'async', s.kit_id, s.kit_code, $6, $7, s.external_id, s.metadata, coalesce(s.occurred_at, s.created_at), $8, s.id, $3
     FROM unnest($4::uuid[], $5::uuid[]) AS given (source, id)
       JOIN runs s ON s.workspace_id = $1 AND s.environment = $2 AND s.id = given.source`,
    [...key, present, ids, kitVersionId, kitVersion, now],
  );
  await tx.query(
    `UPDATE backfill_runs i SET state = 'open', run_id = given.id, estimate = given.set_aside
     FROM unnest($4::uuid[], $5::uuid[], $6::bigint[]) AS given (source, id, set_aside)
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = $3 AND i.source_run_id = given.source`,
    [...key, present, ids, present.map((id) => setAside.get(id) ?? 0)],
  );
  const lane = { kind: RUN_KIND, lane: laneOf(scope), capacity: capacityOf(await planOf(tx, scope)) };
  await enterJobs(tx, runClock, { ...lane, parkedFor: 'concurrency_limit' }, ids);
  await tx.query(`UPDATE backfills SET fed_at = $4 WHERE ${IS_IT} AND share IS NOT NULL`, [...key, now]);
  await tellReady(tx, RUN_KIND);
  return present.length;
}
