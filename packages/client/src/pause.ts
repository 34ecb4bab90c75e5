import { onAbort } from './on-abort.ts';

/** Waits, and ends early with the signal's reason. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Timers hold at most 2^31-1 ms; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647;

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(
      () => {
        stop?.();
        resolve();
      },
      Math.min(ms, LONGEST_MS),
    );
    const stop =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
  });
