/**
 * Housekeeping: expired idempotency keys, retention, and the lanes' counts. Done regularly, by one node at a time, in small steps.
 */
import type { Logger } from '../core/logger.ts';

export interface HousekeepingStore {
  /** Does `work` unless another node is doing it. */
  asOnlyOne(work: () => Promise<void>): Promise<void>;
  /** Deletes up to `limit` expired keys; returns how many. */
  dropExpiredKeys(limit: number): Promise<number>;
  /** Deletes up to `limit` lines of intakes' logs that are too old; returns how many. */
  dropOldDeliveries(limit: number): Promise<number>;
  /** Purges up to `limit` runs whose retention period is over; returns how many. */
  purge(limit: number): Promise<number>;
}

export interface Housekeeping {
  store: HousekeepingStore;
  reconcileLanes(): Promise<void>;
  logger: Logger;
  everyMs: number;
}

const STEP = 500;
/** Per round; the rest waits for the next one. */
const STEPS = 200;

export function createHousekeeper({ store, reconcileLanes, logger, everyMs }: Housekeeping): {
  start(): void;
  stop(): Promise<void>;
  round(): Promise<void>;
} {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let stopped = false;

  const untilDone = async (step: (limit: number) => Promise<number>): Promise<number> => {
    let total = 0;
    for (let count = 0; count < STEPS && !stopped; count += 1) {
      const done = await step(STEP);
      total += done;
      if (done < STEP) break;
    }
    return total;
  };
  const round = async (): Promise<void> => {
    await store.asOnlyOne(async () => {
      await reconcileLanes();
      const keys = await untilDone(store.dropExpiredKeys);
      const deliveries = await untilDone(store.dropOldDeliveries);
      const purged = await untilDone(store.purge);
      if (keys + deliveries + purged > 0) logger.info({ keys, deliveries, purged }, 'housekeeping done');
    });
  };
  return {
    start() {
      timer = setInterval(() => {
        current = round().catch((error: Error) =>
          logger.warn({ reason: error.message }, 'housekeeping failed; the next round tries again'),
        );
      }, everyMs);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
    round,
  };
}
