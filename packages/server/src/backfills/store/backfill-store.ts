/** Backfills on PostgreSQL. */

import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createJobRecords } from '../../jobs/store/job-records.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { Lease } from '../../queue/store/move-jobs.ts';
import type { Answers } from '../../runs/answers.ts';
import { settleAnswers } from '../../runs/store/answers/waiting-answers.ts';
import { type RunWithInput, runsWithInput } from '../../runs/store/runs-with-input.ts';
import type { Backfill } from '../backfill.ts';
import { type Advance, type Advanced, type AdvanceOptions, advanceBackfill } from './advance-backfill.ts';
import { BACKFILLS, findBackfill } from './backfill-rows.ts';
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
  /** In the order in which they are evaluated. */
  sources: readonly { runId: string; microCredits: number }[];
  now: Date;
}

export interface AnswerPair {
  sourceRunId: string;
  runId: string;
  before: Answers;
  after: Answers;
}

/** Runs that one statement reads or writes. */
const CHUNK = 10_000;

export interface BackfillStoreOptions extends AdvanceOptions {
  database: Database;
  /** Of the jobs of backfills. */
  clock: LaneClock;
}

export function createBackfillStore(options: BackfillStoreOptions) {
  const { database, clock } = options;
  const records = createJobRecords(database, clock, BACKFILLS);
  return {
    /** Those that still have their input, in no particular order. */
    sources: (scope: Scope, runIds: readonly string[]): Promise<RunWithInput[]> =>
      runsWithInput(database.stale, scope, runIds),
    ...records,
    create: (backfill: NewBackfill): Promise<boolean> => {
      const { backfillId, kitId, kitVersionId, kitVersion, engine, filter, sample, sources, now } = backfill;
      return records.create(backfill, backfillId, {
        columns: {
          ...{ kit_id: kitId, kit_version_id: kitVersionId, kit_version: kitVersion, engine, sample },
          ...{ filter: JSON.stringify(filter), max_micro_credits: backfill.maxMicroCredits },
          ...{ sends_events: backfill.sendsEvents, total: sources.length, created_at: now },
        },
        also: (tx, key) => addSources(tx, key, sources),
        action: 'backfill.started',
        details: { kit_version_id: kitVersionId, engine, runs: sources.length },
      });
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
    /** Counts the ended runs, and starts as many as window and cap allow; undefined if it is no longer running. */
    advance: (scope: Scope, backfillId: string, how: Advance): Promise<Advanced | undefined> =>
      database.transaction((tx) => advanceBackfill(tx, options, scope, decodeId('bfl', backfillId) ?? '', how)),
    finish: (
      scope: Scope,
      backfillId: string,
      lease: Lease,
      status: 'succeeded' | 'capped',
      now: Date,
    ): Promise<boolean> => records.finish(scope, backfillId, lease, () => ({ status }), now),
    /** The open runs, including those that an earlier cancellation left; undefined if it is not running and has none. */
    cancel: (scope: Scope, backfillId: string, now: Date): Promise<string[] | undefined> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('bfl', backfillId) ?? '';
        const stopped = await stopBackfill(tx, scope, uuid, 'cancelled', now);
        const open = stopped ?? (await leftOpen(tx, scope, { backfill: uuid }));
        if (stopped !== undefined) await recordStop(tx, scope, backfillId, uuid);
        return stopped === undefined && open.length === 0 ? undefined : open;
      }),
    ...createShadowStore(database),
    /** Runs that succeeded before and now, in the order of the original run, after `after`. */
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

/** A shadow has the name of the kit whose conversations it evaluates. */
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

async function addSources(
  tx: Queryable,
  key: readonly unknown[],
  sources: readonly { runId: string; microCredits: number }[],
): Promise<void> {
  for (let position = 0; position < sources.length; position += CHUNK) {
    const some = sources.slice(position, position + CHUNK);
    await tx.query(
      `INSERT INTO backfill_runs (workspace_id, environment, backfill_id, source_run_id, position, state, estimate)
       SELECT $1, $2, $3, given.id, $4::integer + given.number, 'waiting', given.estimate
       FROM unnest($5::uuid[], $6::bigint[]) WITH ORDINALITY AS given (id, estimate, number)`,
      [
        ...[...key, position],
        some.map(({ runId }) => decodeId('run', runId)),
        some.map(({ microCredits }) => microCredits),
      ],
    );
  }
}
