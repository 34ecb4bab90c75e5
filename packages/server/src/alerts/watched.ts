/**
 * The shared parts of alerts and canaries: a rule about a kit that is checked regularly, its state, the result of the last check, and the
 * event about a change. Wire names stay inside the rule, which is stored as sent.
 */
import type { AlertState } from '@brickwork/contract';
import { encodeId, newUuid } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { alertEvent, type RecordedEvent } from '../outbound/webhooks/event.ts';
import type { WatchChange } from './store/watch-changes.ts';

export interface Watched<Rule, Finding> extends Scope {
  name: string;
  kitId: string;
  kitCode: string;
  rule: Rule;
  revision: number;
  state: AlertState;
  since: Date;
  checkedAt: Date | undefined;
  found: Finding | undefined;
  problem: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** What API responses and events contain, except the result. */
export function toWatchedDocument(watched: Watched<unknown, unknown>): Record<string, unknown> {
  return {
    name: watched.name,
    kit_id: watched.kitId,
    kit_code: watched.kitCode,
    rule: watched.rule,
    state: watched.state,
    since: watched.since.toISOString(),
    checked_at: watched.checkedAt?.toISOString(),
    problem: watched.problem,
    created_at: watched.createdAt.toISOString(),
    updated_at: watched.updatedAt.toISOString(),
  };
}

export function toChangeDocument({ eventId, at, state, found }: WatchChange): Record<string, unknown> {
  return { event_id: eventId, at: at.toISOString(), state, found };
}

/** Records the new state. */
export function eventOfWatched(
  { workspaceId, environment, state }: Watched<unknown, unknown>,
  document: Record<string, unknown>,
  now: Date,
): RecordedEvent {
  const head = { workspaceId, environment, eventId: encodeId('evt', newUuid(now)), createdAt: now };
  return alertEvent(head, state === 'raised' ? 'alert.raised' : 'alert.resolved', document);
}
