/** Erasure: input and output are deleted; the record of the run, and how it ended, stays for the audit trail. */
import { recordAudit } from '../../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { removeAnswers } from '../answers/record-answers.ts';
import { sizesOfRuns, takeAwayStored } from '../stored-runs.ts';
import { clearReviews } from './clear-reviews.ts';
import { clearTraces } from './clear-traces.ts';
import { forgetDeliveriesNamed, forgetDeliveriesOfRun } from './forget-deliveries.ts';

export async function eraseRun(
  database: Database,
  scope: Scope,
  uuid: string | undefined,
  now: Date,
  alongside?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const workspaceId = decodeId('ws', scope.workspaceId);
  if (workspaceId === undefined || uuid === undefined) return;
  const key = [workspaceId, scope.environment, uuid];
  await database.transaction(async (tx) => {
    const { inputs, outputs } = await sizesOfRuns(tx, workspaceId, scope.environment, [uuid]);
    const { rows } = await tx.query<{ external_id: string | null }>(
      'SELECT external_id FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = $3',
      key,
    );
    const named = rows[0]?.external_id;
    await tx.query(
      `UPDATE runs SET input = NULL, external_id = NULL, metadata = NULL, erased_at = coalesce(erased_at, $4)
       WHERE workspace_id = $1 AND environment = $2 AND id = $3`,
      [...key, now],
    );
    await tx.query('DELETE FROM run_texts WHERE workspace_id = $1 AND environment = $2 AND run_id = $3', key);
    await tx.query('DELETE FROM run_receipts WHERE workspace_id = $1 AND environment = $2 AND run_id = $3', key);
    await tx.query(
      'UPDATE run_results SET output = NULL, warnings = NULL, error_message = NULL WHERE workspace_id = $1 AND environment = $2 AND run_id = $3',
      key,
    );
    // A delivery that is still pending finds no body and is sent as a thin event. A receiver may have echoed what it got.
    await tx.query('UPDATE events SET body = NULL WHERE workspace_id = $1 AND environment = $2 AND id = $3', key);
    await tx.query(
      'UPDATE webhook_attempts SET response = NULL WHERE workspace_id = $1 AND environment = $2 AND event_id = $3',
      key,
    );
    await forgetDeliveriesOfRun(tx, [workspaceId, scope.environment], uuid);
    if (named) await forgetDeliveriesNamed(tx, [workspaceId, scope.environment], named);
    await clearReviews(tx, workspaceId, scope.environment, [uuid]);
    await clearTraces(tx, workspaceId, scope.environment, [uuid]);
    // Last, as where runs end: the lines of the day are shared by many.
    await removeAnswers(tx, workspaceId, scope.environment, [uuid]);
    await takeAwayStored(tx, workspaceId, scope.environment, { runs: 0, bytes: inputs + outputs });
    await recordAudit(tx, {
      workspaceId: scope.workspaceId,
      environment: scope.environment,
      action: 'run.erased',
      target: { type: 'run', id: encodeId('run', uuid) },
    });
    await alongside?.(tx);
  });
}
