/** Questions in PostgreSQL: their settings, the drawn calls, and each answer when it arrives. */
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createJobRecords, IS_IT } from '../../jobs/store/job-records.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { isAnyWaiting, type Lease } from '../../queue/store/move-jobs.ts';
import { hasInput } from '../../runs/store/inputs/run-inputs.ts';
import { type RunWithInput, runsWithInput } from '../../runs/store/runs-with-input.ts';
import type { CallAnswer, CallOfThemes, CountedAnswer, DrawnCall, Question, Quote } from '../question.ts';
import { earlierAnswers, toStoredAnswers } from './answer-rows.ts';
import { OF_IT, QUESTIONS, type QuestionPlan, toPlan } from './question-rows.ts';

export interface NewQuestion extends Scope {
  questionId: string;
  plan: QuestionPlan;
  /** In the order in which they are asked. */
  calls: readonly { runId: string; stratum: number; group: string | null }[];
  now: Date;
}

export type QuestionEnd =
  | { status: 'enough' | 'complete' }
  | { status: 'capped'; stoppedBy: NonNullable<Question['stoppedBy']> };

/** Calls that one statement writes. */
const CHUNK = 5_000;

export function createQuestionStore(database: Database, clock: LaneClock) {
  const records = createJobRecords(database, clock, QUESTIONS);
  return {
    ...callStatements(database),
    ...records,
    create: (question: NewQuestion): Promise<boolean> =>
      records.create(question, question.questionId, {
        columns: { plan: toPlan(question.plan), created_at: question.now },
        also: (tx, key) => drawCalls(tx, key, question.calls),
        // Without its words, which may contain names.
        action: 'question.asked',
        details: { calls: question.calls.length },
      }),
    ...figureStatements(database),
    finish: (scope: Scope, questionId: string, lease: Lease, end: QuestionEnd, now: Date): Promise<boolean> => {
      const stoppedBy = 'stoppedBy' in end ? end.stoppedBy : null;
      return records.finish(scope, questionId, lease, () => ({ status: end.status, stopped_by: stoppedBy }), now);
    },
    /** Answers so far stay; false if it had already ended. */
    cancel: (scope: Scope, questionId: string, now: Date): Promise<boolean> =>
      records.cancel(scope, questionId, now, 'question.removed', { was: 'running' }),
    /** Only if it has ended. */
    async remove(scope: Scope, questionId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `DELETE FROM questions WHERE ${IS_IT} AND status <> 'running'`,
          records.keyOfRecord(scope, questionId),
        );
        if (rowCount === 1) await records.audit(tx, scope, questionId, 'question.removed', { was: 'ended' });
      });
    },
  };
}

export type QuestionStore = ReturnType<typeof createQuestionStore>;

