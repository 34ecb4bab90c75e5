/** Evaluations of a kit on a golden set: each line's answer as it comes, the report at the end. */

import { takeTurns } from '@brickwork/engine/core/take-turns';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { toActor } from '../../access/store/actor-column.ts';
import type { Actor } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { EVALUATION_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, endJob, enterJobs, isAnyWaiting, type Lease } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { AnsweredLine, EvaluationReport, GoldenSet, KitEvaluation } from '../golden-set.ts';

export interface NewEvaluation extends Scope {
  evaluationId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  set: GoldenSet;
  engine: 'auto' | 'local';
  /** The name of the canary that asks for it. */
  canary?: string;
  now: Date;
}

/** Evaluations of a workspace's environment that run at once. */
const AT_ONCE = 1;

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

/** While it runs: the lines that the set has now. Lines of erased runs are gone, and so are all of a set that was deleted. */
const TOTAL = `CASE WHEN e.status = 'running' THEN (SELECT count(*)::int FROM golden_lines l WHERE l.workspace_id = e.workspace_id AND l.set_id = e.set_id)
  ELSE e.total END`;

const EVALUATIONS = (
  report: string,
) => `SELECT e.id, e.kit_id, e.kit_version_id, e.kit_version, e.set_id, e.set_name, e.set_hash, e.engine, e.status,
  ${TOTAL} AS total, ${report} AS report, e.error, e.created_at, e.completed_at, a.done, a.micro_credits FROM evaluations e
  CROSS JOIN LATERAL (SELECT count(*)::int AS done, coalesce(sum(micro_credits), 0) AS micro_credits FROM evaluation_answers n
    WHERE n.workspace_id = e.workspace_id AND n.environment = e.environment AND n.evaluation_id = e.id) a
  WHERE e.workspace_id = $1 AND e.environment = $2`;

export function createEvaluations(database: Database, clock: LaneClock) {
  return {
    /** With its job. */
    async createEvaluation(evaluation: NewEvaluation): Promise<void> {
      await database.transaction(async (tx) => {
        await createEvaluation(tx, clock, evaluation);
        const { workspaceId, environment, evaluationId, kitId, kitVersion, set, engine } = evaluation;
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'evaluation.started',
          target: { type: 'evaluation', id: evaluationId },
          details: { kit_id: kitId, version: kitVersion, set: set.name, engine },
        });
      });
    },
    async listEvaluations(scope: Scope, kitId: string, limit: number): Promise<KitEvaluation[]> {
      const { rows } = await database.query<EvaluationRow>(
        `${EVALUATIONS('NULL')} AND e.kit_id = $3 ORDER BY e.id DESC LIMIT ${limit}`,
        [...keyOf(scope), kitId],
      );
      return rows.map(toEvaluation);
    },
    async findEvaluation(scope: Scope, evaluationId: string): Promise<KitEvaluation | undefined> {
      const uuid = decodeId('evl', evaluationId);
      if (uuid === undefined) return undefined;
      const { rows } = await database.query<EvaluationRow>(`${EVALUATIONS('e.report')} AND e.id = $3`, [
        ...keyOf(scope),
        uuid,
      ]);
      return rows[0] && toEvaluation(rows[0]);
    },
    /** The newest that succeeded, of a version on a version of a set. */
    async latestEvaluation(scope: Scope, kitVersionId: string, setId: string): Promise<KitEvaluation | undefined> {
      const { rows } = await database.query<EvaluationRow>(
        `${EVALUATIONS('e.report')} AND e.kit_version_id = $3 AND e.set_id = $4 AND e.status = 'succeeded' ORDER BY e.id DESC LIMIT 1`,
        [...keyOf(scope), kitVersionId, setId],
      );
      return rows[0] && toEvaluation(rows[0]);
    },
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
    /** False when the line is gone, or the evaluation has ended. */
    async saveAnswer(scope: Scope, evaluationId: string, answer: AnsweredLine): Promise<boolean> {
      // A line whose run was erased meanwhile must not leave an answer; one that is there cannot be erased until this is stored.
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
    /** Whether another evaluation waits for its turn. */
    isAnyWaiting: (scope: Scope): Promise<boolean> => isAnyWaiting(database, EVALUATION_KIND, laneOf(scope)),
    /** Ends it without a report; false when it had ended. What was answered stays counted. */
    cancelEvaluation: (scope: Scope, evaluationId: string, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('evl', evaluationId) ?? '';
        await dropJob(tx, EVALUATION_KIND, laneOf(scope), uuid);
        const { rowCount } = await tx.query(
          `UPDATE evaluations e SET status = 'cancelled', total = ${TOTAL}, completed_at = $4
           WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND status = 'running'`,
          [...keyOf(scope), uuid, now],
        );
        if (rowCount !== 1) return false;
        const { workspaceId, environment } = scope;
        const target = { type: 'evaluation', id: evaluationId };
        await recordAudit(tx, { workspaceId, environment, action: 'evaluation.cancelled', target });
        return true;
      }),
    /** Ends the job too; false when the lease was lost. */
    finish: (
      scope: Scope,
      evaluationId: string,
      lease: Lease,
      end: { report: EvaluationReport } | { error: string },
      now: Date,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const ended = await endJob(tx, EVALUATION_KIND, lease);
        if (ended === undefined) return false;
        const isDone = 'report' in end;
        await tx.query(
          `UPDATE evaluations e SET status = $4, report = $5, error = $6, completed_at = $7, total = ${TOTAL}
           WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND status = 'running'`,
          [
            ...keyOf(scope),
            decodeId('evl', evaluationId),
            isDone ? 'succeeded' : 'failed',
            isDone ? JSON.stringify(end.report) : null,
            isDone ? null : end.error,
            now,
          ],
        );
        if (ended.isMoreReady) await tellReady(tx, EVALUATION_KIND);
        return true;
      }),
  };
}

export async function createEvaluation(tx: Queryable, clock: LaneClock, evaluation: NewEvaluation): Promise<void> {
  const { set, kitId, kitVersionId, kitVersion, engine, now } = evaluation;
  const uuid = decodeId('evl', evaluation.evaluationId) ?? '';
  await tx.query(
    `INSERT INTO evaluations (workspace_id, environment, id, kit_id, kit_version_id, kit_version, set_id, set_name, set_hash, engine, status, total, created_at, canary)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'running', $11, $12, $13)`,
    [
      ...keyOf(evaluation),
      uuid,
      kitId,
      kitVersionId,
      kitVersion,
      set.setId,
      set.name,
      set.hash,
      engine,
      set.lines,
      now,
      evaluation.canary ?? null,
    ],
  );
  await enterJobs(tx, clock, { kind: EVALUATION_KIND, lane: laneOf(evaluation), capacity: AT_ONCE }, [uuid]);
  await tellReady(tx, EVALUATION_KIND);
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
