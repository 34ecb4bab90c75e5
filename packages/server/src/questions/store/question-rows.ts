/** Rows of questions, and how one is found. */
import { encodeId } from '../../core/ids.ts';
import type { Question } from '../question.ts';

/** What was decided when it was asked. */
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
  answered: number;
  failed: number;
  micro_credits: string;
}

export const IS_IT = 'workspace_id = $1 AND environment = $2 AND id = $3';
export const OF_IT = 'workspace_id = $1 AND environment = $2 AND question_id = $3';

/** Calls that were erased meanwhile are not counted anywhere. */
export const QUESTIONS = `SELECT q.id, q.plan, q.status, q.stopped_by, q.spent_ms, q.micro_credits, q.error, q.created_at, q.completed_at,
    s.drawn, s.answered, s.failed
  FROM questions q CROSS JOIN LATERAL (SELECT count(*)::int AS drawn, count(*) FILTER (WHERE state = 'answered')::int AS answered,
      count(*) FILTER (WHERE state = 'failed')::int AS failed FROM question_runs i
    WHERE i.workspace_id = q.workspace_id AND i.environment = q.environment AND i.question_id = q.id) s
  WHERE q.workspace_id = $1 AND q.environment = $2`;

export function toPlan(plan: QuestionPlan): string {
  return JSON.stringify({ ...plan, by: plan.by ?? null });
}

export function toQuestion(row: QuestionRow): Question {
  const { by, ...plan } = row.plan;
  return {
    ...plan,
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
