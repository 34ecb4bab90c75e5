/** Questions in PostgreSQL: what was decided when they were asked, the calls that were drawn, and each answer as it comes. */
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { QUESTION_KIND, RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, endJob, enterJobs, isAnyWaiting, type Lease } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import { hasInput } from '../../runs/store/inputs/run-inputs.ts';
import { type RunWithInput, runsWithInput } from '../../runs/store/runs-with-input.ts';
import type { CallAnswer, CountedAnswer, DrawnCall, Question, Quote } from '../question.ts';
import { IS_IT, OF_IT, QUESTIONS, type QuestionPlan, type QuestionRow, toPlan, toQuestion } from './question-rows.ts';

export interface NewQuestion extends Scope {
  questionId: string;
  plan: QuestionPlan;
  /** In the order in which they are asked. */
  calls: readonly { runId: string; stratum: number; group: string | null }[];
  now: Date;
}

export type QuestionEnd =
  | { status: 'enough' | 'complete' }
  | { status: 'capped'; stoppedBy: NonNullable<Question['stoppedBy']> }
  | { status: 'failed'; error: string };

/** Questions of a workspace's environment that are answered at once; others wait. */
const AT_ONCE = 1;
/** Calls that one statement writes. */
const CHUNK = 5_000;

export function createQuestionStore(database: Database, clock: LaneClock) {
  return {
    inputsOf: (scope: Scope, runIds: readonly string[]): Promise<RunWithInput[]> =>
      runsWithInput(database.stale, scope, runIds),
    /** With its job. */
    create: (question: NewQuestion): Promise<void> =>
      database.transaction(async (tx) => {
        await create(tx, clock, question);
        await record(tx, question, 'question.asked', question.questionId, { calls: question.calls.length });
      }),
    async find(scope: Scope, questionId: string): Promise<Question | undefined> {
      const uuid = decodeId('qst', questionId);
      if (uuid === undefined) return undefined;
      const { rows } = await database.query<QuestionRow>(`${QUESTIONS} AND q.id = $3`, [...keyOf(scope), uuid]);
      return rows[0] && toQuestion(rows[0]);
    },
    /** Newest first. */
    async list(scope: Scope, limit: number): Promise<Question[]> {
      const { rows } = await database.query<QuestionRow>(
        `${QUESTIONS} ORDER BY q.id DESC LIMIT ${limit}`,
        keyOf(scope),
      );
      return rows.map(toQuestion);
    },
    async countAll(scope: Scope): Promise<number> {
      const { rows } = await database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM questions WHERE workspace_id = $1 AND environment = $2',
        keyOf(scope),
      );
      return rows[0]?.count ?? 0;
    },
    /** Milliseconds of the clock for a call and question, by the questions of late with this engine; undefined where there are none. */
    async recentMs(scope: Scope, engine: Question['engine']): Promise<number | undefined> {
      const { rows } = await database.query<{ ms: number | null }>(
        `SELECT avg(each.ms)::float AS ms FROM (
           SELECT q.spent_ms::float / greatest(1, s.answered * jsonb_array_length(q.plan -> 'asked')) AS ms FROM questions q
             CROSS JOIN LATERAL (SELECT count(*) AS answered FROM question_runs i WHERE i.workspace_id = q.workspace_id AND i.environment = q.environment
               AND i.question_id = q.id AND i.state = 'answered') s
           WHERE q.workspace_id = $1 AND q.environment = $2 AND q.plan ->> 'engine' = $3 AND s.answered >= 20 ORDER BY q.id DESC LIMIT 5) each`,
        [...keyOf(scope), engine],
      );
      return rows[0]?.ms ?? undefined;
    },
    /** The next calls to be asked. */
    async waiting(scope: Scope, questionId: string, limit: number): Promise<DrawnCall[]> {
      const { rows } = await database.query<{ position: number; run_id: string }>(
        `SELECT position, run_id FROM question_runs WHERE ${OF_IT} AND state = 'waiting' ORDER BY position LIMIT ${limit}`,
        [...keyOf(scope), decodeId('qst', questionId)],
      );
      return rows.map(({ position, run_id }) => ({ position, runId: encodeId('run', run_id) }));
    },
    /** Each once; false when the question has ended, or the call was erased meanwhile. Undefined: it could not be answered. */
    async saveAnswers(
      scope: Scope,
      questionId: string,
      { position, runId }: DrawnCall,
      answers: readonly CallAnswer[] | undefined,
      microCredits: number,
    ): Promise<boolean> {
      const quotes = answers?.map(({ quote }) => quote ?? null);
      // A call that is being erased is waited for; one that is there cannot be erased until this is stored.
      const { rowCount } = await database.query(
        `WITH kept AS MATERIALIZED (
           SELECT 1 FROM questions q JOIN runs r ON r.workspace_id = q.workspace_id AND r.environment = q.environment AND r.id = $5
           WHERE q.workspace_id = $1 AND q.environment = $2 AND q.id = $3 AND q.status = 'running'
             AND ${hasInput('r', 'i.workspace_id = $1 AND i.environment = $2 AND i.run_id = $5')} FOR SHARE OF r),
         paid AS (UPDATE questions SET micro_credits = micro_credits + $9 WHERE ${IS_IT} AND $9 > 0)
         UPDATE question_runs SET state = $6, answers = $7, quotes = $8
         WHERE ${OF_IT} AND position = $4 AND state = 'waiting' AND EXISTS (SELECT 1 FROM kept)`,
        [
          ...keyOf(scope),
          decodeId('qst', questionId),
          position,
          decodeId('run', runId),
          answers === undefined ? 'failed' : 'answered',
          answers === undefined
            ? null
            : JSON.stringify(
                answers.map(({ state, value, confidence }) => ({
                  s: state,
                  c: Number(confidence.toFixed(3)),
                  ...(value !== undefined && { v: value }),
                })),
              ),
          quotes?.some((quote) => quote !== null) === true ? JSON.stringify(quotes) : null,
          microCredits,
        ],
      );
      return rowCount === 1;
    },
    async spend(scope: Scope, questionId: string, ms: number): Promise<void> {
      await database.query(`UPDATE questions SET spent_ms = spent_ms + $4 WHERE ${IS_IT}`, [
        ...keyOf(scope),
        decodeId('qst', questionId),
        Math.round(ms),
      ]);
    },
    async counted(scope: Scope, questionId: string): Promise<CountedAnswer[]> {
      const { rows } = await database.query<{
        at: number;
        stratum: number;
        grouped: string | null;
        state: CountedAnswer['state'];
        value: string | null;
        count: number;
      }>(
        `SELECT (a.number - 1)::int AS at, i.stratum, i.grouped, a.answer ->> 's' AS state, a.answer ->> 'v' AS value, count(*)::int AS count
         FROM question_runs i CROSS JOIN LATERAL jsonb_array_elements(i.answers) WITH ORDINALITY AS a (answer, number)
         WHERE i.workspace_id = $1 AND i.environment = $2 AND i.question_id = $3 AND i.state = 'answered' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
        [...keyOf(scope), decodeId('qst', questionId)],
      );
      return rows.map(({ at, stratum, grouped, state, value, count }) => ({
        ...{ at, stratum, state, count },
        group: grouped,
        value: value ?? undefined,
      }));
    },
    /** The surest of each question whose value is that of `values`, and of those with another. */
    async quotes(scope: Scope, questionId: string, values: readonly string[], most: number): Promise<Quote[]> {
      const { rows } = await database.query<{
        at: number;
        is_for: boolean;
        run_id: string;
        text: string;
        value: string;
        confidence: number;
      }>(
        `SELECT at, is_for, run_id, text, value, confidence FROM (
           SELECT w.*, row_number() OVER (PARTITION BY at, is_for ORDER BY confidence DESC, position) AS rank FROM (
             SELECT (a.number - 1)::int AS at, i.position, i.run_id, i.quotes ->> (a.number - 1)::int AS text, a.answer ->> 'v' AS value,
               (a.answer ->> 'c')::float AS confidence, a.answer ->> 'v' = ($4::text[])[a.number::int] AS is_for
             FROM question_runs i CROSS JOIN LATERAL jsonb_array_elements(i.answers) WITH ORDINALITY AS a (answer, number)
             WHERE i.workspace_id = $1 AND i.environment = $2 AND i.question_id = $3 AND i.state = 'answered' AND i.quotes IS NOT NULL
               AND a.answer ->> 's' = 'sure') w WHERE text IS NOT NULL) ranked
         WHERE rank <= ${most} ORDER BY at, is_for DESC, rank`,
        [...keyOf(scope), decodeId('qst', questionId), values],
      );
      return rows.map(({ at, is_for, run_id, text, value, confidence }) => ({
        ...{ at, text, value, confidence },
        isFor: is_for,
        runId: encodeId('run', run_id),
      }));
    },
    /** Whether another question waits for its turn. */
    isAnyWaiting: (scope: Scope): Promise<boolean> => isAnyWaiting(database, QUESTION_KIND, laneOf(scope)),
    /** Whether a run waits: calls are asked after everything else. */
    isRunWaiting: (scope: Scope): Promise<boolean> => isAnyWaiting(database, RUN_KIND, laneOf(scope)),
    /** Ends the job too; false when the lease was lost. */
    finish: (scope: Scope, questionId: string, lease: Lease, end: QuestionEnd, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const ended = await endJob(tx, QUESTION_KIND, lease);
        if (ended === undefined) return false;
        await tx.query(
          `UPDATE questions SET status = $4, stopped_by = $5, error = $6, completed_at = $7 WHERE ${IS_IT} AND status = 'running'`,
          [
            ...keyOf(scope),
            decodeId('qst', questionId),
            end.status,
            'stoppedBy' in end ? end.stoppedBy : null,
            'error' in end ? end.error : null,
            now,
          ],
        );
        if (ended.isMoreReady) await tellReady(tx, QUESTION_KIND);
        return true;
      }),
    /** Answers so far stay; false when it had already ended. */
    cancel: (scope: Scope, questionId: string, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('qst', questionId) ?? '';
        await dropJob(tx, QUESTION_KIND, laneOf(scope), uuid);
        const { rowCount } = await tx.query(
          `UPDATE questions SET status = 'cancelled', completed_at = $4 WHERE ${IS_IT} AND status = 'running'`,
          [...keyOf(scope), uuid, now],
        );
        if (rowCount !== 1) return false;
        await record(tx, scope, 'question.removed', questionId, { was: 'running' });
        return true;
      }),
    /** Only one that has ended. */
    async remove(scope: Scope, questionId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM questions WHERE ${IS_IT} AND status <> 'running'`, [
          ...keyOf(scope),
          decodeId('qst', questionId),
        ]);
        if (rowCount === 1) await record(tx, scope, 'question.removed', questionId, { was: 'ended' });
      });
    },
    /** Questions that ended so long ago, of all workspaces; returns how many were deleted. */
    async dropOld(before: Date, limit: number): Promise<number> {
      const { rowCount } = await database.query(
        `DELETE FROM questions q USING (SELECT workspace_id, environment, id FROM questions WHERE status <> 'running' AND completed_at < $1 LIMIT ${limit}) old
         WHERE q.workspace_id = old.workspace_id AND q.environment = old.environment AND q.id = old.id`,
        [before],
      );
      return rowCount ?? 0;
    },
  };
}

