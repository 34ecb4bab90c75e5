/** Backfills on PostgreSQL. */
import type { BackfillStatus } from '@brickwork/contract';
import type { Backfill } from '../backfills/backfill.ts';
import type { Advance, Advanced, AnswerPair, BackfillStore, NewBackfill } from '../backfills/backfill-store.ts';
import { decodeId, encodeId, newUuid } from '../core/ids.ts';
import { BACKFILL_KIND, RUN_KIND } from '../queue/job-kinds.ts';
import type { LaneClock } from '../queue/lane-clock.ts';
import type { Answers } from '../runs/answers.ts';
import type { Scope } from '../runs/run-store.ts';
import type { Database, Queryable } from './database.ts';
import { laneOf } from './jobs/lane.ts';
import { dropJob, endJob, enterJobs, isAnyWaiting } from './jobs/move-jobs.ts';
import { tellReady } from './jobs/tell-ready.ts';

/** Backfills of a workspace's environment that run at once. */
const AT_ONCE = 1;
/** Runs that one statement reads or writes. */
const CHUNK = 10_000;

export interface BackfillStoreOptions {
  database: Database;
  /** Of the jobs of backfills. */
  clock: LaneClock;
  /** Of the jobs of runs. */
  runClock: LaneClock;
  /** How many runs of a workspace with this plan may be in progress at once; null = no limit. */
  capacityOf(plan: string): number | null;
}

