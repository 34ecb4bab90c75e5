/** Closed for all creators when one gets a 429: the others would run into the same limit one by one. */
import type { Pause } from '../pause.ts';

export interface RateGate {
  shut(ms: number): void;
  pass(): Promise<void>;
}

export function createRateGate(pause: Pause, signal: AbortSignal): RateGate {
  let opening: Promise<unknown> = Promise.resolve();
  return {
    shut(ms) {
      // Ended early only by the signal, which `pass` looks at itself.
      opening = Promise.all([opening, pause(ms, signal).catch(() => undefined)]);
    },
    async pass() {
      for (let seen: unknown; seen !== opening; ) {
        seen = opening;
        await seen;
      }
      signal.throwIfAborted();
    },
  };
}
