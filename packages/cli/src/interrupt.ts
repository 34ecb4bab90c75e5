/** Turns Ctrl-C into an abort signal, so that work can end cleanly; a second Ctrl-C exits at once. */
export class InterruptedError extends Error {
  constructor(message = 'Interrupted.') {
    super(message);
    this.name = 'InterruptedError';
  }
}

export async function untilInterrupted<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort(new InterruptedError(message));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
