/** Nodes claim when they are notified, not whenever one of their jobs ends: a transaction that makes a job ready sends this notification. */
import { notify, tellNodes } from '../../database/notifications.ts';
import type { Queryable } from '../../database/queryable.ts';

/** Topic of the notification; the payload is the kind. */
export const JOBS_READY = 'jobs_ready';

export function readyMessage(kind: string): string {
  return `${JOBS_READY}:${kind}`;
}

export function tellReady(tx: Queryable, kind: string): Promise<void> {
  return notify(tx, readyMessage(kind));
}

/** The same inside a larger statement. */
export function tellReadySql(kind: string): string {
  return `SELECT ${tellNodes(`'${readyMessage(kind)}'`)}`;
}