/** The calls that were drawn, and their answers. */
function callStatements(database: Database) {
  return {
    inputsOf: (scope: Scope, runIds: readonly string[]): Promise<RunWithInput[]> =>
      runsWithInput(database.stale, scope, runIds),
    /** The next calls to be asked. */
    async waiting(scope: Scope, questionId: string, limit: number): Promise<DrawnCall[]> {
      const { rows } = await database.query<{ position: number; run_id: string }>(
        `SELECT position, run_id FROM question_runs WHERE ${OF_IT} AND state = 'waiting' ORDER BY position LIMIT ${limit}`,
        [...keyOf(scope), decodeId('qst', questionId)],
      );
      return rows.map(({ position, run_id }) => ({ position, runId: encodeId('run', run_id) }));
    },
    earlierAnswers: (scope: Scope, question: Pick<Question, 'questionId' | 'signatures'>, runIds: readonly string[]) =>
      earlierAnswers(database, scope, question, runIds),
    /** Each only once; false if the question has ended, or the call was erased meanwhile. Undefined: it could not be answered. */
    async saveAnswers(
      scope: Scope,
      questionId: string,
      { position, runId }: DrawnCall,
      answers: readonly CallAnswer[] | undefined,
      microCredits: number,
    ): Promise<boolean> {
      // Waits for a call that is being erased; an existing one cannot be erased until this is stored.
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
          ...toStoredAnswers(answers),
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
    /** Whether a run is waiting: calls have the lowest priority. */
    isRunWaiting: (scope: Scope): Promise<boolean> => isAnyWaiting(database, RUN_KIND, laneOf(scope)),
  };
}

/** What is read of the answers. */
function figureStatements(database: Database) {
  return {
    /** Wall-clock milliseconds for a call and its first question, from the recent questions to this engine; undefined if there are none. */
    async recentMs(scope: Scope, engine: Question['engine']): Promise<number | undefined> {
      const { rows } = await database.query<{ ms: number | null }>(
        `SELECT avg(each.ms)::float AS ms FROM (
           SELECT q.spent_ms::float / greatest(1, s.answered * (1 + jsonb_array_length(q.plan -> 'asked')) / 2.0) AS ms FROM questions q
             CROSS JOIN LATERAL (SELECT count(*) AS answered FROM question_runs i WHERE i.workspace_id = q.workspace_id AND i.environment = q.environment
               AND i.question_id = q.id AND i.state = 'answered' AND NOT i.answers @? '$[*] ? (@.e == true)') s
           WHERE q.workspace_id = $1 AND q.environment = $2 AND q.plan ->> 'engine' = $3 AND s.answered >= 20 ORDER BY q.id DESC LIMIT 5) each`,
        [...keyOf(scope), engine],
      );
      return rows[0]?.ms ?? undefined;
    },
    async counted(scope: Scope, questionId: string): Promise<CountedAnswer[]> {
      const { rows } = await database.query<{
        at: number;
        stratum: number;
        grouped: string | null;
        state: CountedAnswer['state'];
        value: string | null;
        chance: number | null;
        count: number;
      }>(
        `SELECT (a.number - 1)::int AS at, i.stratum, i.grouped, a.answer ->> 's' AS state, a.answer ->> 'v' AS value,
           round(CASE a.answer ->> 'v' WHEN 'true' THEN (a.answer ->> 'c')::numeric WHEN 'false' THEN 1 - (a.answer ->> 'c')::numeric END, 2)::float AS chance,
           count(*)::int AS count
         FROM question_runs i CROSS JOIN LATERAL jsonb_array_elements(i.answers) WITH ORDINALITY AS a (answer, number)
         WHERE i.workspace_id = $1 AND i.environment = $2 AND i.question_id = $3 AND i.state = 'answered' GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
        [...keyOf(scope), decodeId('qst', questionId)],
      );
      return rows.map(({ at, stratum, grouped, state, value, chance, count }) => ({
        ...{ at, stratum, state, count },
        chance: chance ?? undefined,
        group: grouped,
        value: value ?? undefined,
      }));
    },
    /** The first drawn calls, a random sample of all, in order. */
    async callsOfThemes(scope: Scope, questionId: string, at: number, most: number): Promise<CallOfThemes[]> {
      const { rows } = await database.query<{
        run_id: string;
        stratum: number;
        is_about: boolean | null;
        confidence: number;
        passages: string[] | null;
      }>(
        `SELECT run_id, stratum, CASE WHEN answers -> $4::int ->> 's' = 'sure' THEN answers -> $4::int ->> 'v' = 'true' END AS is_about,
           (answers -> $4::int ->> 'c')::float AS confidence, CASE WHEN jsonb_typeof(quotes -> $4::int) = 'array' THEN quotes -> $4::int END AS passages
         FROM question_runs WHERE ${OF_IT} AND state = 'answered' AND position < ${most} ORDER BY position`,
        [...keyOf(scope), decodeId('qst', questionId), at],
      );
      return rows.map(({ run_id, is_about, stratum, confidence, passages }) => ({
        ...{ stratum, confidence },
        runId: encodeId('run', run_id),
        isAbout: is_about ?? undefined,
        passages: passages ?? [],
      }));
    },
    /**
     * For each question, the calls that best show its value is that of `values`, and those that show another; calls without a good enough
     * quote are counted. Null: any value.
     */
    async quotes(
      scope: Scope,
      questionId: string,
      { values, leastWorth, most }: { values: readonly (string | null)[]; leastWorth: number; most: number },
    ): Promise<{ quotes: Quote[]; unquoted: { at: number; isFor: boolean; calls: number }[] }> {
      const { rows } = await database.query<QuoteRow>(
        `SELECT at, is_for, run_id, text, value, confidence, unquoted FROM (
           SELECT w.*, row_number() OVER (PARTITION BY at, is_for ORDER BY text IS NULL, worth DESC, position) AS rank,
             (count(*) FILTER (WHERE text IS NULL) OVER (PARTITION BY at, is_for))::int AS unquoted FROM (
             SELECT (a.number - 1)::int AS at, i.position, i.run_id, a.answer ->> 'v' AS value, (a.answer ->> 'c')::float AS confidence,
               coalesce((a.answer ->> 'q')::float, (a.answer ->> 'c')::float) AS worth, coalesce(a.answer ->> 'v' = ($4::text[])[a.number::int], true) AS is_for,
               CASE WHEN coalesce((a.answer ->> 'q')::float, 1) >= $5 AND jsonb_typeof(i.quotes -> (a.number - 1)::int) = 'string'
                 THEN i.quotes ->> (a.number - 1)::int END AS text
             FROM question_runs i CROSS JOIN LATERAL jsonb_array_elements(i.answers) WITH ORDINALITY AS a (answer, number)
             WHERE i.workspace_id = $1 AND i.environment = $2 AND i.question_id = $3 AND i.state = 'answered' AND a.answer ->> 's' = 'sure') w) ranked
         WHERE rank <= ${most} ORDER BY at, is_for DESC, rank`,
        [...keyOf(scope), decodeId('qst', questionId), values, leastWorth],
      );
      return {
        quotes: rows.flatMap(({ at, is_for, run_id, text, value, confidence }) =>
          text === null ? [] : [{ at, text, value, confidence, isFor: is_for, runId: encodeId('run', run_id) }],
        ),
        unquoted: [...new Map(rows.map((row) => [`${row.at} ${row.is_for}`, row])).values()].map(
          ({ at, is_for, unquoted }) => ({ at, isFor: is_for, calls: unquoted }),
        ),
      };
    },
  };
}

interface QuoteRow {
  at: number;
  is_for: boolean;
  run_id: string;
  /** Null: no useful quote. */
  text: string | null;
  value: string;
  confidence: number;
  /** Of this question and side. */
  unquoted: number;
}

async function drawCalls(tx: Queryable, key: readonly unknown[], calls: NewQuestion['calls']): Promise<void> {
  for (let start = 0; start < calls.length; start += CHUNK) {
    const some = calls.slice(start, start + CHUNK);
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
}
