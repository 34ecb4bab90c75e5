/** What must hold at every commit; shared by tests, the chaos run and `brickwork doctor`. Each row is a violation, told in words. */
import type { Queryable } from './database.ts';

export async function checkInvariants(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ violation: string; count: number }>(`
    SELECT 'runs that have neither ended nor a job' AS violation, count(*)::int AS count FROM runs r
      WHERE NOT EXISTS (SELECT 1 FROM run_results e WHERE e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id)
        AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'run' AND j.lane = r.workspace_id || '/' || r.environment AND j.id = r.id)
    UNION ALL
    SELECT 'runs that have ended and still have a job', count(*)::int FROM jobs j
      JOIN run_results e ON e.run_id = j.id AND j.lane = e.workspace_id || '/' || e.environment WHERE j.kind = 'run'
    UNION ALL
    SELECT 'jobs without a run', count(*)::int FROM jobs j WHERE j.kind = 'run'
      AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = j.id AND j.lane = r.workspace_id || '/' || r.environment)
    UNION ALL
    SELECT 'pending deliveries without a job', count(*)::int FROM webhook_deliveries d WHERE d.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'delivery' AND j.lane = d.workspace_id || '/' || d.environment AND j.id = d.event_id)
    UNION ALL
    SELECT 'delivery jobs without a pending delivery', count(*)::int FROM jobs j WHERE j.kind = 'delivery' AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries d WHERE d.event_id = j.id AND j.lane = d.workspace_id || '/' || d.environment AND d.status = 'pending')
    UNION ALL
    SELECT 'pending deliveries without an endpoint', count(*)::int FROM webhook_deliveries d WHERE d.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.environment = d.environment)
    UNION ALL
    SELECT 'events beyond their counter', count(*)::int FROM events v
      JOIN event_counters c ON c.workspace_id = v.workspace_id AND c.environment = v.environment WHERE v.position > c.last
    UNION ALL
    SELECT 'lanes that count wrongly', count(*)::int FROM lanes l
      WHERE l.active <> (SELECT count(*) FROM jobs j WHERE j.kind = l.kind AND j.lane = l.lane AND j.state IN ('ready', 'held'))
    UNION ALL
    SELECT 'parked jobs whose lane has room', count(*)::int FROM jobs j
      WHERE j.state = 'parked' AND NOT EXISTS (SELECT 1 FROM lanes l WHERE l.kind = j.kind AND l.lane = j.lane AND l.active >= l.capacity)`);
  return rows.filter(({ count }) => count > 0).map(({ violation, count }) => `${count} ${violation}`);
}
