/** Looks regularly for what is due; one node at a time does it, whichever nodes come and go. */
import type { Logger } from './logger.ts';

export interface Watcher {
  start(): void;
  /** Ends after the step in progress. */
  stop(): Promise<void>;
}

export interface WatcherOptions {
  /** What is done, for the log. */
  what: string;
  /** Does `work` unless another node is doing it. */
  asOnlyOne(work: () => Promise<void>): Promise<void>;
  /** Each ends soon after it is told to stop; what is left is done in the next round. */
  checks: readonly ((isStopped: () => boolean) => Promise<void>)[];
  logger: Logger;
  everyMs: number;
}

/** A round ends after this long, and the next one goes on: a lock that is held by an idle connection is lost after a minute. */
const ROUND_MS = 20_000;

export function createWatcher({ what, asOnlyOne, checks, logger, everyMs }: WatcherOptions): Watcher {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isBusy = false;
  let isFailing = false;
  let stopped = false;

  const round = async (): Promise<void> => {
    isBusy = true;
    const until = performance.now() + ROUND_MS;
    try {
      await asOnlyOne(async () => {
        for (const check of checks) await check(() => stopped || performance.now() > until);
      });
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
