/** Backfills on PostgreSQL. */

import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { BACKFILL_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { endJob, enterJobs, type Lease } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { Answers } from '../../runs/answers.ts';
import { settleAnswers } from '../../runs/store/answers/waiting-answers.ts';
import { type RunWithInput, runsWithInput } from '../../runs/store/runs-with-input.ts';
import type { Backfill } from '../backfill.ts';
import { type Advance, type Advanced, type AdvanceOptions, advanceBackfill } from './advance-backfill.ts';
import { type BackfillRow, COLUMNS, findBackfill, IS_IT, toBackfill } from './backfill-rows.ts';
import { createShadowStore } from './shadow-store.ts';
import { leftOpen, stopBackfill } from './stop-backfill.ts';

export interface NewBackfill extends Scope {
  backfillId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  engine: 'auto' | 'local';
  filter: Record<string, unknown>;
  sample: number | undefined;
  maxMicroCredits: number;
  sendsEvents: boolean;
  /** In the order in which they are asked. */
  sources: readonly { runId: string; microCredits: number }[];
  now: Date;
}

export interface AnswerPair {
  sourceRunId: string;
  runId: string;
  before: Answers;
  after: Answers;
}

/** Backfills of a workspace's environment that run at once. */
const AT_ONCE = 1;
/** Runs that one statement reads or writes. */
const CHUNK = 10_000;

export interface BackfillStoreOptions extends AdvanceOptions {
  database: Database;
  /** Of the jobs of backfills. */
  clock: LaneClock;
}

export function createBackfillStore(options: BackfillStoreOptions) {
  const { database, clock } = options;
  return {
    /** Those that still have their input, in no particular order. */
    sources: (scope: Scope, runIds: readonly string[]): Promise<RunWithInput[]> =>
      runsWithInput(database.stale, scope, runIds),
    /** With its job. */
    create: (backfill: NewBackfill): Promise<void> =>
      database.transaction(async (tx) => {
        await create(tx, clock, backfill);
        const { workspaceId, environment, backfillId, kitVersionId, engine, sources } = backfill;
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'backfill.started',
          target: { type: 'backfill', id: backfillId },
          details: { kit_version_id: kitVersionId, engine, runs: sources.length },
        });
      }),
    async find(scope: Scope, backfillId: string): Promise<Backfill | undefined> {
      const uuid = decodeId('bfl', backfillId);
      return uuid === undefined ? undefined : findBackfill(database, scope, uuid);
    },
    /** Runs that backfills and shadows of the workspace still have to start, in both environments. */
    async countWaiting(workspaceId: string): Promise<number> {
      const { rows } = await database.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM backfill_runs i JOIN backfills b USING (workspace_id, environment)
         WHERE i.workspace_id = $1 AND i.backfill_id = b.id AND i.state = 'waiting' AND b.status = 'running'`,
        [decodeId('ws', workspaceId)],
      );
      return rows[0]?.waiting ?? 0;
    },
    /** Newest first. */
    async list(scope: Scope, limit: number): Promise<Backfill[]> {
      const { rows } = await database.query<BackfillRow>(
        `SELECT ${COLUMNS} FROM backfills b WHERE workspace_id = $1 AND environment = $2 ORDER BY id DESC LIMIT ${limit}`,
        keyOf(scope),
      );
      return rows.map(toBackfill);
    },
    /** Counts the runs that have ended, and starts as many as window and cap allow; undefined when it no longer runs. */
    advance: (scope: Scope, backfillId: string, how: Advance): Promise<Advanced | undefined> =>
      database.transaction((tx) => advanceBackfill(tx, options, scope, decodeId('bfl', backfillId) ?? '', how)),
    /** Ends the job too; false when the lease was lost. */
    finish: (
      scope: Scope,
      backfillId: string,
      lease: Lease,
      { status, error }: { status: 'succeeded' | 'capped' | 'failed'; error?: string },
      now: Date,
    ): Promise<boolean> =>
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
    /** The runs that are open, also those that an earlier cancellation left; undefined when it does not run and has none. */
    cancel: (scope: Scope, backfillId: string, now: Date): Promise<string[] | undefined> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('bfl', backfillId) ?? '';
        const stopped = await stopBackfill(tx, scope, uuid, 'cancelled', now);
        const open = stopped ?? (await leftOpen(tx, scope, { backfill: uuid }));
        if (stopped !== undefined) await recordStop(tx, scope, backfillId, uuid);
        return stopped === undefined && open.length === 0 ? undefined : open;
      }),
    ...createShadowStore(database),
    /** Of runs that succeeded before and now, in the order of the run that was asked again, after `after`. */
    async pairs(
      scope: Scope,
      { backfillId, kitId }: Backfill,
      after: string | undefined,
      limit: number,
    ): Promise<AnswerPair[]> {
      await settleAnswers(database, scope);
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

/** A shadow is named after the kit whose conversations it follows. */
async function recordStop(tx: Queryable, scope: Scope, backfillId: string, uuid: string): Promise<void> {
  const { workspaceId, environment } = scope;
  const backfill = await findBackfill(tx, scope, uuid);
  const isShadow = backfill?.share !== undefined;
  await recordAudit(tx, {
    workspaceId,
    environment,
    action: isShadow ? 'shadow.stopped' : 'backfill.cancelled',
    target: isShadow ? { type: 'kit', id: backfill.kitId } : { type: 'backfill', id: backfillId },
  });
}

export type BackfillStore = ReturnType<typeof createBackfillStore>;

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

function* inChunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}
