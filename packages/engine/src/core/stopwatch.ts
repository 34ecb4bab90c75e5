/** Milliseconds that count against a limit, without time spent waiting for shared resources. */
export interface Stopwatch {
  usedMs(): number;
  readonly isRunning: boolean;
  /** Paused while it waits; with several waits at once, until the last of them is over. */
  pausing: Pausing;
}

export type Pausing = <Result>(waiting: Promise<Result>) => Promise<Result>;

export function startStopwatch(now: () => number): Stopwatch {
  let counted = 0;
  let since = now();
  let waits = 0;
  return {
    usedMs: () => counted + (waits === 0 ? now() - since : 0),
    get isRunning() {
      return waits === 0;
    },
    async pausing(waiting) {
      if (waits === 0) counted += now() - since;
      waits += 1;
      try {
        return await waiting;
      } finally {
        waits -= 1;
        if (waits === 0) since = now();
      }
    },
  };
}
