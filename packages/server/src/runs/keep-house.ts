/**
 * What has to be done now and then, by one node at a time, in small steps: expired idempotency keys, retention, the lanes' counts.
 */
import type { Logger } from '../core/logger.ts';

export interface HouseStore {
  /** Does `work` unless another node is at it; the claim ends with it. */
  asOnlyOne(work: () => Promise<void>): Promise<void>;
  /** Deletes a few expired keys; says how many. */
  dropExpiredKeys(limit: number): Promise<number>;
  /** Purges what a workspace no longer wants kept, a few runs at a time; says how many were touched. */
  purge(limit: number): Promise<number>;
}

export interface KeepHouse {
  store: HouseStore;
  reconcileLanes(): Promise<void>;
  logger: Logger;
  everyMs: number;
}

const STEP = 500;
/** In one round; the rest waits for the next. */
const STEPS = 200;

export function createHousekeeper({ store, reconcileLanes, logger, everyMs }: KeepHouse): {
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
      const purged = await untilDone(store.purge);
      if (keys + purged > 0) logger.info({ keys, purged }, 'kept house');
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
