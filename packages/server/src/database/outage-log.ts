/** Logs once that a database server is unavailable, with its address and the reason, and once that it is available again, with what failed meanwhile. */
import type { Logger } from '../core/logger.ts';
import { isServerAway, whyAway } from './database-away.ts';

export interface OutageLog {
  onFault(error: Error): void;
  onAnswer(): void;
}

export function createOutageLog(server: string, logger: Logger, now: () => number = Date.now): OutageLog {
  let outage: { since: number; failed: number } | undefined;
  return {
    onFault(error) {
      if (!isServerAway(error)) return;
      if (outage === undefined) logger.warn({ server, reason: whyAway(error) }, 'the database is unavailable');
      outage ??= { since: now(), failed: 0 };
      outage.failed += 1;
    },
    onAnswer() {
      if (outage === undefined) return;
      const seconds = Math.round((now() - outage.since) / 1_000);
      logger.info({ server, seconds, failed: outage.failed }, 'the database is available again');
      outage = undefined;
    },
  };
}
