/** When a run's contents are erased, so are the contents of its reviews and appeals, and of the events about them; verdicts stay. */
import type { Environment } from '@brickwork/contract';
import type { Queryable } from '../../../database/database.ts';
import { clearGoldenLines } from './clear-golden-lines.ts';

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
  await tx.query(
    'UPDATE appeals SET text = NULL WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[])',
    key,
  );
  const { rows } = await tx.query<{ submission: string }>(
    `UPDATE reviews SET value = NULL, note = NULL, answer = NULL
     WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[]) RETURNING submission`,
    key,
  );
  if (rows.length === 0) return;
  const submissions = [workspace, environment, rows.map(({ submission }) => submission)];
  const { rows: events } = await tx.query<{ id: string; body: string }>(
    'SELECT id, body FROM events WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND body IS NOT NULL ORDER BY id FOR UPDATE',
    submissions,
  );
  await tx.query(
    `UPDATE events v SET body = thin.body FROM unnest($3::uuid[], $4::text[]) AS thin (id, body)
     WHERE v.workspace_id = $1 AND v.environment = $2 AND v.id = thin.id`,
    [workspace, environment, events.map(({ id }) => id), events.map(({ body }) => thinned(body))],
  );
  await tx.query(
    'UPDATE webhook_attempts SET response = NULL WHERE workspace_id = $1 AND environment = $2 AND event_id = ANY ($3::uuid[])',
    submissions,
  );
}

/** The event keeps its envelope and its ids; it becomes thin. Not in SQL: `jsonb` does not accept every character of a note or a name. */
function thinned(body: string): string {
  const event = JSON.parse(body) as { data: { reviews?: Record<string, unknown>[]; output?: unknown } };
  const reviews = (event.data.reviews ?? []).map(({ value, note, answer, ...kept }) => kept);
  const { output: _output, ...data } = event.data;
  return JSON.stringify({ ...event, thin: true, data: { ...data, reviews } });
}
