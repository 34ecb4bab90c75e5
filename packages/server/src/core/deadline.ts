/**
 * A time limit that can be taken back, joined with a signal from outside. `AbortSignal.timeout` cannot: with somebody listening it
 * stays in memory until its time is over, which at a deadline of minutes was two kilobytes for every run that had long ended.
 */
export interface Deadline {
  /** Aborts when the time is over, or with the reason of the outer signal. */
  readonly signal: AbortSignal;
  /** It was the time. */
  readonly isOver: boolean;
  /** The work is done: nothing is held any longer. */
  end(): void;
}

export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = !controller.signal.aborted;
    controller.abort(new DOMException('The time was over.', 'TimeoutError'));
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
