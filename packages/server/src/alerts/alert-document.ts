/** The public shape of an alert, in API responses and events. */
import type { RecordedEvent } from '../outbound/webhooks/event.ts';
import type { Alert, AlertFinding } from './alert.ts';
import { eventOfWatched, toWatchedDocument } from './watched.ts';

export function toAlertDocument(alert: Alert): Record<string, unknown> {
  return { ...toWatchedDocument(alert), found: alert.found && toFindingDocument(alert.found) };
}

export function toFindingDocument({ from, to, n, isEnough, figure, runsUrl }: AlertFinding): Record<string, unknown> {
  return { from: from.toISOString(), to: to.toISOString(), n, enough: isEnough, figure, runs_url: runsUrl };
}

export function eventOfAlert(alert: Alert, now: Date, more: { deleted?: true } = {}): RecordedEvent {
  return eventOfWatched(alert, { ...toAlertDocument(alert), ...more }, now);
}
