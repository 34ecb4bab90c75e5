/** The events of a scope in order. Positions are dense and commit in order (see record-events.ts), so a reader misses nothing. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database } from '../../../database/database.ts';
import type { FullRun } from '../../../runs/run.ts';
import { isTerminal } from '../../../runs/run.ts';
import { findRuns } from '../../../runs/store/find-runs.ts';
import { eventOfRun } from '../event.ts';
import { type EventRow, RUN_SUMMARY, toRecordedEvent } from './event-rows.ts';

export interface PositionedEvent {
  position: number;
  body: string;
}

export function createEventLog(database: Database, maxEventBytes: number) {
  return {
    /** In order, after a position; a page ends early rather than exceed `maxBytes`. */
    async after(scope: Scope, position: number, limit: number, maxBytes: number): Promise<PositionedEvent[]> {
      const { rows } = await database.reads.query<EventRow & { position: string }>(
        `SELECT v.position, ${RUN_SUMMARY} FROM (
           SELECT e.*, sum(e.bytes) OVER (ORDER BY e.position) - e.bytes AS bytes_before FROM (
             SELECT t.*, coalesce(octet_length(t.body), octet_length(o.output), 0) AS bytes FROM events t
               LEFT JOIN run_results o ON o.workspace_id = t.workspace_id AND o.environment = t.environment AND o.run_id = t.id
             WHERE t.workspace_id = $1 AND t.environment = $2 AND t.position > $3 ORDER BY t.position LIMIT ${limit}) e) v
         LEFT JOIN run_results r ON r.workspace_id = v.workspace_id AND r.environment = v.environment AND r.run_id = v.id
         WHERE v.bytes_before < $4 ORDER BY v.position`,
        [...keyOf(scope), position, maxBytes],
      );
      const bare = rows.filter(({ body }) => body === null).map(({ id }) => id);
      const runs = new Map(
        (await findRuns(database.reads, scope, bare)).map((run) => [decodeId('run', run.runId), run]),
      );
      return rows.map((row) => ({
        position: Number(row.position),
        body: bodyOf(row, runs.get(row.id), maxEventBytes),
      }));
    },
    /** The body of one event. */
    async find(scope: Scope, eventId: string): Promise<string | undefined> {
      const uuid = decodeId('evt', eventId);
      if (uuid === undefined) return undefined;
      const { rows } = await database.lookUps.query<EventRow>(
        `SELECT ${RUN_SUMMARY} FROM events v
         LEFT JOIN run_results r ON r.workspace_id = v.workspace_id AND r.environment = v.environment AND r.run_id = v.id
         WHERE v.workspace_id = $1 AND v.environment = $2 AND v.id = $3`,
        [...keyOf(scope), uuid],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const [run] = row.body === null ? await findRuns(database.reads, scope, [row.id]) : [];
      return bodyOf(row, run, maxEventBytes);
    },
    async lastPosition(scope: Scope): Promise<number> {
      const { rows } = await database.reads.query<{ last: string }>(
        'SELECT last FROM event_counters WHERE workspace_id = $1 AND environment = $2',
        keyOf(scope),
      );
      return Number(rows[0]?.last ?? 0);
    },
  };
}

export type EventLog = ReturnType<typeof createEventLog>;

/** The stored bytes; if none were stored, the same bytes built again; after an erasure, a thin event. */
function bodyOf(row: EventRow, run: FullRun | undefined, maxEventBytes: number): string {
  if (row.body !== null) return row.body;
  if (run === undefined || !isTerminal(run.status)) {
    // The run was read from a standby that does not have its end yet: the primary became unavailable between the two statements.
    if (row.status !== null) throw new ServiceError('unavailable', { detail: BEHIND });
  } else if (!isErased(run)) return eventOfRun(row.id, { ...run, status: run.status }, maxEventBytes).body;
  return toRecordedEvent(row).body;
}

const BEHIND = 'The primary database is unavailable, and its standby is a moment behind. Retry in a moment.';

function isErased({ erasedAt, status, output }: FullRun): boolean {
  return erasedAt !== undefined || (status === 'succeeded' && output === undefined);
}
