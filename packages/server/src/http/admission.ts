/**
 * How many requests that make runs may be in progress at once: about as many as this node answers within a bound. One that took longer shows
 * how many would have been answered in time, and the limit follows; while answers take less than half of the bound, it grows. Where a request
 * waits (event loop, checks, connections, the database's disk) makes no difference.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';

export interface Admission {
  /** Throws `Overloaded` when there is no room; for requests whose body is still to come. */
  check(): void;
  /** Throws `Overloaded` when there is no room; else returns what to call when the request is answered, or only waits for its run. May be called twice. */
  enter(): () => void;
}

export class Overloaded extends ServiceError {
  constructor() {
    super('unavailable', {
      detail: 'This node has too many requests in progress. Nothing was stored.',
      retryAfterSeconds: 1 + Math.floor(Math.random() * 3), // Those who are refused together do not come back together.
    });
  }
}

/** Until something is known. */
const FIRST = 128;
/** So few are never too many: what is slow then is not their number. */
const FEWEST = 32;

/** `withinMs` 0: nothing is refused. */
export function createAdmission(withinMs: number, now: () => number = () => performance.now()): Admission {
  if (withinMs === 0) return { check: () => {}, enter: () => () => {} };
  let limit = FIRST;
  let entered = 0;
  let loweredAt = 0;
  const check = (): void => {
    if (entered >= limit) throw new Overloaded();
  };
  const learn = (among: number, since: number): void => {
    const tookMs = now() - since;
    if (tookMs < withinMs / 2 && among > limit / 2) limit += 1;
    // Those that came before the limit was lowered say nothing about it.
    if (tookMs <= withinMs || among <= FEWEST || since < loweredAt) return;
    limit = Math.max(FEWEST, Math.min(limit, Math.floor((among * withinMs) / tookMs)));
    loweredAt = now();
  };
  return {
    check,
    enter() {
      check();
      entered += 1;
      const [before, since] = [entered, now()];
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        learn(Math.max(before, entered), since);
        entered -= 1;
      };
    },
  };
}
