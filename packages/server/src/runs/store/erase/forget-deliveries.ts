/**
 * A delivery to an intake contains a conversation, and its log entry the conversation's id. Both are deleted when the conversation is
 * erased: with a run created from it, by the external id of a conversation without a run, or by the delivery's own id. A waiting replay
 * then finds nothing, and ends.
 */
import type { Queryable } from '../../../database/database.ts';

/** Workspace and environment. */
type Key = readonly unknown[];

export async function forgetDeliveriesOfRun(tx: Queryable, key: Key, runId: string): Promise<void> {
  await forget(tx, key, `run_ids @> ARRAY[$3::uuid] AND run_ids <> '{}'`, [runId]);
}

/** Deliveries that failed or were skipped: no run leads to them. */
export async function forgetDeliveriesNamed(tx: Queryable, key: Key, externalId: string): Promise<void> {
  await forget(tx, key, `unread_ids @> ARRAY[$3::text] AND unread_ids <> '{}'`, [externalId]);
}

/** False: there is no such delivery. */
export async function forgetDelivery(tx: Queryable, key: Key, intakeId: string, uuid: unknown): Promise<boolean> {
  return (await forget(tx, key, 'intake_id = $3 AND id = $4', [intakeId, uuid])) > 0;
}

async function forget(tx: Queryable, key: Key, condition: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE intake_deliveries SET external_id = NULL, reason = NULL, unread_ids = '{}', result = (result::jsonb - 'items')::text,
       outcome = CASE WHEN outcome <> 'received' THEN outcome WHEN run_ids = '{}' THEN 'skipped' ELSE 'replayed' END
     WHERE workspace_id = $1 AND environment = $2 AND ${condition} RETURNING id`,
    [...key, ...values],
  );
  await tx.query('DELETE FROM intake_payloads WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])', [
    ...key,
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}
