/** Stores reviewers' corrections next to the answers, in the transaction that adds their reviews. */
import type { BrickDocument, BrickOutput, BrickValue, Verdict } from '@brickwork/contract';
import type { Queryable } from '../../../database/database.ts';
import { changedAnswers, correctionsOf, reviewedOutput, type SaidOfBrick } from '../../../reviews/corrections.ts';
import type { Answers } from '../../answers.ts';
import type { RunOutput } from '../../run.ts';
import { holdAnswers, type OwnScope } from './hold-answers.ts';

export interface ReviewedRun {
  kitId: string;
  /** As a UUID. */
  runId: string;
  /** The bricks of the output with reviewers' corrections. */
  bricks: Readonly<Record<string, BrickOutput>>;
}

/** For a run that was just reviewed, and whose result is locked. Where its answers still wait, they are stored with what its reviewers said. */
export async function recordCorrections(
  tx: Queryable,
  scope: OwnScope,
  { kitId, runId, bricks }: ReviewedRun,
): Promise<void> {
  const key = [scope.workspaceId, scope.environment, runId];
  await holdAnswers(tx, scope);
  const { rows } = await tx.query<{ answers: Answers }>(
    `SELECT answers FROM run_answers
     WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 AND kit_id = $4 FOR UPDATE`,
    [...key, kitId],
  );
  const [row] = rows;
  if (row === undefined) return;
  const to = changedAnswers(row.answers, bricks);
  await tx.query(
    `UPDATE run_answers SET corrections = $5 WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 AND kit_id = $4`,
    [...key, kitId, toColumn(to)],
  );
}

/** For runs whose answers are stored now: those that reviewers corrected, by run, as they see them. */
export async function reviewedBricksOf(
  tx: Queryable,
  scope: OwnScope,
  runIds: readonly string[],
): Promise<Map<string, Readonly<Record<string, BrickOutput>>>> {
  const reviews = await reviewsOf(tx, scope, runIds);
  const corrected = [...reviews].filter(([, own]) => correctionsOf(own).size > 0).map(([runId]) => runId);
  if (corrected.length === 0) return new Map();
  const { rows } = await tx.query<{ run_id: string; kit_version_id: string; output: string }>(
    `SELECT r.id AS run_id, r.kit_version_id, e.output FROM runs r
       JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND e.output IS NOT NULL`,
    [scope.workspaceId, scope.environment, corrected],
  );
  const bricks = await bricksOf(tx, scope, [...new Set(rows.map(({ kit_version_id }) => kit_version_id))]);
  return new Map(
    rows.map(({ run_id, kit_version_id, output }) => [
      run_id,
      reviewedOutput(bricks.get(kit_version_id) ?? [], JSON.parse(output) as RunOutput, reviews.get(run_id) ?? [])
        .bricks,
    ]),
  );
}

async function bricksOf(
  tx: Queryable,
  { workspaceId }: OwnScope,
  kitVersionIds: readonly string[],
): Promise<Map<string, BrickDocument[]>> {
  const { rows } = await tx.query<{ id: string; bricks: BrickDocument[] }>(
    `SELECT id, document -> 'bricks' AS bricks FROM kit_versions WHERE workspace_id = $1 AND id = ANY ($2::uuid[])`,
    [workspaceId, kitVersionIds],
  );
  return new Map(rows.map(({ id, bricks }) => [id, bricks]));
}

/** Null if there are none. */
export function toColumn(corrections: Answers): string | null {
  return Object.keys(corrections).length === 0 ? null : JSON.stringify(corrections);
}

interface SaidRow {
  run_id: string;
  brick: string;
  reviewer: string;
  verdict: Verdict;
  value: string | null;
  answer: string | null;
}

/** The reviews that count, by run. */
export async function reviewsOf(
  tx: Queryable,
  { workspaceId, environment }: OwnScope,
  runIds: readonly string[],
): Promise<Map<string, SaidOfBrick[]>> {
  const { rows } = await tx.query<SaidRow>(
    `SELECT run_id, brick, reviewer, verdict, value, answer FROM reviews
     WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[]) AND NOT superseded ORDER BY run_id, brick, id`,
    [workspaceId, environment, runIds],
  );
  const read = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as BrickValue));
  const said = rows.map((row) => ({ ...row, value: read(row.value), answer: read(row.answer) }));
  return Map.groupBy(said, ({ run_id }) => run_id);
}
