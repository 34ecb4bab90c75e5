/** Long work on the event loop, in stretches of a few milliseconds: in between, others have their turn. */
import { setImmediate as othersTurn } from 'node:timers/promises';

export interface Turns {
  /** This stretch has been long enough: `await turns.pass()`. Asked often, so it costs no promise. */
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
