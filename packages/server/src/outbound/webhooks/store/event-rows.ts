/** Turns a stored event into its body: the stored bytes, or a thin event after an erasure. */
import type { Environment, EventType, TerminalStatus } from '@brickwork/contract';
import { encodeId } from '../../../core/ids.ts';
import { type EventHead, type RecordedEvent, thinBody } from '../event.ts';

export interface EventRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  type: EventType;
  created_at: Date;
  body: string | null;
  status: TerminalStatus | null;
  error_code: string | null;
  duration_ms: number | null;
}

/** Of `events v`, left joined with `run_results r`. */
export const RUN_SUMMARY =
  'v.workspace_id, v.environment, v.id, v.type, v.created_at, v.body, r.status, r.error_code, r.duration_ms';

export function toRecordedEvent(row: EventRow): RecordedEvent {
  const head: EventHead = {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    eventId: encodeId('evt', row.id),
    type: row.type,
    createdAt: row.created_at,
  };
  if (row.body !== null) return { ...head, body: row.body };
  const summary = {
    runId: encodeId('run', row.id),
    status: row.status ?? 'cancelled',
    errorCode: row.error_code ?? undefined,
    durationMs: row.duration_ms ?? undefined,
  };
  return { ...head, body: thinBody(head, summary) };
}
