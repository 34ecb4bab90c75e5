/**
 * Events and their bodies. A body is built once, in the transaction that ends the run, and never changes. Erasure deletes it;
 * a thin event without contents is then sent instead.
 */
import type { Environment, EventType, TerminalStatus } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import type { FullRun } from '../../runs/run.ts';
import { toRunDocument } from '../../runs/run-document.ts';

export interface EventHead {
  workspaceId: string;
  environment: Environment;
  eventId: string;
  type: EventType;
  createdAt: Date;
}

export interface RecordedEvent extends EventHead {
  body: string;
  /** Sent only if the endpoint wants the events of sandbox runs. */
  isSandbox?: boolean;
  /** For an event about a run. */
  about?: { runId: string; kitId: string };
  /** Only in the log of events, never pushed. */
  isQuiet?: boolean;
}

/** Records events in a transaction; returns whether a delivery became ready. */
export type RecordEvents = (tx: Queryable, events: readonly RecordedEvent[]) => Promise<boolean>;

export interface RunSummary {
  runId: string;
  status: TerminalStatus;
  errorCode: string | undefined;
  durationMs: number | undefined;
}

/**
 * A run has one terminal event; it has the run's own id under another prefix, and carries the run as GET /v1/runs/:runId shows
 * it. An event of more than `maxBytes` is thin: it carries no output.
 */
export function eventOfRun(uuid: string, run: FullRun & { status: TerminalStatus }, maxBytes: number): RecordedEvent {
  const { status } = run;
  const head: EventHead = {
    workspaceId: run.workspaceId,
    environment: run.environment,
    eventId: encodeId('evt', uuid),
    type: `run.${status}`,
    createdAt: run.completedAt ?? run.createdAt,
  };
  const body = envelope(head, false, toRunDocument(run));
  const more = { isSandbox: run.type === 'sandbox', about: { runId: run.runId, kitId: run.kitId } };
  if (Buffer.byteLength(body) <= maxBytes) return { ...head, body, ...more };
  const summary = { runId: run.runId, status, errorCode: run.error?.code, durationMs: run.durationMs };
  return { ...head, body: thinBody(head, summary), ...more };
}

/** For a run that was loaded with its answers: it did not happen now, and millions may be loaded at once. Readers of the log get its body from the run. */
export function quietEventOfRun(uuid: string, run: FullRun & { status: TerminalStatus }): RecordedEvent {
  return {
    workspaceId: run.workspaceId,
    environment: run.environment,
    eventId: encodeId('evt', uuid),
    type: `run.${run.status}`,
    createdAt: run.completedAt ?? run.createdAt,
    body: '',
    isQuiet: true,
  };
}

export function thinBody(head: EventHead, { runId, status, errorCode, durationMs }: RunSummary): string {
  return envelope(head, true, { run_id: runId, status, error_code: errorCode, duration_ms: durationMs });
}

/** Somebody corrected answers of a run. If the event is too large, it has no values and notes. */
export function reviewedEvent(
  head: Omit<EventHead, 'type'> & Pick<RecordedEvent, 'about' | 'isSandbox'>,
  data: { full: Record<string, unknown>; thin: Record<string, unknown> },
  maxBytes: number,
): RecordedEvent {
  const event = { ...head, type: 'run.reviewed' as const };
  const body = envelope(event, false, data.full);
  return { ...event, body: Buffer.byteLength(body) <= maxBytes ? body : envelope(event, true, data.thin) };
}

/** Ids only: texts about a call are stored only where erasing the run finds them. */
export function appealedEvent(head: Omit<EventHead, 'type'>, data: Record<string, unknown>): RecordedEvent {
  const event: EventHead = { ...head, type: 'run.appealed' };
  return { ...event, body: envelope(event, false, data) };
}

/** The data is the alert's new state. */
export function alertEvent(
  head: Omit<EventHead, 'type'>,
  type: 'alert.raised' | 'alert.resolved',
  data: Record<string, unknown>,
): RecordedEvent {
  const event: EventHead = { ...head, type };
  return { ...event, body: envelope(event, false, data) };
}

/** The data is the current spend cap. */
export function spendEvent(
  head: Omit<EventHead, 'type'>,
  type: 'spend.warning' | 'spend.reached',
  data: Record<string, unknown>,
): RecordedEvent {
  const event: EventHead = { ...head, type };
  return { ...event, body: envelope(event, false, data) };
}

export function testEvent(head: Omit<EventHead, 'type'>, endpointId: string): RecordedEvent {
  const event: EventHead = { ...head, type: 'webhook.test' };
  return { ...event, body: envelope(event, false, { webhook_id: endpointId, message: 'It works.' }) };
}

function envelope(head: EventHead, thin: boolean, data: Record<string, unknown>): string {
  return JSON.stringify({
    id: head.eventId,
    type: head.type,
    created_at: head.createdAt.toISOString(),
    api_version: 'v1',
    environment: head.environment,
    workspace_id: head.workspaceId,
    thin,
    data,
  });
}
