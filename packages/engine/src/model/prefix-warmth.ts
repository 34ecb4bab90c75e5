/**
 * Whether a provider has recently seen a prefix. Calls with a new prefix wait for the first of them, so that only one pays the full
 * price for it. They wait once and only briefly, so a first call that fails or hangs does not block the others.
 */
export interface PrefixWarmth {
  /** Resolves when the call may be sent; call the returned function when it is over, with whether it was answered. */
  enter(prefix: string, signal: AbortSignal): Promise<(isAnswered: boolean) => void>;
}

/** Providers keep a prefix for about this long after its last use. */
const WARM_MS = 4 * 60_000;
const LONGEST_WAIT_MS = 10_000;
const FORGET_BEYOND = 1_000;

export function createPrefixWarmth(now: () => number): PrefixWarmth {
  const warmUntil = new Map<string, number>();
  const warming = new Map<string, Promise<void>>();

  const answered = (prefix: string): void => {
    warmUntil.delete(prefix);
    warmUntil.set(prefix, now() + WARM_MS);
    const [oldest] = warmUntil.keys();
    if (warmUntil.size > FORGET_BEYOND && oldest !== undefined) warmUntil.delete(oldest);
  };

  return {
    async enter(prefix, signal) {
      const over = (isAnswered: boolean) => {
        if (isAnswered) answered(prefix);
      };
      if ((warmUntil.get(prefix) ?? Number.NEGATIVE_INFINITY) > now()) return over;
      const first = warming.get(prefix);
      if (first !== undefined) {
        await waitFor(first, signal);
        return over;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      warming.set(prefix, promise);
      return (isAnswered) => {
        over(isAnswered);
        if (warming.get(prefix) === promise) warming.delete(prefix);
        resolve();
      };
    },
  };
}

async function waitFor(first: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_WAIT_MS);
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([first, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
