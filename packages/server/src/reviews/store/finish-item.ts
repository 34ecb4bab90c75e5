/** A review of a drawn run finishes its reviewer's item, or otherwise a free one. */
import type { Queryable } from '../../database/database.ts';

/** `key` is workspace, environment and run. */
export async function finishItem(tx: Queryable, key: readonly unknown[], reviewer: string): Promise<void> {
  await tx.query(
    `WITH mine AS MATERIALIZED (
       SELECT id FROM review_items
       WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 AND reviewed_at IS NULL
         AND (leased_to = $4 OR leased_until IS NULL OR leased_until <= now())
         AND NOT EXISTS (SELECT 1 FROM review_items t WHERE t.workspace_id = $1 AND t.environment = $2 AND t.run_id = $3 AND t.reviewed_by = $4)
       ORDER BY leased_to = $4 DESC NULLS LAST, slot LIMIT 1 FOR UPDATE)
     UPDATE review_items i SET reviewed_by = $4, reviewed_at = now(), leased_to = NULL, leased_until = NULL FROM mine
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.id = mine.id`,
    [...key, reviewer],
  );
}
