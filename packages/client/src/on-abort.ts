/**
 * Calls back when a signal aborts. A signal gets one listener of ours, however many requests wait for it: Node warns of a leak from eleven
 * listeners on.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Returns a function that stops listening. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = waiting.get(signal) ?? listenTo(signal);
  // A function of its own, so that the same callback may wait twice.
  const call = () => callback();
  callbacks.add(call);
  return () => void callbacks.delete(call);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  signal.addEventListener(
    'abort',
    () => {
      waiting.delete(signal);
      for (const callback of [...callbacks]) callback();
    },
    { once: true },
  );
  return callbacks;
}
