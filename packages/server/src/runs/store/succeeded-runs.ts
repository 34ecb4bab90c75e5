/** Which of some runs have succeeded and are not erased, for work on chosen runs. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';

export interface SucceededRun {
  runId: string;
  kitId: string;
}

/** In no particular order; of others there is nothing. */
export async function succeededRuns(on: Queryable, scope: Scope, runIds: readonly string[]): Promise<SucceededRun[]> {
  const { rows } = await on.query<{ id: string; kit_id: string }>(
    `SELECT r.id, r.kit_id FROM runs r
       JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[]) AND e.status = 'succeeded' AND r.erased_at IS NULL`,
    [decodeId('ws', scope.workspaceId), scope.environment, runIds.map((runId) => decodeId('run', runId))],
  );
  return rows.map(({ id, kit_id }) => ({ runId: encodeId('run', id), kitId: kit_id }));
}