export type QuestionStore = ReturnType<typeof createQuestionStore>;

/** Without its words, which may name people. */
async function record(
  tx: Queryable,
  { workspaceId, environment }: Scope,
  action: 'question.asked' | 'question.removed',
  questionId: string,
  details: Record<string, unknown>,
): Promise<void> {
  const target = { type: 'question', id: questionId };
  await recordAudit(tx, { workspaceId, environment, action, target, details });
}

async function create(tx: Queryable, clock: LaneClock, question: NewQuestion): Promise<void> {
  const uuid = decodeId('qst', question.questionId) ?? '';
  const key = [...keyOf(question), uuid];
  await tx.query(
    `INSERT INTO questions (workspace_id, environment, id, plan, status, created_at) VALUES ($1, $2, $3, $4, 'running', $5)`,
    [...key, toPlan(question.plan), question.now],
  );
  for (let start = 0; start < question.calls.length; start += CHUNK) {
    const some = question.calls.slice(start, start + CHUNK);
    await tx.query(
      `INSERT INTO question_runs (workspace_id, environment, question_id, position, run_id, stratum, grouped, state)
       SELECT $1, $2, $3, $4::integer + given.number, given.id, given.stratum, given.grouped, 'waiting'
       FROM unnest($5::uuid[], $6::smallint[], $7::text[]) WITH ORDINALITY AS given (id, stratum, grouped, number)`,
      [
        ...key,
        start,
        some.map(({ runId }) => decodeId('run', runId)),
        some.map(({ stratum }) => stratum),
        some.map(({ group }) => group),
      ],
    );
  }
  await enterJobs(tx, clock, { kind: QUESTION_KIND, lane: laneOf(question), capacity: AT_ONCE }, [uuid]);
  await tellReady(tx, QUESTION_KIND);
}
