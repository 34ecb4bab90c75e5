/** The public shape of an alert: what the API answers and what its events carry. */
import type { AlertState } from '@brickwork/contract';
import { encodeId, newUuid } from '../core/ids.ts';
import { alertEvent, type RecordedEvent } from '../webhooks/event.ts';
import type { Alert, AlertFinding } from './alert.ts';
import type { AlertChange } from './store/alert-changes.ts';

export function toAlertDocument(alert: Alert): Record<string, unknown> {
  return {
    name: alert.name,
    kit_id: alert.kitId,
    kit_code: alert.kitCode,
    rule: alert.rule,
    state: alert.state,
    since: alert.since.toISOString(),
    checked_at: alert.checkedAt?.toISOString(),
    found: alert.found && toFindingDocument(alert.found),
    problem: alert.problem,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  };
}

export function toFindingDocument({ from, to, n, isEnough, figure, runsUrl }: AlertFinding): Record<string, unknown> {
  return { from: from.toISOString(), to: to.toISOString(), n, enough: isEnough, figure, runs_url: runsUrl };
}

export function toChangeDocument({ eventId, at, state, found }: AlertChange): Record<string, unknown> {
  return { event_id: eventId, at: at.toISOString(), state, found };
}

/** Tells of the state that the alert has now. */
export function eventOfAlert(
  alert: Alert & { state: AlertState },
  now: Date,
  more: { deleted?: true } = {},
): RecordedEvent {
  const { workspaceId, environment, state } = alert;
  const head = { workspaceId, environment, eventId: encodeId('evt', newUuid(now)), createdAt: now };
  return alertEvent(head, state === 'raised' ? 'alert.raised' : 'alert.resolved', {
    ...toAlertDocument(alert),
    ...more,
  });
}
