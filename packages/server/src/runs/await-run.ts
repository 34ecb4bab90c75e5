/**
 * Waits for a run to end, on whichever node it runs. A waiter registers first and reads the run second, so it cannot miss an end in
 * between; after missed notifications every waiter reads its run again.
 */
import type { Scope } from '../core/scope.ts';
import type { FullRun } from './run.ts';
import { isTerminal } from './run.ts';
import type { RunStore } from './store/run-store.ts';

export interface RunWaiters {
  /** These runs have ended. */
  ended(runIds: readonly string[]): void;
  /** Notifications may have been missed: every waiter reads its run again. */
  lookAgain(): void;
  /** Ends every wait, because the node is stopping. */
  stop(): void;
  /** The run, once it has ended, the time is up, or the caller has disconnected. */
  await(scope: Scope, runId: string, timeoutMs: number, signal: AbortSignal): Promise<FullRun | undefined>;
}

export function createRunWaiters(store: Pick<RunStore, 'find'>): RunWaiters {
  const waiting = new Map<string, Set<() => void>>();
  let stopped = false;

  const register = (runId: string, wake: () => void): (() => void) => {
    const others = waiting.get(runId) ?? new Set();
    waiting.set(runId, others.add(wake));
    return () => {
      others.delete(wake);
      if (others.size === 0 && waiting.get(runId) === others) waiting.delete(runId);
    };
  };
  const wakeAll = (): void => {
    for (const wakes of waiting.values()) for (const wake of wakes) wake();
  };

  return {
    ended(runIds) {
      for (const runId of runIds) for (const wake of waiting.get(runId) ?? []) wake();
    },
    lookAgain: wakeAll,
    stop() {
      stopped = true;
      wakeAll();
    },
    async await(scope, runId, timeoutMs, signal) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const unregister = register(runId, resolve);
        const timer = setTimeout(resolve, Math.max(0, deadline - Date.now()));
        signal.addEventListener('abort', () => resolve(), { once: true });
        try {
          const run = await store.find(scope, runId);
          if (run === undefined || isTerminal(run.status) || stopped || signal.aborted || Date.now() >= deadline)
            return run;
          await promise;
        } finally {
          clearTimeout(timer);
          unregister();
        }
      }
    },
  };
}
