/** Looks regularly for what is due; one node at a time does it, whichever nodes come and go. */
import type { Logger } from '../core/logger.ts';

export interface Watcher {
  start(): void;
  /** Ends after the check in progress. */
  stop(): Promise<void>;
}

export interface WatcherOptions {
  /** Does `work` unless another node is doing it. */
  asOnlyOne(work: () => Promise<void>): Promise<void>;
  checks: readonly ((isStopped: () => boolean) => Promise<void>)[];
  logger: Logger;
  everyMs: number;
}

export function createWatcher({ asOnlyOne, checks, logger, everyMs }: WatcherOptions): Watcher {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isBusy = false;
  let stopped = false;

  const round = async (): Promise<void> => {
    isBusy = true;
    try {
      await asOnlyOne(async () => {
        for (const check of checks) await check(() => stopped);
      });
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'alerts could not be checked; the next round tries again');
    } finally {
      isBusy = false;
    }
  };
  return {
    start() {
      timer = setInterval(() => {
        if (!isBusy) current = round();
      }, everyMs);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
