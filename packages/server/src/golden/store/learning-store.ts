/** Learnings in PostgreSQL. Every method is one transaction. */
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import { pushVersion } from '../../kits/store/kit-store.ts';
import type { KitDraft } from '../../kits/store/store-version.ts';
import { LEARNING_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, endJob, enterJobs, type Lease } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { BrickLearning, LabelSource, Learning } from '../learning/learning.ts';

export interface NewLearning extends Scope {
  learningId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  source: LabelSource;
  total: number;
  bricks: readonly BrickLearning[];
  now: Date;
}

/** How a learning ends well: without a draft where no brick changed. */
export interface Learned {
  bricks: readonly BrickLearning[];
  total: number;
  draft: KitDraft | undefined;
}

interface LearningRow {
  id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  set_name: string | null;
  since: Date | null;
  min_reviewers: number;
  status: Learning['status'];
  done: number;
  total: number;
  bricks: BrickLearning[];
  learned_version_id: string | null;
  learned_version: number | null;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

/** Learnings of a workspace's environment that run at once. */
const AT_ONCE = 1;
const IS_IT = 'workspace_id = $1 AND environment = $2 AND id = $3';
const COLUMNS = `id, kit_id, kit_version_id, kit_version, set_name, since, min_reviewers, status, done, total, bricks,
  learned_version_id, learned_version, error, created_at, completed_at`;

export function createLearningStore(database: Database, clock: LaneClock) {
  return {
    /** With its job; false when the kit is learning already. */
    create: (learning: NewLearning): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { workspaceId, environment, learningId, kitId, kitVersionId, kitVersion, source, now } = learning;
        const uuid = decodeId('lrn', learningId) ?? '';
        const ofReviews = 'set' in source ? undefined : source;
        const { rowCount } = await tx.query(
          `INSERT INTO learnings (workspace_id, environment, id, kit_id, kit_version_id, kit_version, set_name, since, min_reviewers, status,
             done, total, bricks, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'running', 0, $10, $11, $12)
           ON CONFLICT (workspace_id, environment, kit_id) WHERE status = 'running' DO NOTHING`,
          [
            ...keyOf(learning),
            uuid,
            kitId,
            kitVersionId,
            kitVersion,
            'set' in source ? source.set : null,
            ofReviews?.since ?? null,
            ofReviews?.minReviewers ?? 1,
            learning.total,
            JSON.stringify(learning.bricks),
            now,
          ],
        );
        if (rowCount !== 1) return false;
        await enterJobs(tx, clock, { kind: LEARNING_KIND, lane: laneOf(learning), capacity: AT_ONCE }, [uuid]);
        await tellReady(tx, LEARNING_KIND);
        await recordAudit(tx, {
          ...{ workspaceId, environment },
          action: 'learning.started',
          target: { type: 'learning', id: learningId },
          details: { kit_id: kitId, version: kitVersion, ...('set' in source && { set: source.set }) },
        });
        return true;
      }),
    async find(scope: Scope, learningId: string): Promise<Learning | undefined> {
      const uuid = decodeId('lrn', learningId);
      if (uuid === undefined) return undefined;
      const { rows } = await database.query<LearningRow>(`SELECT ${COLUMNS} FROM learnings WHERE ${IS_IT}`, [
        ...keyOf(scope),
        uuid,
      ]);
      return rows[0] && toLearning(rows[0]);
    },
    /** Newest first. */
    async list(scope: Scope, kitId: string, limit: number): Promise<Learning[]> {
      const { rows } = await database.query<LearningRow>(
        `SELECT ${COLUMNS} FROM learnings WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 ORDER BY id DESC LIMIT ${limit}`,
        [...keyOf(scope), kitId],
      );
      return rows.map(toLearning);
    },
    /** False when it has ended: somebody cancelled it. */
    async tell(scope: Scope, learningId: string, done: number): Promise<boolean> {
      const { rowCount } = await database.query(
        `UPDATE learnings SET done = $4 WHERE ${IS_IT} AND status = 'running'`,
        [...keyOf(scope), decodeId('lrn', learningId), done],
      );
      return rowCount === 1;
    },
    /** Ends it without a version; false when it had ended. */
    cancel: (scope: Scope, learningId: string, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('lrn', learningId) ?? '';
        await dropJob(tx, LEARNING_KIND, laneOf(scope), uuid);
        const { rowCount } = await tx.query(
          `UPDATE learnings SET status = 'cancelled', completed_at = $4 WHERE ${IS_IT} AND status = 'running'`,
          [...keyOf(scope), uuid, now],
        );
        if (rowCount !== 1) return false;
        const { workspaceId, environment } = scope;
        const target = { type: 'learning', id: learningId };
        await recordAudit(tx, { workspaceId, environment, action: 'learning.cancelled', target });
        return true;
      }),
    /** Ends the job too, and makes the version; false when the lease was lost. */
    finish: (
      scope: Scope,
      learningId: string,
      lease: Lease,
      end: Learned | { error: string },
      now: Date,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const ended = await endJob(tx, LEARNING_KIND, lease);
        if (ended === undefined) return false;
        const key = [...keyOf(scope), decodeId('lrn', learningId)];
        if ('error' in end)
          await tx.query(
            `UPDATE learnings SET status = 'failed', error = $4, completed_at = $5 WHERE ${IS_IT} AND status = 'running'`,
            [...key, end.error, now],
          );
        else {
          const pushed = end.draft && (await pushVersion(tx, scope.workspaceId, end.draft));
          await tx.query(
            `UPDATE learnings SET status = 'succeeded', bricks = $4, done = $5, total = $5, learned_version_id = $6, learned_version = $7,
               completed_at = $8 WHERE ${IS_IT} AND status = 'running'`,
            [
              ...key,
              JSON.stringify(end.bricks),
              end.total,
              pushed?.head.kitVersionId ?? null,
              pushed?.head.version ?? null,
              now,
            ],
          );
        }
        if (ended.isMoreReady) await tellReady(tx, LEARNING_KIND);
        return true;
      }),
    /** Those that ended so long ago, of all workspaces. */
    async dropOld(before: Date): Promise<void> {
      await database.query(`DELETE FROM learnings WHERE status <> 'running' AND completed_at < $1`, [before]);
    },
  };
}

export type LearningStore = ReturnType<typeof createLearningStore>;

function toLearning(row: LearningRow): Learning {
  const { learned_version_id: learnedId, learned_version: learned } = row;
  return {
    learningId: encodeId('lrn', row.id),
    kitId: row.kit_id,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    source:
      row.set_name === null
        ? { since: row.since ?? undefined, minReviewers: row.min_reviewers }
        : { set: row.set_name },
    status: row.status,
    done: row.done,
    total: row.total,
    bricks: row.bricks,
    learned: learnedId === null || learned === null ? undefined : { kitVersionId: learnedId, version: learned },
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
