/** Endpoints, deliveries and events in PostgreSQL; every method of the four stores is one transaction. */

import type { Database } from '../../../database/database.ts';
import type { RecordEvents } from '../event.ts';
import type { TellFailing } from '../failing.ts';
import { createDeliveryStore, type DeliveryStore } from './attempts.ts';
import { createDeliveryLog, type DeliveryLog } from './delivery-log.ts';
import { createEndpointStore, type EndpointStore } from './endpoints.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import type { DeliveryLanes } from './record-events.ts';

export interface WebhookStores {
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  log: DeliveryLog;
  events: EventLog;
}

export interface WebhookStoreOptions {
  database: Database;
  lanes: DeliveryLanes;
  record: RecordEvents;
  /** Larger events are built without the run's output. */
  maxEventBytes: number;
  tellFailing: TellFailing;
  /** Called when this node has made deliveries ready. */
  onReady(): void;
}

export function createWebhookStores({
  database,
  lanes,
  record,
  maxEventBytes,
  tellFailing,
  onReady,
}: WebhookStoreOptions): WebhookStores {
  return {
    endpoints: createEndpointStore(database, lanes),
    deliveries: createDeliveryStore(database, lanes.capacity, { onReady, tellFailing }),
    log: createDeliveryLog(database, lanes, record),
    events: createEventLog(database, maxEventBytes),
  };
}
