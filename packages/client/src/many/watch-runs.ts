/** The poller: follows many runs to their end, few requests at a time, and listens to webhooks where there are any. */
import { onAbort } from '../on-abort.ts';
import type { Pause } from '../pause.ts';
import type { Run } from '../run.ts';
import { isTerminal } from '../run.ts';
import type { Transport } from '../transport.ts';
import { getRun, pollDelayMs } from '../wait-for-run.ts';
import { createSlots } from './slots.ts';

/** With webhooks, polling only catches what was lost on the way. */
const RARELY_MS = 60_000;

export interface WatchOptions {
  transport: Transport;
  polls: number;
  signal: AbortSignal;
  hasIntake: boolean;
}

export interface RunWatcher {
  /** Resolves with the run once it has ended. */
  follow(runId: string, firstLookMs: number): Promise<Run>;
  /** A webhook reported that this run has ended: fetch it at once. */
  ended(runId: string): void;
}

export function createRunWatcher({ transport, polls, signal, hasIntake }: WatchOptions): RunWatcher {
  const slots = createSlots(polls);
  const sleepers = new Map<string, AbortController>();
  const early = new Set<string>();

  const look = async (runId: string): Promise<Run> => {
    await slots.take();
    try {
      return (await transport.send<Run>(getRun(runId), { signal })).body;
    } finally {
      slots.give();
    }
  };
  const sleep = async (runId: string, ms: number): Promise<void> => {
    if (early.delete(runId)) return;
    const wake = new AbortController();
    sleepers.set(runId, wake);
    await interruptible(transport.pause, ms, signal, wake);
    sleepers.delete(runId);
  };

  return {
    async follow(runId, firstLookMs) {
      await sleep(runId, hasIntake ? Math.max(firstLookMs, RARELY_MS) : firstLookMs);
      for (let looks = 1; ; looks += 1) {
        const run = await look(runId);
        if (isTerminal(run.status)) return run;
        await sleep(runId, hasIntake ? RARELY_MS : pollDelayMs(looks));
      }
    },
    ended(runId) {
      const sleeper = sleepers.get(runId);
      if (sleeper === undefined) early.add(runId);
      else sleeper.abort();
    },
  };
}

/** Ends quietly when woken, and with the reason when everything is to stop. */
async function interruptible(pause: Pause, ms: number, signal: AbortSignal, wake: AbortController): Promise<void> {
  const stop = onAbort(signal, () => wake.abort());
  try {
    await pause(ms, wake.signal);
  } catch (error) {
    if (!wake.signal.aborted) throw error;
  } finally {
    stop();
  }
  signal.throwIfAborted();
}
