/** Housekeeping: expired idempotency keys, partitions of inputs, and retention. Done regularly by the leader, in small steps. */
import type { Logger } from '../core/logger.ts';
import type { HousekeepingStore } from './store/housekeeping-store.ts';

export interface Housekeeping {
  store: HousekeepingStore;
  logger: Logger;
}

const STEP = 500;
/** Per round; the rest waits for the next one. */
const STEPS = 200;

export async function doHousekeeping({ store, logger }: Housekeeping, isStopped: () => boolean): Promise<void> {
  const untilDone = async (step: (limit: number) => Promise<number>): Promise<number> => {
    let total = 0;
    for (let count = 0; count < STEPS && !isStopped(); count += 1) {
      const done = await step(STEP);
      total += done;
      if (done < STEP) break;
    }
    return total;
  };
  const keys = await untilDone(store.dropExpiredKeys);
  const { dropped } = await store.keepPartitions();
  const purged = await untilDone(store.purge);
  await untilDone(store.addEnded);
  if (keys + purged + dropped.length > 0) logger.info({ keys, purged, dropped }, 'housekeeping done');
}
