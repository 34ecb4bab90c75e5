import { type Pausing, startStopwatch } from './stopwatch.ts';

/**
 * A time limit that can be ended early, combined with an outer signal. `AbortSignal.timeout` cannot be ended: with a listener it
 * stays in memory until it fires, which at a deadline of minutes cost two kilobytes for every finished run.
 */
export interface Deadline {
  /** Aborts when the time is over, or with the reason of the outer signal. */
  readonly signal: AbortSignal;
  /** True when the time limit, not the outer signal, aborted it. */
  readonly isOver: boolean;
  /** Waiting time does not count. */
  pausing: Pausing;
  /** The work is done: clears the timer and the listener. */
  end(): void;
}

export interface DeadlineOptions {
  /**
   * A measure used instead of the clock, such as CPU time: the milliseconds used so far, never more than the clock's. Undefined: not known,
   * so the clock is used.
   */
  usedMs?: () => Promise<number | undefined>;
  /** By the clock, if another measure is used. */
  longestMs?: number;
}

/** Interval between two measurements. */
const SHORTEST_LOOK_MS = 20;

export function startDeadline(
  ms: number,
  outer?: AbortSignal,
  { usedMs, longestMs = ms }: DeadlineOptions = {},
): Deadline {
  const controller = new AbortController();
  let isOver = false;
  let isEnded = false;
  let nextLook: NodeJS.Timeout | undefined;
  const stop = () => {
    isOver ||= !controller.signal.aborted;
    controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
  };
  const look = async () => {
    const used = await usedMs?.().catch(() => undefined);
    if (isEnded) return;
    const left = ms - (used ?? ms);
    if (left <= 0) stop();
    else lookAfter(Math.max(left, SHORTEST_LOOK_MS));
  };
  const lookAfter = (delayMs: number) => {
    nextLook = setTimeout(() => void look(), delayMs).unref();
  };
  if (usedMs !== undefined) lookAfter(ms);
  // In its own thread, because a sleeping thread does not report its usage.
  const watch = startStopwatch(() => performance.now());
  let latest = setTimeout(stop, longestMs).unref();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    async pausing(waiting) {
      clearTimeout(latest);
      try {
        return await watch.pausing(waiting);
      } finally {
        if (watch.isRunning && !isEnded) latest = setTimeout(stop, Math.max(0, longestMs - watch.usedMs())).unref();
      }
    },
    end() {
      isEnded = true;
      clearTimeout(nextLook);
      clearTimeout(latest);
      outer?.removeEventListener('abort', follow);
    },
  };
}
