/** Retention of deliveries. Those still waiting to be processed are never dropped. */
import type { Database } from '../../database/database.ts';
import { LOG_DAYS } from '../intake.ts';

/** Returns how many payloads and log entries were deleted. */
export async function dropOldDeliveries(database: Database, limit: number): Promise<number> {
  const dropped = [
    await database.query(
      `DELETE FROM intake_payloads p USING (SELECT workspace_id, environment, id FROM intake_payloads
         WHERE keep_until <= now() AND NOT pending ORDER BY keep_until LIMIT ${limit}) old
       WHERE p.workspace_id = old.workspace_id AND p.environment = old.environment AND p.id = old.id AND NOT p.pending`,
    ),
    // A workspace with a shorter retention of inputs does not keep copies of them for longer.
    await database.query(
      `DELETE FROM intake_payloads p USING (SELECT i.workspace_id, i.environment, i.id FROM workspaces w JOIN intake_payloads i ON i.workspace_id = w.id
         WHERE w.keep_input_days IS NOT NULL AND i.received_at <= now() - make_interval(days => w.keep_input_days) AND NOT i.pending LIMIT ${limit}) old
       WHERE p.workspace_id = old.workspace_id AND p.environment = old.environment AND p.id = old.id AND NOT p.pending`,
    ),
    await database.query(
      `DELETE FROM intake_deliveries d USING (SELECT workspace_id, environment, intake_id, id FROM intake_deliveries
         WHERE received_at < now() - interval '${LOG_DAYS} days' ORDER BY received_at LIMIT ${limit}) old
       WHERE d.workspace_id = old.workspace_id AND d.environment = old.environment AND d.intake_id = old.intake_id AND d.id = old.id`,
    ),
  ];
  return dropped.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