interface BackfillRow {
  id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  engine: 'auto' | 'local';
  filter: string;
  sample: number | null;
  max_micro_credits: string;
  sends_events: boolean;
  status: BackfillStatus;
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  micro_credits: string;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

const COLUMNS = `id, kit_id, kit_version_id, kit_version, engine, filter, sample, max_micro_credits, sends_events, status, total, succeeded, failed,
  skipped, micro_credits, error, created_at, completed_at`;
const IS_IT = 'workspace_id = $1 AND environment = $2 AND id = $3';
const OF_IT = 'workspace_id = $1 AND environment = $2 AND backfill_id = $3';

export function createBackfillStore(options: BackfillStoreOptions): BackfillStore {
  const { database, clock } = options;
  return {
    async sources(scope, runIds) {
      const found = [];
      for (const some of inChunks(runIds)) {
        const { rows } = await database.stale.query<{ id: string; bytes: number; duration_ms: number | null }>(
          `SELECT r.id, octet_length(r.input) AS bytes, e.duration_ms FROM runs r
             JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
           WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND r.input IS NOT NULL`,
          [...keyOf(scope), some.map((runId) => decodeId('run', runId))],
        );
        for (const { id, bytes, duration_ms } of rows)
          found.push({ runId: encodeId('run', id), bytes, durationMs: duration_ms ?? 0 });
      }
      return found;
    },
    create: (backfill) => database.transaction((tx) => create(tx, clock, backfill)),
    async find(scope, backfillId) {
      const uuid = decodeId('bfl', backfillId);
      return uuid === undefined ? undefined : find(database, scope, uuid);
    },
    async list(scope, limit) {
      const { rows } = await database.query<BackfillRow>(
        `SELECT ${COLUMNS} FROM backfills WHERE workspace_id = $1 AND environment = $2 ORDER BY id DESC LIMIT ${limit}`,
        keyOf(scope),
      );
      return rows.map(toBackfill);
    },
    advance: (scope, backfillId, how) =>
      database.transaction((tx) => advance(tx, options, scope, decodeId('bfl', backfillId) ?? '', how)),
    finish: (scope, backfillId, lease, { status, error }, now) =>
      database.transaction(async (tx) => {
        const key = [...keyOf(scope), decodeId('bfl', backfillId)];
        await tx.query(`SELECT 1 FROM backfills WHERE ${IS_IT} FOR UPDATE`, key);
        const ended = await endJob(tx, BACKFILL_KIND, lease);
        if (ended === undefined) return false;
        await tx.query(
          `UPDATE backfills SET status = $4, error = $5, completed_at = $6 WHERE ${IS_IT} AND status = 'running'`,
          [...key, status, error ?? null, now],
        );
        if (ended.isMoreReady) await tellReady(tx, BACKFILL_KIND);
        return true;
      }),
    cancel: (scope, backfillId, now) => database.transaction((tx) => cancel(tx, scope, backfillId, now)),
    async pairs(scope, { backfillId, kitId }, after, limit) {
      const { rows } = await database.stale.query<{
        source_run_id: string;
        run_id: string;
        before: Answers;
        after: Answers;
      }>(
        `SELECT i.source_run_id, i.run_id, b.answers AS before, a.answers AS after FROM backfill_runs i
           JOIN run_answers b ON b.workspace_id = i.workspace_id AND b.environment = i.environment AND b.kit_id = $4 AND b.run_id = i.source_run_id
           JOIN run_answers a ON a.workspace_id = i.workspace_id AND a.environment = i.environment AND a.kit_id = $4 AND a.run_id = i.run_id
         WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = $3 AND i.run_id IS NOT NULL
           AND ($5::uuid IS NULL OR i.source_run_id > $5::uuid) ORDER BY i.source_run_id LIMIT ${limit}`,
        [...keyOf(scope), decodeId('bfl', backfillId), kitId, after === undefined ? null : decodeId('run', after)],
      );
      return rows.map(
        (row): AnswerPair => ({
          sourceRunId: encodeId('run', row.source_run_id),
          runId: encodeId('run', row.run_id),
          before: row.before,
          after: row.after,
        }),
      );
    },
  };
}

async function create(tx: Queryable, clock: LaneClock, backfill: NewBackfill): Promise<void> {
  const uuid = decodeId('bfl', backfill.backfillId) ?? '';
  await tx.query(
    `INSERT INTO backfills (workspace_id, environment, id, kit_id, kit_version_id, kit_version, engine, filter, sample, max_micro_credits,
       sends_events, status, total, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'running', $12, $13)`,
    [
      ...keyOf(backfill),
      uuid,
      backfill.kitId,
      backfill.kitVersionId,
      backfill.kitVersion,
      backfill.engine,
      JSON.stringify(backfill.filter),
      backfill.sample ?? null,
      backfill.maxMicroCredits,
      backfill.sendsEvents,
      backfill.sources.length,
      backfill.now,
    ],
  );
  let position = 0;
  for (const some of inChunks(backfill.sources)) {
    await tx.query(
      `INSERT INTO backfill_runs (workspace_id, environment, backfill_id, source_run_id, position, state, estimate)
       SELECT $1, $2, $3, given.id, $4::integer + given.number, 'waiting', given.estimate
       FROM unnest($5::uuid[], $6::bigint[]) WITH ORDINALITY AS given (id, estimate, number)`,
      [
        ...keyOf(backfill),
        uuid,
        position,
        some.map(({ runId }) => decodeId('run', runId)),
        some.map(({ microCredits }) => microCredits),
      ],
    );
    position += some.length;
  }
  await enterJobs(tx, clock, { kind: BACKFILL_KIND, lane: laneOf(backfill), capacity: AT_ONCE }, [uuid]);
  await tellReady(tx, BACKFILL_KIND);
}

async function find(on: Queryable, scope: Scope, uuid: string, lock = ''): Promise<Backfill | undefined> {
  const { rows } = await on.query<BackfillRow>(`SELECT ${COLUMNS} FROM backfills WHERE ${IS_IT} ${lock}`, [
    ...keyOf(scope),
    uuid,
  ]);
  return rows[0] && toBackfill(rows[0]);
}

/** The row of the backfill stays locked: were there two workers, one would wait for the other, and both count what is open. */
async function advance(
  tx: Queryable,
  options: BackfillStoreOptions,
  scope: Scope,
  uuid: string,
  { window, isPatient, now }: Advance,
): Promise<Advanced | undefined> {
  const backfill = await find(tx, scope, uuid, 'FOR UPDATE');
  if (backfill?.status !== 'running') return undefined;
  const key = [...keyOf(scope), uuid];
  const settled = await settle(tx, key);
  const { rows } = await tx.query<{ open: number; reserved: string }>(
    `SELECT count(*)::int AS open, coalesce(sum(estimate), 0) AS reserved FROM backfill_runs WHERE ${OF_IT} AND state = 'open'`,
    key,
  );
  const open = rows[0]?.open ?? 0;
  const reserved = Number(rows[0]?.reserved ?? 0);
  const next = await tx.query<{ source_run_id: string; estimate: string }>(
    `SELECT source_run_id, estimate FROM backfill_runs WHERE ${OF_IT} AND state = 'waiting' ORDER BY position LIMIT ${Math.max(1, window - open)} FOR UPDATE`,
    key,
  );
  const isMore = next.rows.length > 0;
  const ended = backfill.succeeded + backfill.failed + settled.succeeded + settled.failed;
  const spent = backfill.microCredits + settled.microCredits;
  // An estimate that turns out too low is replaced by what runs have cost so far.
  const typical = ended === 0 ? 0 : Math.ceil(spent / ended);
  let left = backfill.maxMicroCredits - spent - Math.max(reserved, open * typical);
  const affordable = next.rows.filter(({ estimate }) => {
    left -= Math.max(Number(estimate), typical);
    return left >= 0;
  });
  const isCapped = isMore && affordable.length === 0;
  if (open >= window || affordable.length === 0 || (isPatient && (await isAnyWaiting(tx, RUN_KIND))))
    return { moved: settled.runs, open, isMore, isCapped: isCapped && open === 0 };
  const started = await startRuns(
    tx,
    options,
    scope,
    uuid,
    backfill,
    affordable.slice(0, window - open).map(({ source_run_id }) => source_run_id),
    now,
  );
  return { moved: settled.runs + affordable.length, open: open + started, isMore: true, isCapped: false };
}

/** Counts the runs that have ended since; one that was deleted meanwhile counts as skipped. */
async function settle(
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

/** A run and its job for each source that still has its input; the others are skipped. */
async function startRuns(
  tx: Queryable,
  { runClock, capacityOf }: BackfillStoreOptions,
  scope: Scope,
  uuid: string,
  { kitVersionId, kitVersion }: Backfill,
  sources: readonly string[],
  now: Date,
): Promise<number> {
  const key = [...keyOf(scope), uuid];
  // Locked, so that whoever erases one of them finds the new run.
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND input IS NOT NULL ORDER BY id FOR SHARE`,
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
    `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, created_at,
       rescored_from, backfill_id)
     SELECT s.workspace_id, s.environment, given.id, 'backfill', 'async', s.kit_id, s.kit_code, $6, $7, s.external_id, s.metadata, $8, s.id, $3
     FROM unnest($4::uuid[], $5::uuid[]) AS given (source, id)
       JOIN runs s ON s.workspace_id = $1 AND s.environment = $2 AND s.id = given.source`,
    [...key, present, ids, kitVersionId, kitVersion, now],
  );
  await tx.query(
    `UPDATE backfill_runs i SET state = 'open', run_id = given.id FROM unnest($4::uuid[], $5::uuid[]) AS given (source, id)
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = $3 AND i.source_run_id = given.source`,
    [...key, present, ids],
  );
  const { rows: plans } = await tx.query<{ plan: string }>('SELECT plan FROM workspaces WHERE id = $1', [key[0]]);
  const lane = { kind: RUN_KIND, lane: laneOf(scope), capacity: capacityOf(plans[0]?.plan ?? '') };
  await enterJobs(tx, runClock, { ...lane, parkedFor: 'concurrency_limit' }, ids);
  await tellReady(tx, RUN_KIND);
  return present.length;
}

async function cancel(tx: Queryable, scope: Scope, backfillId: string, now: Date): Promise<string[] | undefined> {
  const uuid = decodeId('bfl', backfillId) ?? '';
  const key = [...keyOf(scope), uuid];
  const { rowCount } = await tx.query(
    `UPDATE backfills SET status = 'cancelled', completed_at = $4 WHERE ${IS_IT} AND status = 'running'`,
    [...key, now],
  );
  if (rowCount === 0) return undefined;
  await settle(tx, key);
  // Those that are open are about to be cancelled: nobody counts them any more.
  const { rows } = await tx.query<{ run_id: string }>(
    `UPDATE backfill_runs SET state = 'ended' WHERE ${OF_IT} AND state = 'open' RETURNING run_id`,
    key,
  );
  await tx.query(`UPDATE backfills SET skipped = skipped + $4 WHERE ${IS_IT}`, [...key, rows.length]);
  await dropJob(tx, BACKFILL_KIND, laneOf(scope), uuid);
  return rows.map(({ run_id }) => encodeId('run', run_id));
}

function* inChunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}

function keyOf({ workspaceId, environment }: Scope): unknown[] {
  return [decodeId('ws', workspaceId), environment];
}

function toBackfill(row: BackfillRow): Backfill {
  return {
    backfillId: encodeId('bfl', row.id),
    kitId: row.kit_id,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    engine: row.engine,
    filter: JSON.parse(row.filter) as Record<string, unknown>,
    sample: row.sample ?? undefined,
    maxMicroCredits: Number(row.max_micro_credits),
    sendsEvents: row.sends_events,
    status: row.status,
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    microCredits: Number(row.micro_credits),
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
