/** Evaluations of a kit on a golden set: each line's answer when it arrives, the report at the end. */

import { takeTurns } from '@brickwork/engine/core/take-turns';
import { toActor } from '../../access/store/actor-column.ts';
import type { Actor } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createJobRecords, type JobTable, type NewRecord } from '../../jobs/store/job-records.ts';
import { EVALUATION_KIND } from '../../queue/job-kinds.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { Lease } from '../../queue/store/move-jobs.ts';
import type { AnsweredLine, EvaluationReport, GoldenSet, KitEvaluation } from '../golden-set.ts';

export interface NewEvaluation extends Scope {
  evaluationId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  set: GoldenSet;
  engine: 'auto' | 'local';
  /** The canary that started it. */
  canary?: string;
  now: Date;
}

interface EvaluationRow {
  id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  set_id: string;
  set_name: string;
  set_hash: string;
  engine: 'auto' | 'local';
  status: KitEvaluation['status'];
  total: number;
  done: number;
  micro_credits: string;
  report: string | null;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

/** While it is running: the current lines of the set. Lines of erased runs, and all lines of a deleted set, are missing. */
const TOTAL = `CASE WHEN j.status = 'running' THEN (SELECT count(*)::int FROM golden_lines l WHERE l.workspace_id = j.workspace_id AND l.set_id = j.set_id)
  ELSE j.total END`;

const EVALUATIONS: JobTable<EvaluationRow, KitEvaluation> = {
  kind: EVALUATION_KIND,
  noun: 'evaluation',
  prefix: 'evl',
  select: (
    isListed,
  ) => `j.id, j.kit_id, j.kit_version_id, j.kit_version, j.set_id, j.set_name, j.set_hash, j.engine, j.status, ${TOTAL} AS total,
    ${isListed ? 'NULL' : 'j.report'} AS report, j.error, j.created_at, j.completed_at, a.done, a.micro_credits FROM evaluations j
    CROSS JOIN LATERAL (SELECT count(*)::int AS done, coalesce(sum(micro_credits), 0) AS micro_credits FROM evaluation_answers n
      WHERE n.workspace_id = j.workspace_id AND n.environment = j.environment AND n.evaluation_id = j.id) a`,
  toRecord: toEvaluation,
  atEnd: `total = ${TOTAL}`,
};

export function createEvaluations(database: Database, clock: LaneClock) {
  const records = createJobRecords(database, clock, EVALUATIONS);
  return {
    /** In the caller's transaction. */
    addEvaluation: (tx: Queryable, evaluation: NewEvaluation): Promise<boolean> =>
      records.add(tx, evaluation, evaluation.evaluationId, recordOf(evaluation)),
    createEvaluation: (evaluation: NewEvaluation): Promise<boolean> => {
      const { kitId, kitVersion, set, engine } = evaluation;
      return records.create(evaluation, evaluation.evaluationId, {
        ...recordOf(evaluation),
        action: 'evaluation.started',
        details: { kit_id: kitId, version: kitVersion, set: set.name, engine },
      });
    },
    listEvaluations: (scope: Scope, kitId: string, limit: number): Promise<KitEvaluation[]> =>
      records.list(scope, limit, 'AND j.kit_id = $3', [kitId]),
    findEvaluation: records.find,
    /** The newest that succeeded, of a version on a version of a set. */
    latestEvaluation: (scope: Scope, kitVersionId: string, setId: string): Promise<KitEvaluation | undefined> =>
      records.latest(scope, `AND j.kit_version_id = $3 AND j.set_id = $4 AND j.status = 'succeeded'`, [
        kitVersionId,
        setId,
      ]),
    /** Who published it although it did not pass the kit's gate. */
    async findForced(workspaceId: string, kitVersionId: string): Promise<{ by: Actor; createdAt: Date } | undefined> {
      const { rows } = await database.reads.query<{ key_id: string; created_at: Date; actor: string | null }>(
        'SELECT key_id, created_at, actor FROM forced_publications WHERE workspace_id = $1 AND kit_version_id = $2',
        [decodeId('ws', workspaceId), kitVersionId],
      );
      return rows[0] && { by: toActor(rows[0].actor, rows[0].key_id), createdAt: rows[0].created_at };
    },
    async answers(scope: Scope, evaluationId: string): Promise<AnsweredLine[]> {
      const { rows } = await database.query<{ answer: string }>(
        'SELECT answer FROM evaluation_answers WHERE workspace_id = $1 AND environment = $2 AND evaluation_id = $3 ORDER BY number',
        [...keyOf(scope), decodeId('evl', evaluationId)],
      );
      const answers: AnsweredLine[] = [];
      const turns = takeTurns();
      for (const { answer } of rows) {
        answers.push(JSON.parse(answer) as AnsweredLine);
        if (turns.isOver()) await turns.pass();
      }
      return answers;
    },
    /** False if the line was deleted or the evaluation has ended. */
    async saveAnswer(scope: Scope, evaluationId: string, answer: AnsweredLine): Promise<boolean> {
      // A line whose run was erased meanwhile must not leave an answer; an existing line cannot be erased until the answer is stored.
      const { rows } = await database.query<{ is_kept: boolean }>(
        `WITH kept AS MATERIALIZED (
           SELECT l.number FROM evaluations e JOIN golden_lines l ON l.workspace_id = e.workspace_id AND l.set_id = e.set_id AND l.number = $4
           WHERE e.workspace_id = $1 AND e.environment = $2 AND e.id = $3 AND e.status = 'running' FOR KEY SHARE OF l), stored AS (
         INSERT INTO evaluation_answers (workspace_id, environment, evaluation_id, number, answer, micro_credits)
         SELECT $1, $2, $3, number, $5, $6 FROM kept ON CONFLICT DO NOTHING)
         SELECT EXISTS (SELECT 1 FROM kept) AS is_kept`,
        [...keyOf(scope), decodeId('evl', evaluationId), answer.line, JSON.stringify(answer), answer.microCredits],
      );
      return rows[0]?.is_kept === true;
    },
    isAnyWaiting: records.isAnyWaiting,
    /** Ends it without a report; false if it had already ended. Answered lines stay counted. */
    cancelEvaluation: (scope: Scope, evaluationId: string, now: Date): Promise<boolean> =>
      records.cancel(scope, evaluationId, now, 'evaluation.cancelled'),
    fail: records.fail,
    finish: (scope: Scope, evaluationId: string, lease: Lease, report: EvaluationReport, now: Date): Promise<boolean> =>
      records.finish(scope, evaluationId, lease, () => ({ status: 'succeeded', report: JSON.stringify(report) }), now),
  };
}

function recordOf({ set, kitId, kitVersionId, kitVersion, engine, canary, now }: NewEvaluation): NewRecord {
  return {
    columns: {
      ...{ kit_id: kitId, kit_version_id: kitVersionId, kit_version: kitVersion, engine, canary, created_at: now },
      ...{ set_id: set.setId, set_name: set.name, set_hash: set.hash, total: set.lines },
    },
  };
}

function toEvaluation(row: EvaluationRow): KitEvaluation {
  return {
    evaluationId: encodeId('evl', row.id),
    kitId: row.kit_id,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    setId: row.set_id,
    setName: row.set_name,
    setHash: row.set_hash,
    engine: row.engine,
    status: row.status,
    done: row.done,
    total: row.total,
    microCredits: Number(row.micro_credits),
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
    error: row.error ?? undefined,
    report: row.report === null ? undefined : (JSON.parse(row.report) as EvaluationReport),
  };
}
