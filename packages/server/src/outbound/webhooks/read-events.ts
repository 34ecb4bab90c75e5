/** Reading events in order and without gaps: for reconciliation, or to receive events without a public address. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import type { Scope } from '../../core/scope.ts';
import type { EventLog } from './store/event-log.ts';

/** A page of large events ends early at this size. */
const PAGE_BYTES = 4 * 1024 * 1024;

export interface EventPage {
  /** Bodies, oldest first. */
  bodies: string[];
  /** Always present: where to continue, even if there are no events yet. */
  nextCursor: string;
  hasMore: boolean;
}

export async function readEvents(
  { events }: { events: EventLog },
  scope: Scope,
  after: string | undefined,
  limit: number,
): Promise<EventPage> {
  if (after === 'latest')
    return { bodies: [], nextCursor: writeCursor(positionText(await events.lastPosition(scope))), hasMore: false };
  const position = after === undefined ? 0 : readCursor(after, parsePosition);
  const last = await events.lastPosition(scope);
  const page = await events.after(scope, position, limit, PAGE_BYTES);
  // An empty page before the last position: retention has deleted those events, and no others can appear there.
  const reached = page.at(-1)?.position ?? Math.max(position, last);
  return {
    bodies: page.map(({ body }) => body),
    nextCursor: writeCursor(positionText(reached)),
    hasMore: reached < last,
  };
}

export async function readEvent({ events }: { events: EventLog }, scope: Scope, eventId: string): Promise<string> {
  const body = await events.find(scope, eventId);
  if (body === undefined) throw new ServiceError('not_found', { detail: 'There is no such event.' });
  return body;
}

function positionText(position: number): string {
  return `e${position}`;
}

function parsePosition(text: string): number | undefined {
  const [, position] = /^e(\d{1,15})$/.exec(text) ?? [];
  return position === undefined ? undefined : Number(position);
}
