/** Makes rows of answers of runs that have ended, and counts them: with what their reviewers said, whenever that was. */

import type { Queryable } from '../../../database/database.ts';
import { type CountLine, countAnswers, countStatus } from '../../../insights/count-answers.ts';
import { changedAnswers } from '../../../reviews/corrections.ts';
import { addLines, isCounted, type OwnScope, toCounted } from './count-lines.ts';
import { moveCorrections, reviewedBricksOf } from './record-corrections.ts';
import type { EndedRun } from './waiting-runs.ts';

export async function storeAnswers(tx: Queryable, scope: OwnScope, runs: readonly EndedRun[]): Promise<void> {
  const lines = new Map<string, CountLine>();
  const rows: object[] = [];
  const corrected: Parameters<typeof moveCorrections>[2][number][] = [];
  const reviewed = await reviewedBricksOf(
    tx,
    scope,
    runs.filter(({ answers }) => answers !== undefined).map(({ run_id }) => run_id),
  );
  for (const run of runs) {
    const { run_id, status, answers } = run;
    if (isCounted(run)) countStatus(lines, toCounted(run), status);
    if (answers === undefined) continue;
    const to = changedAnswers(answers, reviewed.get(run_id) ?? {});
    const hasCorrections = Object.keys(to).length > 0;
    rows.push({ run_id, answers, corrections: hasCorrections ? to : null });
    if (hasCorrections) corrected.push({ ...run, answers, corrections: null, to });
    if (isCounted(run)) countAnswers(lines, toCounted(run), answers);
  }
  if (rows.length > 0)
    await tx.query(
      {
        name: 'store_answers',
        text: `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, answers, corrections, metadata)
          SELECT r.workspace_id, r.environment, r.kit_id, r.id, r.kit_version, r.type, a.answers, a.corrections, r.metadata::jsonb
          FROM jsonb_to_recordset($3::jsonb) AS a (run_id uuid, answers jsonb, corrections jsonb)
            CROSS JOIN LATERAL (SELECT * FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = a.run_id LIMIT 1) r`,
      },
      [scope.workspaceId, scope.environment, JSON.stringify(rows)],
    );
  await addLines(tx, scope, lines.values());
  await moveCorrections(tx, scope, corrected);
}
