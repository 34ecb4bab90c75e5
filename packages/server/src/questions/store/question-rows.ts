/** Rows of questions, and how to find one. */
import { encodeId } from '../../core/ids.ts';
import type { JobTable } from '../../jobs/store/job-records.ts';
import { QUESTION_KIND } from '../../queue/job-kinds.ts';
import type { GroupOfCalls, Question } from '../question.ts';

/** Settings fixed when it was asked. */
export type QuestionPlan = Omit<
  Question,
  | 'questionId'
  | 'status'
  | 'stoppedBy'
  | 'drawn'
  | 'answered'
  | 'failed'
  | 'microCredits'
  | 'spentMs'
  | 'error'
  | 'createdAt'
  | 'completedAt'
>;

export interface QuestionRow {
  id: string;
  plan: QuestionPlan;
  status: Question['status'];
  stopped_by: Question['stoppedBy'] | null;
  spent_ms: string;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
  drawn: number;
  /** If every call was drawn and some were erased since: those that are left. */
  left_cells: GroupOfCalls[] | null;
  answered: number;
  failed: number;
  micro_credits: string;
}

export const OF_IT = 'workspace_id = $1 AND environment = $2 AND question_id = $3';

/** Calls that were erased meanwhile are not counted anywhere. */
export const QUESTIONS: JobTable<QuestionRow, Question> = {
  kind: QUESTION_KIND,
  noun: 'question',
  prefix: 'qst',
  select:
    () => `j.id, j.plan, j.status, j.stopped_by, j.spent_ms, j.micro_credits, j.error, j.created_at, j.completed_at,
    s.drawn, s.answered, s.failed,
    CASE WHEN s.drawn < (j.plan ->> 'population')::int AND (j.plan ->> 'population')::int <= (j.plan -> 'limit' ->> 'runs')::int THEN
      (SELECT coalesce(jsonb_agg(jsonb_build_object('stratum', c.stratum, 'group', c.grouped, 'population', c.calls)), '[]') FROM (
        SELECT stratum, grouped, count(*) AS calls FROM question_runs i
        WHERE i.workspace_id = j.workspace_id AND i.environment = j.environment AND i.question_id = j.id GROUP BY 1, 2) c) END AS left_cells
  FROM questions j CROSS JOIN LATERAL (SELECT count(*)::int AS drawn, count(*) FILTER (WHERE state = 'answered')::int AS answered,
      count(*) FILTER (WHERE state = 'failed')::int AS failed FROM question_runs i
    WHERE i.workspace_id = j.workspace_id AND i.environment = j.environment AND i.question_id = j.id) s`,
  toRecord: toQuestion,
};

export function toPlan(plan: QuestionPlan): string {
  return JSON.stringify({ ...plan, by: plan.by ?? null });
}

function toQuestion(row: QuestionRow): Question {
  const { by, ...plan } = row.plan;
  return {
    ...plan,
    ...(row.left_cells !== null && leftOf(row.plan, row.left_cells)),
    by: by ?? undefined,
    questionId: encodeId('qst', row.id),
    status: row.status,
    stoppedBy: row.stopped_by ?? undefined,
    drawn: row.drawn,
    answered: row.answered,
    failed: row.failed,
    microCredits: Number(row.micro_credits),
    spentMs: Number(row.spent_ms),
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}

/** Those that were erased count neither as asked nor as calls there are. Of calls that were not drawn, nobody knows which are left. */
function leftOf({ strata, by, predicted }: QuestionPlan, cells: readonly GroupOfCalls[]): Partial<QuestionPlan> {
  const sizeOf = (some: readonly GroupOfCalls[]) => some.reduce((sum, { population }) => sum + population, 0);
  const population = sizeOf(cells);
  return {
    population,
    predicted: { ...predicted, runs: Math.min(predicted.runs, population) },
    strata: strata.map((each, at) => ({ ...each, population: sizeOf(cells.filter(({ stratum }) => stratum === at)) })),
    groups: (by ?? null) === null ? [] : [...cells],
  };
}
