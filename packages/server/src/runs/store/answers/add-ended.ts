/**
 * Rows for runs that failed or were cancelled under an earlier release, which did not write them: a stored mark records the progress of
 * housekeeping. It stays a day behind, so that runs which nodes of an earlier release end while they are replaced are found too.
 */
import { ENVIRONMENTS } from '@brickwork/contract';
import type { Database } from '../../../database/database.ts';
import { lockAnswers } from './hold-answers.ts';

/** Looks at up to `limit` runs of each workspace; returns how many it has looked at in the one with the most. */
export async function addEnded(database: Database, limit: number): Promise<number> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  let most = 0;
  for (const { id } of rows) most = Math.max(most, await addSome(database, id, limit));
  return most;
}

const LAST_ID = `(lpad(to_hex((extract(epoch FROM now() - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

async function addSome(database: Database, workspaceId: string, limit: number): Promise<number> {
  return database.transaction(async (tx) => {
    await lockAnswers(tx);
    const part = (environment: string) => `(SELECT r.id FROM runs r, workspaces w
      WHERE w.id = $1 AND r.workspace_id = $1 AND r.environment = '${environment}' AND r.id > w.counted_to AND r.id < ${LAST_ID} ORDER BY r.id LIMIT ${limit})`;
    const { rows } = await tx.query<{ id: string }>(
      `SELECT id FROM (${part('live')} UNION ALL ${part('test')}) both_sides ORDER BY id LIMIT ${limit}`,
      [workspaceId],
    );
    const last = rows.at(-1);
    if (last === undefined) return 0;
    const ids = rows.map(({ id }) => id);
    // Past their retention; succeeded ones have been cleared.
    await tx.query(
      `UPDATE runs r SET erased_at = now() FROM workspaces w, run_results e WHERE w.id = $1 AND r.workspace_id = $1 AND r.environment IN ('live', 'test') AND r.id = ANY ($2::uuid[])
         AND r.erased_at IS NULL AND r.id <= w.purged_output_to AND e.workspace_id = $1 AND e.environment = r.environment AND e.run_id = r.id`,
      [workspaceId, ids],
    );
    await tx.query(
      `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, metadata)
       SELECT r.workspace_id, r.environment, r.kit_id, r.id, r.kit_version, r.type, e.status, coalesce(r.occurred_at, r.created_at), '{}', r.metadata::jsonb
       FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
       WHERE r.workspace_id = $1 AND r.environment IN ('live', 'test') AND r.id = ANY ($2::uuid[]) AND e.status <> 'succeeded' AND r.erased_at IS NULL
       ON CONFLICT (workspace_id, environment, kit_id, run_id) DO NOTHING`,
      [workspaceId, ids],
    );
    await tx.query('UPDATE workspaces SET counted_to = $2 WHERE id = $1', [workspaceId, last.id]);
    return rows.length;
  });
}

/** Nodes that know this migration make the rows themselves. */
const KNOWS = 32;

/**
 * The same for runs of the last day, at once: when a node begins to lead, as long as nodes of an earlier release run beside it, and once after them.
 * They also drop what other nodes have told of such runs.
 */
export function createAddMissed(database: Database): () => Promise<void> {
  let isDone = false;
  return async () => {
    const { rows: older } = await database.query(
      `SELECT FROM nodes WHERE seen_at > now() - interval '20 seconds' AND coalesce(knows, 0) < ${KNOWS} LIMIT 1`,
    );
    if (isDone && older.length === 0) return;
    const { rows } = await database.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
    for (const { id } of rows) await addMissed(database, id);
    isDone = older.length === 0;
  };
}

async function addMissed(database: Database, workspaceId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAnswers(tx);
    for (const environment of ENVIRONMENTS)
      await tx.query(
        `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, metadata)
         SELECT r.workspace_id, r.environment, r.kit_id, r.id, r.kit_version, r.type, e.status, coalesce(r.occurred_at, r.created_at), '{}', r.metadata::jsonb
         FROM run_results e JOIN workspaces w ON w.id = e.workspace_id
           CROSS JOIN LATERAL (SELECT * FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = e.run_id AND erased_at IS NULL
             AND NOT EXISTS (SELECT FROM run_answers a WHERE a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = runs.kit_id AND a.run_id = runs.id)
             FOR SHARE) r
         WHERE e.workspace_id = $1 AND e.environment = $2 AND e.status IN ('failed', 'cancelled') AND e.run_id >= ${LAST_ID}
           AND e.run_id > w.purged_output_to
         ON CONFLICT (workspace_id, environment, kit_id, run_id) DO NOTHING`,
        [workspaceId, environment],
      );
  });
}
