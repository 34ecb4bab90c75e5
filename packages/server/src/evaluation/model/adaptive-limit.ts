/** How many calls to a model may run at the same time: halved when the model reports overload, one more after a round without. */
export interface AdaptiveLimit {
  /** Waits for a free slot; the returned function releases it. */
  take(signal: AbortSignal): Promise<() => void>;
  /** The model reported overload. */
  shrink(): void;
  grow(): void;
  readonly limit: number;
}

export function createAdaptiveLimit(maximum: number): AdaptiveLimit {
  let limit = maximum;
  let busy = 0;
  const waiting: Array<() => void> = [];
  const pump = () => {
    while (busy < Math.floor(limit) && waiting.length > 0) {
      busy += 1;
      waiting.shift()?.();
    }
  };
  const give = () => {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      busy -= 1;
      pump();
    };
  };
  return {
    get limit() {
      return Math.floor(limit);
    },
    async take(signal) {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(enter);
        pump();
      });
      return give();
    },
    shrink() {
      limit = Math.max(1, limit / 2);
    },
    grow() {
      limit = Math.min(maximum, limit + 1 / Math.max(1, limit));
      pump();
    },
  };
}
