/** Reading events in order, without a gap: for those who reconcile, and for those without a public address. */
import { readCursor, writeCursor } from '../core/cursor.ts';
import type { Scope } from '../runs/run-store.ts';
import type { EventLog } from './webhook-store.ts';

/** A page of large events is cut short here. */
const PAGE_BYTES = 4 * 1024 * 1024;

export interface EventPage {
  /** Bodies, oldest first. */
  bodies: string[];
  /** Always there: where to go on, even when nothing has happened yet. */
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
  // An empty page below the last position: retention took what was there, and nothing else can appear in between.
  const reached = page.at(-1)?.position ?? Math.max(position, last);
  return {
    bodies: page.map(({ body }) => body),
    nextCursor: writeCursor(positionText(reached)),
    hasMore: reached < last,
  };
}

function positionText(position: number): string {
  return `e${position}`;
}

function parsePosition(text: string): number | undefined {
  const [, position] = /^e(\d{1,15})$/.exec(text) ?? [];
  return position === undefined ? undefined : Number(position);
}
