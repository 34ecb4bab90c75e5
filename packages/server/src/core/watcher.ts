/** Does some work again and again. A round that takes longer than the interval is not doubled; one that fails is tried again. */
import type { Logger } from './logger.ts';

export interface RegularWork {
  /** What is done, for the log. */
  what: string;
  everyMs: number;
  /** Ends soon after a stop request; the rest is done in the next round. */
  round(isStopped: () => boolean): Promise<void>;
}

export interface Watcher {
  start(): void;
  /** Ends after the step in progress. */
  stop(): Promise<void>;
}

export function createWatcher({ what, everyMs, round }: RegularWork, logger: Logger): Watcher {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isBusy = false;
  let isFailing = false;
  let stopped = false;

  const once = async (): Promise<void> => {
    isBusy = true;
    try {
      await round(() => stopped);
      isFailing = false;
    } catch (error) {
      // Once, not every round, while the database is unavailable.
      if (!isFailing) logger.warn({ what, reason: (error as Error).message }, 'failed; the next round tries again');
      isFailing = true;
    } finally {
      isBusy = false;
    }
  };
  return {
    start() {
      timer = setInterval(() => {
        if (!isBusy) current = once();
      }, everyMs);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
