/** What must be true at every commit; shared by tests, the chaos run and `brickwork doctor`. Returns one sentence per violation. */
import type { Queryable } from '../../database/database.ts';
import { JOB_INVARIANTS } from './job-invariants.ts';

const INVARIANTS: Readonly<Record<string, string>> = {
  ...JOB_INVARIANTS,
  'pending deliveries without an endpoint': `
    SELECT count(*)::int FROM webhook_deliveries d WHERE d.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.environment = d.environment)`,
  'events beyond their counter': `
    SELECT count(*)::int FROM events v
    JOIN event_counters c ON c.workspace_id = v.workspace_id AND c.environment = v.environment WHERE v.position > c.last`,
};

export async function checkInvariants(database: Queryable): Promise<string[]> {
  // One statement, and so one snapshot: a run may end between two statements.
  const counts = Object.entries(INVARIANTS).map(
    ([violation, count]) => `SELECT '${violation}' AS violation, (${count}) AS count`,
  );
  const { rows } = await database.query<{ violation: string; count: number }>(counts.join(' UNION ALL '));
  return rows.filter(({ count }) => count > 0).map(({ violation, count }) => `${count} ${violation}`);
}
