/** What a feature of the service is: `compose.ts` puts them together and treats them all alike. */
import type { Logger } from '../core/logger.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Secrets } from '../core/secret-box.ts';
import type { Tracing } from '../core/tracing.ts';
import type { RegularWork } from '../core/watcher.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Route } from '../http/route.ts';
import type { Config } from './config.ts';

/** What every feature is given. Each declares its metrics itself. */
export interface Node {
  config: Config;
  database: Database;
  /** Encrypts secrets at rest. */
  secrets: Secrets;
  /** Of this node, outside of the database. */
  directory?: string | undefined;
  logger: Logger;
  metrics: Metrics;
  notifications: Notifications;
  tracing: Tracing;
}

export interface Feature {
  routes?: readonly Route[];
  /** Done by one node at a time, the leader. */
  maintenance?: readonly RegularWork[];
  start?(): Promise<void>;
  /** Takes no more work; what is in progress is finished or put back. */
  stop?(): Promise<void>;
}
