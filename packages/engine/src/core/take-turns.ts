/** Long work on the event loop, in slices of a few milliseconds, so that other work can run in between. */
import { setImmediate as othersTurn } from 'node:timers/promises';

export interface Turns {
  /** This slice has been long enough: `await turns.pass()`. Called often, so it does not create a promise. */
  isOver(): boolean;
  pass(): Promise<void>;
}

const STRETCH_MS = 5;

export function takeTurns(stretchMs = STRETCH_MS): Turns {
  let since = performance.now();
  return {
    isOver: () => performance.now() - since >= stretchMs,
    async pass() {
      await othersTurn();
      since = performance.now();
    },
  };
}
