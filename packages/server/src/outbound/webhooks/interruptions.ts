/** Stops attempts to an endpoint that was replaced or removed. After a lost connection all attempts are interrupted, to be safe. */
export class EndpointMoved extends Error {
  override readonly name = 'EndpointMoved';
}

export interface Interruptions {
  during<Result>(lane: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Without a lane: all of them. */
  interrupt(lane?: string): void;
}

export function createInterruptions(): Interruptions {
  const working = new Map<AbortController, string>();
  return {
    async during(lane, signal, work) {
      const controller = new AbortController();
      working.set(controller, lane);
      try {
        return await work(AbortSignal.any([signal, controller.signal]));
      } finally {
        working.delete(controller);
      }
    },
    interrupt(lane) {
      for (const [controller, itsLane] of working)
        if (lane === undefined || lane === itsLane) controller.abort(new EndpointMoved());
    },
  };
}
