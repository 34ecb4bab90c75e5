/**
 * Runs that were reviewed before corrections reached the answers that depend on them. A migration lists them; each is
 * computed and taken off the list in a transaction of its own, which locks the run's result as a review does.
 */
import type { Environment } from '@brickwork/contract';
import type { Database, Queryable } from '../../../database/database.ts';
import type { OwnScope } from './hold-answers.ts';
import { recordCorrections, reviewedBricksOf } from './record-corrections.ts';

const STEP = 50;

export async function computeReviewed(database: Database, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const { rows } = await database.query<{ workspace_id: string; environment: Environment; run_id: string }>(
      `SELECT workspace_id, environment, run_id FROM reviewed_runs_to_compute LIMIT ${STEP}`,
    );
    for (const { workspace_id: workspaceId, environment, run_id } of rows) {
      if (isStopped()) return;
      await database.transaction((tx) => computeOne(tx, { workspaceId, environment }, run_id));
    }
    if (rows.length < STEP) return;
  }
}

async function computeOne(tx: Queryable, scope: OwnScope, runId: string): Promise<void> {
  const key = [scope.workspaceId, scope.environment, runId];
  await tx.query(
    'SELECT 1 FROM run_results WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 FOR NO KEY UPDATE',
    key,
  );
  const { rows } = await tx.query<{ kit_id: string }>(
    'SELECT kit_id FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = $3',
    key,
  );
  const kitId = rows[0]?.kit_id;
  const bricks = (await reviewedBricksOf(tx, scope, [runId])).get(runId);
  if (kitId !== undefined && bricks !== undefined) await recordCorrections(tx, scope, { kitId, runId, bricks });
  await tx.query(
    'DELETE FROM reviewed_runs_to_compute WHERE workspace_id = $1 AND environment = $2 AND run_id = $3',
    key,
  );
}
