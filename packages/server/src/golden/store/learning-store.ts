/** Learnings in PostgreSQL. Every method is one transaction. */
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createJobRecords, IS_IT, type JobTable } from '../../jobs/store/job-records.ts';
import { pushVersion } from '../../kits/store/kit-store.ts';
import type { KitDraft } from '../../kits/store/store-version.ts';
import { LEARNING_KIND } from '../../queue/job-kinds.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { Lease } from '../../queue/store/move-jobs.ts';
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

/** A succeeded learning; without a draft if no brick changed. */
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

const LEARNINGS: JobTable<LearningRow, Learning> = {
  kind: LEARNING_KIND,
  noun: 'learning',
  prefix: 'lrn',
  select:
    () => `j.id, j.kit_id, j.kit_version_id, j.kit_version, j.set_name, j.since, j.min_reviewers, j.status, j.done, j.total, j.bricks,
    j.learned_version_id, j.learned_version, j.error, j.created_at, j.completed_at FROM learnings j`,
  toRecord: toLearning,
};

export function createLearningStore(database: Database, clock: LaneClock) {
  const records = createJobRecords(database, clock, LEARNINGS);
  return {
    ...records,
    /** With its job; false if the kit is already learning. */
    create: (learning: NewLearning): Promise<boolean> => {
      const { learningId, kitId, kitVersionId, kitVersion, source, total, bricks, now } = learning;
      const { since, minReviewers } = 'set' in source ? { since: null, minReviewers: 1 } : source;
      const set = 'set' in source ? source.set : undefined;
      return records.create(learning, learningId, {
        columns: {
          ...{ kit_id: kitId, kit_version_id: kitVersionId, kit_version: kitVersion, set_name: set, since },
          ...{ min_reviewers: minReviewers, done: 0, total, bricks: JSON.stringify(bricks), created_at: now },
        },
        unless: `ON CONFLICT (workspace_id, environment, kit_id) WHERE status = 'running' DO NOTHING`,
        action: 'learning.started',
        details: { kit_id: kitId, version: kitVersion, ...(set !== undefined && { set }) },
      });
    },
    /** Newest first. */
    list: (scope: Scope, kitId: string, limit: number): Promise<Learning[]> =>
      records.list(scope, limit, 'AND j.kit_id = $3', [kitId]),
    /** False if it has ended, because somebody cancelled it. */
    async tell(scope: Scope, learningId: string, done: number): Promise<boolean> {
      const { rowCount } = await database.query(
        `UPDATE learnings SET done = $4 WHERE ${IS_IT} AND status = 'running'`,
        [...keyOf(scope), decodeId('lrn', learningId), done],
      );
      return rowCount === 1;
    },
    /** Ends it without a version; false if it had already ended. */
    cancel: (scope: Scope, learningId: string, now: Date): Promise<boolean> =>
      records.cancel(scope, learningId, now, 'learning.cancelled'),
    /** Creates the version, too. */
    finish: (scope: Scope, learningId: string, lease: Lease, end: Learned, now: Date): Promise<boolean> => {
      const learned = async (tx: Queryable) => {
        const head = end.draft && (await pushVersion(tx, scope.workspaceId, end.draft)).head;
        return {
          ...{ status: 'succeeded', bricks: JSON.stringify(end.bricks), done: end.total, total: end.total },
          ...{ learned_version_id: head?.kitVersionId, learned_version: head?.version },
        };
      };
      return records.finish(scope, learningId, lease, learned, now);
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
