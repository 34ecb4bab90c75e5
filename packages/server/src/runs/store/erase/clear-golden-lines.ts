/** When a run's contents are erased, so are the golden lines made from it, and the evaluations' answers to them. */
import type { Queryable } from '../../../database/database.ts';

/** As if there had been no answers; the fact that the line was evaluated, and its cost, stay. */
const EMPTIED = `json_build_object('line', n.number, 'answers', json_build_object(), 'microCredits', n.micro_credits)::text`;

export async function clearGoldenLines(tx: Queryable, workspace: unknown, runs: readonly unknown[]): Promise<void> {
  const { rows } = await tx.query<{ set_id: string; number: number }>(
    'DELETE FROM golden_lines WHERE workspace_id = $1 AND run_id = ANY ($2::uuid[]) RETURNING set_id, number',
    [workspace, runs],
  );
  if (rows.length === 0) return;
  const gone = [workspace, rows.map(({ set_id }) => set_id), rows.map(({ number }) => number)];
  const OF_SETS = `unnest($2::uuid[], $3::integer[]) AS g (set_id, number) JOIN golden_sets s ON s.workspace_id = $1 AND s.id = g.set_id
    JOIN evaluations e ON e.workspace_id = $1 AND e.environment IN ('live', 'test') AND e.kit_id = s.kit_id AND e.set_id = g.set_id`;
  // A separate statement: it must see everything answered until the line was deleted.
  await tx.query(
    `UPDATE evaluation_answers n SET answer = ${EMPTIED} FROM ${OF_SETS}
     WHERE n.workspace_id = $1 AND n.environment = e.environment AND n.evaluation_id = e.id AND n.number = g.number`,
    gone,
  );
  // Lines that failed are named in the report.
  await tx.query(
    `UPDATE evaluations v SET report = jsonb_set(v.report::jsonb, '{failed}', (
       SELECT coalesce(jsonb_agg(CASE WHEN (f ->> 'line')::integer = ANY (touched.numbers) THEN f - 'external_id' ELSE f END), '[]')
       FROM jsonb_array_elements(v.report::jsonb -> 'failed') AS f))::text
     FROM (SELECT e.environment, e.id, array_agg(g.number) AS numbers FROM ${OF_SETS} GROUP BY 1, 2) touched
     WHERE v.workspace_id = $1 AND v.environment = touched.environment AND v.id = touched.id AND v.report IS NOT NULL`,
    gone,
  );
}
