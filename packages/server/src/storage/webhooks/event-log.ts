/** The events of a scope in order. Positions are dense and commit in order (see record-events.ts), so a reader misses nothing. */
import type { EventLog } from '../../webhooks/webhook-store.ts';
import type { Database } from '../database.ts';
import { keyOf } from './endpoints.ts';
import { type EventRow, RUN_SUMMARY, toRecordedEvent } from './event-rows.ts';

export function createEventLog(database: Database): EventLog {
  return {
    async after(scope, position, limit, maxBytes) {
      const { rows } = await database.query<EventRow & { position: string }>(
        `SELECT v.position, ${RUN_SUMMARY} FROM (
           SELECT e.*, sum(coalesce(octet_length(e.body), 0)) OVER (ORDER BY e.position) - coalesce(octet_length(e.body), 0) AS bytes_before
           FROM (SELECT * FROM events WHERE workspace_id = $1 AND environment = $2 AND position > $3 ORDER BY position LIMIT ${limit}) e) v
         LEFT JOIN run_results r ON r.workspace_id = v.workspace_id AND r.environment = v.environment AND r.run_id = v.id
         WHERE v.bytes_before < $4 ORDER BY v.position`,
        [...keyOf(scope), position, maxBytes],
      );
      return rows.map((row) => ({ position: Number(row.position), body: toRecordedEvent(row).body }));
    },
    async lastPosition(scope) {
      const { rows } = await database.query<{ last: string }>(
        'SELECT last FROM event_counters WHERE workspace_id = $1 AND environment = $2',
        keyOf(scope),
      );
      return Number(rows[0]?.last ?? 0);
    },
  };
}
