/** Runs with their reviews, from which a golden set can be made. */
import type { BrickOutput, BrickValue, Verdict } from '@brickwork/contract';
import { decodeId, encodeId, uuidAt } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { SaidOfAnswer } from '../../reviews/quality/settled-value.ts';
import type { AnswerFilter } from '../../runs/answer-filter.ts';
import type { Answers } from '../../runs/answers.ts';
import { answerCondition, metadataCondition } from '../../runs/store/answers/answer-conditions.ts';
import { settleAnswers } from '../../runs/store/answers/waiting-answers.ts';
import { AMONG_THESE, hasInput, inputText, sizeOfInput } from '../../runs/store/inputs/run-inputs.ts';

/** The reviews of a run's answers. */
export interface ReviewedLabels {
  runId: string;
  /** The answers that differ from the original ones: corrected, or following from a correction. */
  changed: Answers;
  reviews: LabelReview[];
}

/** A current verdict about an answer, by a version of the kit. */
interface LabelReview extends SaidOfAnswer {
  brick: string;
  kitVersion: number;
}

export interface ReviewedRun extends ReviewedLabels {
  externalId: string | undefined;
  /** JSON text. */
  input: string;
  /** The kit's answer, if the kit asked the question. */
  given: Readonly<Record<string, BrickOutput>>;
}

export interface ReviewedFilter {
  /** When the run was created. */
  since: Date | undefined;
  by: AnswerFilter;
}

interface ReviewedRow {
  run_id: string;
  brick: string;
  verdict: Verdict;
  value: string | null;
  answer: string | null;
  kit_version: number;
}

interface InputRow {
  id: string;
  external_id: string | null;
  input: string | null;
  output: string | null;
}

/** Runs reviewed since a time, or given runs whether reviewed or not. */
export type ChosenRuns = ReviewedFilter | { runIds: readonly string[] };

export async function reviewedRuns(
  on: Database,
  scope: Scope,
  kitId: string,
  which: ChosenRuns,
  most: { lines: number; bytes: number },
): Promise<ReviewedRun[] | 'too_large'> {
  await settleAnswers(on, scope);
  const ofKit = [...keyOf(scope), kitId];
  const chosen = await ('since' in which
    ? reviewedSince(on, ofKit, which, most.lines)
    : withInput(on, ofKit, which.runIds));
  if (chosen.reduce((sum, { bytes }) => sum + bytes, 0) > most.bytes) return 'too_large';
  const { rows } = await on.query<InputRow>(
    `SELECT r.id, r.external_id, ${inputText('r', AMONG_THESE)} AS input, ${'since' in which ? 'NULL' : 'o.output'} AS output FROM runs r
       LEFT JOIN run_results o ON o.workspace_id = r.workspace_id AND o.environment = r.environment AND o.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND r.input IS NOT NULL`,
    [...keyOf(scope), chosen.map(({ id }) => id)],
  );
  const byRun = new Map(rows.map((row) => [encodeId('run', row.id), row]));
  return (await labelsOf(on, scope, chosen)).flatMap((labels) => {
    const run = byRun.get(labels.runId);
    if (run === undefined || run.input === null) return [];
    const { external_id: externalId, input, output } = run;
    const given = output === null ? {} : (JSON.parse(output) as { bricks: ReviewedRun['given'] }).bricks;
    return [{ ...labels, externalId: externalId ?? undefined, input, given }];
  });
}

/** Without the inputs, newest first; without erased runs and withdrawn reviews. */
export async function reviewedLabels(
  on: Database,
  scope: Scope,
  kitId: string,
  since: Date | undefined,
  most: number,
): Promise<ReviewedLabels[]> {
  await settleAnswers(on, scope);
  const anything = { answers: [], metadata: [] };
  return labelsOf(on, scope, await reviewedSince(on, [...keyOf(scope), kitId], { since, by: anything }, most));
}

async function labelsOf(on: Database, scope: Scope, chosen: readonly SizedRun[]): Promise<ReviewedLabels[]> {
  const key = [...keyOf(scope), chosen.map(({ id }) => id)];
  const { rows: runs } = await on.query<{ id: string; corrections: Answers | null }>(
    `SELECT r.id, a.corrections FROM runs r
       LEFT JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY r.id DESC`,
    key,
  );
  const { rows } = await on.query<ReviewedRow>(
    `SELECT run_id, brick, verdict, value, answer, kit_version FROM reviews
     WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[]) AND NOT superseded`,
    key,
  );
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
  return runs.map(({ id, corrections }) => {
    const runId = encodeId('run', id);
    const reviews = (byRun.get(id) ?? []).map((row) => ({
      brick: row.brick,
      verdict: row.verdict,
      value: toValue(row.value),
      answer: toValue(row.answer),
      kitVersion: row.kit_version,
    }));
    return { runId, changed: corrections ?? {}, reviews };
  });
}

interface SizedRun {
  id: string;
  bytes: number;
}

async function reviewedSince(
  on: Database,
  key: readonly unknown[],
  { since, by }: ReviewedFilter,
  most: number,
): Promise<SizedRun[]> {
  const values: unknown[] = [...key, since === undefined ? null : uuidAt(since)];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...by.answers.map((condition) => answerCondition(condition, 'a.answers', parameter)),
    ...by.metadata.map((condition) => metadataCondition(condition, 'a.metadata', parameter)),
  ];
  const met =
    conditions.length === 0
      ? ''
      : `AND EXISTS (SELECT 1 FROM run_answers a WHERE a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = $3 AND a.run_id = w.run_id
           AND ${conditions.join(' AND ')})`;
  const { rows } = await on.query<SizedRun>(
    `SELECT r.id, ${sizeOfInput('r')} AS bytes FROM (
       SELECT DISTINCT w.run_id FROM reviews w WHERE w.workspace_id = $1 AND w.environment = $2 AND w.kit_id = $3 AND NOT w.superseded
         AND ($4::uuid IS NULL OR w.run_id >= $4) ${met} ORDER BY w.run_id DESC LIMIT ${most}) reviewed
     JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = reviewed.run_id
     WHERE ${hasInput('r', 'i.workspace_id = $1 AND i.environment = $2 AND i.run_id = r.id')}`,
    values,
  );
  return rows;
}

async function withInput(on: Database, key: readonly unknown[], runIds: readonly string[]): Promise<SizedRun[]> {
  const { rows } = await on.query<SizedRun>(
    `SELECT id, ${sizeOfInput('r')} AS bytes FROM runs r
     WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND id = ANY ($4::uuid[])
       AND ${hasInput('r', 'i.workspace_id = $1 AND i.environment = $2 AND i.run_id = ANY ($4::uuid[])')}`,
    [...key, runIds.map((runId) => decodeId('run', runId))],
  );
  return rows;
}

function toValue(text: string | null): BrickValue | undefined {
  return text === null ? undefined : (JSON.parse(text) as BrickValue);
}
