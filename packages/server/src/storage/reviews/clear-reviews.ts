/** When a run's contents go, so do the contents of its reviews and of the events that told of them; verdicts stay. */
import type { Environment } from '@brickwork/contract';
import { clearGoldenLines } from '../clear-golden-lines.ts';
import type { Queryable } from '../database.ts';

/** The event keeps its envelope and its ids; it is thin from now on, as if it had been too large. */
const THIN = `(jsonb_set(v.body::jsonb, '{thin}', 'true') #- '{data,reviews}')
  || jsonb_build_object('data', (v.body::jsonb -> 'data') || jsonb_build_object('reviews',
       (SELECT coalesce(jsonb_agg(r - 'value' - 'note' - 'answer'), '[]') FROM jsonb_array_elements(v.body::jsonb -> 'data' -> 'reviews') AS r)))`;

export async function clearReviews(
  tx: Queryable,
  workspace: unknown,
  environment: Environment,
  runs: readonly unknown[],
): Promise<void> {
  const key = [workspace, environment, runs];
  await tx.query(
    'DELETE FROM review_items WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[]) AND reviewed_at IS NULL',
    key,
  );
  await clearGoldenLines(tx, workspace, runs);
  const { rows } = await tx.query<{ submission: string }>(
    `UPDATE reviews SET value = NULL, note = NULL, answer = NULL
     WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[]) RETURNING submission`,
    key,
  );
  if (rows.length === 0) return;
  const submissions = [workspace, environment, rows.map(({ submission }) => submission)];
  await tx.query(
    `UPDATE events v SET body = (${THIN})::text
     WHERE v.workspace_id = $1 AND v.environment = $2 AND v.id = ANY ($3::uuid[]) AND v.body IS NOT NULL`,
    submissions,
  );
  await tx.query(
    'UPDATE webhook_attempts SET response = NULL WHERE workspace_id = $1 AND environment = $2 AND event_id = ANY ($3::uuid[])',
    submissions,
  );
}
