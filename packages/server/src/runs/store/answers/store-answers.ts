/** Creates the rows of ended runs that lists filter and insights count: including reviewers' corrections, whenever they were made. */

import type { Queryable } from '../../../database/database.ts';
import { changedAnswers } from '../../../reviews/corrections.ts';
import type { OwnScope } from './hold-answers.ts';
import { reviewedBricksOf } from './record-corrections.ts';
import type { EndedRun } from './waiting-runs.ts';

export async function storeAnswers(tx: Queryable, scope: OwnScope, runs: readonly EndedRun[]): Promise<void> {
  if (runs.length === 0) return;
  const reviewed = await reviewedBricksOf(
    tx,
    scope,
    runs.filter(({ answers }) => answers !== undefined).map(({ run_id }) => run_id),
  );
  const rows = runs.map(({ run_id, status, answers = {} }) => {
    const corrections = changedAnswers(answers, reviewed.get(run_id) ?? {});
    return { run_id, status, answers, corrections: Object.keys(corrections).length > 0 ? corrections : null };
  });
  await tx.query(
    {
      name: 'store_answers',
      text: `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, corrections, metadata)
        SELECT r.workspace_id, r.environment, r.kit_id, r.id, r.kit_version, r.type, a.status, coalesce(r.occurred_at, r.created_at), a.answers, a.corrections, r.metadata::jsonb
        FROM jsonb_to_recordset($3::jsonb) AS a (run_id uuid, status text, answers jsonb, corrections jsonb)
          CROSS JOIN LATERAL (SELECT * FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = a.run_id LIMIT 1) r
        ON CONFLICT (workspace_id, environment, kit_id, run_id) DO NOTHING`,
    },
    [scope.workspaceId, scope.environment, JSON.stringify(rows)],
  );
}
