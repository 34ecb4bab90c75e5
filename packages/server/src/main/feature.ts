/** A feature of the service: `compose.ts` combines them and treats all of them alike. */
import type { Logger } from '../core/logger.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Secrets } from '../core/secret-box.ts';
import type { Tracing } from '../core/tracing.ts';
import type { RegularWork } from '../core/watcher.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Route } from '../http/route.ts';
import type { Config } from './config.ts';

/** What every feature gets. Each declares its metrics itself. */
export interface Node {
  config: Config;
  database: Database;
  /** Encrypts secrets at rest. */
  secrets: Secrets;
  /** This node's own storage, outside the database. */
  directory?: string | undefined;
  logger: Logger;
  metrics: Metrics;
  notifications: Notifications;
  tracing: Tracing;
}

export interface Feature {
  routes?: readonly Route[];
  /** Work done by one node at a time, the leader. */
  maintenance?: readonly RegularWork[];
  start?(): Promise<void>;
  /** Takes no more work; work in progress is finished or put back. */
  stop?(): Promise<void>;
}
