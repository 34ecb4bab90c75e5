/**
 * Stops calling a model that keeps failing: after several failures in a row it is not called for a while, then a
 * single call tries it.
 */
export interface Circuit {
  /** Milliseconds until it may be tried; 0 = now. */
  waitMs(): number;
  /** Before a call; while it is being tried, others wait. */
  begin(): void;
  succeeded(): void;
  failed(): void;
  /** The call ended without information about the model (it was aborted). */
  unknown(): void;
}

const FAILURES = 5;
const OPEN_MS = 30_000;
const TRIAL_MS = 1_000;

export function createCircuit(now: () => number): Circuit {
  let failures = 0;
  let openUntil = 0;
  let isTrying = false;
  return {
    waitMs() {
      if (failures < FAILURES) return 0;
      return isTrying ? TRIAL_MS : Math.max(0, openUntil - now());
    },
    begin() {
      if (failures >= FAILURES) isTrying = true;
    },
    succeeded() {
      failures = 0;
      isTrying = false;
    },
    failed() {
      failures += 1;
      isTrying = false;
      if (failures >= FAILURES) openUntil = now() + OPEN_MS;
    },
    unknown() {
      isTrying = false;
    },
  };
}
