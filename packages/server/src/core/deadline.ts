/**
 * A time limit that can be ended early, combined with an outer signal. `AbortSignal.timeout` cannot be ended: with a listener it
 * stays in memory until it fires, which at a deadline of minutes cost two kilobytes for every finished run.
 */
export interface Deadline {
  /** Aborts when the time is over, or with the reason of the outer signal. */
  readonly signal: AbortSignal;
  /** True when the time limit, not the outer signal, aborted it. */
  readonly isOver: boolean;
  /** The work is done: clears the timer and the listener. */
  end(): void;
}

export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = !controller.signal.aborted;
    controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
  }, ms).unref();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
