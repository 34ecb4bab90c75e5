/** The tables of outgoing deliveries: each kind has its own table, with these shared columns. */
import type { IdPrefix } from '../../../core/ids.ts';
import { DELIVERY_KIND, MESSAGE_KIND, WRITE_KIND } from '../../../queue/job-kinds.ts';

export interface Outbox {
  /** The kind of its jobs; a job has the delivery's id. */
  kind: string;
  table: string;
  id: 'id' | 'event_id';
  /** Of public ids. */
  prefix: IdPrefix;
  /** Older entries of the log are deleted; without it, they are deleted with their events. */
  keptDays?: number;
}

export const WEBHOOKS: Outbox = { kind: DELIVERY_KIND, table: 'webhook_deliveries', id: 'event_id', prefix: 'dlv' };
export const WRITES: Outbox = {
  kind: WRITE_KIND,
  table: 'destination_deliveries',
  id: 'id',
  prefix: 'dsd',
  keptDays: 30,
};
export const MESSAGES: Outbox = {
  kind: MESSAGE_KIND,
  table: 'channel_deliveries',
  id: 'id',
  prefix: 'cdl',
  keptDays: 30,
};
