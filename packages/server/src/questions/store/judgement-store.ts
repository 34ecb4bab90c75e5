/** Judgements in PostgreSQL. They belong to the wording of a question, and are deleted when their call is erased. */

import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { Queryable } from '../../database/queryable.ts';
import { hasInput } from '../../runs/store/inputs/run-inputs.ts';
import type { CountedJudgement, JudgeableCall, JudgedQuestion, Judgement } from '../judgement.ts';

/** The engine's probability of a yes; null if it was not sure. */
const CHANCE = (answer: string) =>
  `CASE ${answer} ->> 'v' WHEN 'true' THEN (${answer} ->> 'c')::float WHEN 'false' THEN 1 - (${answer} ->> 'c')::float END`;
const OF_QUESTION = `i.workspace_id = $1 AND i.environment = $2 AND i.question_id = $3 AND i.state = 'answered'`;
const MOST_JUDGED = 2_000;

export function createJudgementStore(database: Database) {
  const keyOfQuestion = (scope: Scope, questionId: string) => [...keyOf(scope), decodeId('qst', questionId)];
  return {
    async counted(scope: Scope, { questionId, at, wording, answerer }: JudgedQuestion): Promise<CountedJudgement[]> {
      const { rows } = await database.query<{
        is_here: boolean;
        grouped: string | null;
        is_yes: boolean | null;
        chance: number;
        count: number;
      }>(
        `SELECT here.chance IS NOT NULL AS is_here, here.grouped, CASE j.answer WHEN 'yes' THEN true WHEN 'no' THEN false END AS is_yes,
           round(coalesce(here.chance, j.chance)::numeric, 2)::float AS chance, count(*)::int AS count
         FROM question_judgements j
         LEFT JOIN LATERAL (SELECT i.grouped, ${CHANCE('i.answers -> $5::int')} AS chance FROM question_runs i
           WHERE ${OF_QUESTION} AND i.run_id = j.run_id LIMIT 1) here ON true
         WHERE j.workspace_id = $1 AND j.environment = $2 AND j.wording_hash = $4 AND (here.chance IS NOT NULL OR j.answerer = $6)
         GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
        [...keyOfQuestion(scope, questionId), wording, at, answerer ?? null],
      );
      return rows.map(({ is_here, grouped, is_yes, chance, count }) => ({
        ...{ at, chance, count, group: grouped },
        isHere: is_here,
        isYes: is_yes ?? undefined,
      }));
    },
    /** Calls of the question with a sure answer of the engine that nobody has judged, and whose conversation can still be read. */
    async judgeable(scope: Scope, { questionId, at, wording }: JudgedQuestion): Promise<JudgeableCall[]> {
      const { rows } = await database.query<{ run_id: string; position: number; stratum: number; chance: number }>(
        `SELECT * FROM (
           SELECT i.run_id, i.position, i.stratum, ${CHANCE('i.answers -> $5::int')} AS chance FROM question_runs i
           JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = i.run_id
           WHERE ${OF_QUESTION} AND ${hasInput('r', 'i.workspace_id = $1 AND i.environment = $2 AND i.run_id = r.id')}
             AND NOT EXISTS (SELECT 1 FROM question_judgements j
               WHERE j.workspace_id = $1 AND j.environment = $2 AND j.wording_hash = $4 AND j.run_id = r.id)) left_over
         WHERE chance IS NOT NULL ORDER BY position`,
        [...keyOfQuestion(scope, questionId), wording, at],
      );
      return rows.map(({ run_id, ...call }) => ({ ...call, runId: encodeId('run', run_id) }));
    },
    /** What the engine found in them, by position. */
    async passages(
      scope: Scope,
      questionId: string,
      at: number,
      positions: readonly number[],
    ): Promise<Map<number, string | undefined>> {
      const { rows } = await database.query<{ position: number; quote: string | null }>(
        `SELECT i.position, i.quotes ->> $5::int AS quote FROM question_runs i WHERE ${OF_QUESTION} AND i.position = ANY ($4::int[])`,
        [...keyOfQuestion(scope, questionId), positions, at],
      );
      return new Map(rows.map(({ position, quote }) => [position, quote ?? undefined]));
    },
    /** Which of these calls the question asked and the engine answered with certainty. */
    async asked(scope: Scope, questionId: string, at: number, runIds: readonly string[]): Promise<Set<string>> {
      const { rows } = await database.query<{ run_id: string }>(
        `SELECT i.run_id FROM question_runs i WHERE ${OF_QUESTION} AND i.run_id = ANY ($4::uuid[]) AND i.answers -> $5::int ->> 's' = 'sure'`,
        [...keyOfQuestion(scope, questionId), runIds.map((runId) => decodeId('run', runId) ?? null), at],
      );
      return new Set(rows.map(({ run_id }) => encodeId('run', run_id)));
    },
    /** The newest judgement of a call counts. Waits for a call that is being erased. */
    async save(
      scope: Scope,
      question: JudgedQuestion,
      judgements: readonly Judgement[],
      by: { judge: string; now: Date },
    ): Promise<void> {
      await database.transaction(async (tx) => {
        const given = { ...question, key: keyOfQuestion(scope, question.questionId) };
        await saveJudgements(tx, given, judgements, by);
        const { workspaceId, environment } = scope;
        const target = { type: 'question', id: question.questionId } as const;
        const details = { calls: judgements.length };
        await recordAudit(tx, { workspaceId, environment, action: 'question.judged', target, details });
      });
    },
    /** The newest first. */
    async judged(scope: Scope, wording: Buffer): Promise<{ runId: string; isYes: boolean }[]> {
      const { rows } = await database.query<{ run_id: string; is_yes: boolean }>(
        `SELECT run_id, answer = 'yes' AS is_yes FROM question_judgements
         WHERE workspace_id = $1 AND environment = $2 AND wording_hash = $3 AND answer <> 'skip' ORDER BY judged_at DESC, run_id LIMIT ${MOST_JUDGED}`,
        [...keyOf(scope), wording],
      );
      return rows.map(({ run_id, is_yes }) => ({ runId: encodeId('run', run_id), isYes: is_yes }));
    },
  };
}

async function saveJudgements(
  tx: Queryable,
  { key, at, wording, answerer }: JudgedQuestion & { key: readonly unknown[] },
  judgements: readonly Judgement[],
  { judge, now }: { judge: string; now: Date },
): Promise<void> {
  const idsOf = (some: readonly Judgement[]) => some.map(({ runId }) => decodeId('run', runId));
  const said = judgements.filter(({ answer }) => answer !== undefined);
  const takenBack = judgements.filter(({ answer }) => answer === undefined);
  await tx.query(
    `WITH kept AS MATERIALIZED (SELECT r.id FROM runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($6::uuid[])
       AND r.erased_at IS NULL ORDER BY r.id FOR SHARE OF r)
     INSERT INTO question_judgements (workspace_id, environment, wording_hash, run_id, answer, chance, answerer, judge, judged_at)
     SELECT $1, $2, $4, i.run_id, given.answer, ${CHANCE('i.answers -> $5::int')}, $8, $9, $10
     FROM unnest($6::uuid[], $7::text[]) AS given (run_id, answer) JOIN kept ON kept.id = given.run_id
     JOIN question_runs i ON ${OF_QUESTION} AND i.run_id = given.run_id AND i.answers -> $5::int ->> 's' = 'sure'
     ON CONFLICT (workspace_id, environment, wording_hash, run_id) DO UPDATE
       SET answer = EXCLUDED.answer, chance = EXCLUDED.chance, answerer = EXCLUDED.answerer, judge = EXCLUDED.judge, judged_at = EXCLUDED.judged_at`,
    [...key, wording, at, idsOf(said), said.map(({ answer }) => answer), answerer ?? '', judge, now],
  );
  await tx.query(
    'DELETE FROM question_judgements WHERE workspace_id = $1 AND environment = $2 AND wording_hash = $3 AND run_id = ANY ($4::uuid[])',
    [...key.slice(0, 2), wording, idsOf(takenBack)],
  );
}

export type JudgementStore = ReturnType<typeof createJudgementStore>;
