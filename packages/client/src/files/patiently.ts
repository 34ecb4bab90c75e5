import { ApiError } from '../api-error.ts';
import type { Pause } from '../pause.ts';

const PATIENCE = 8;
/** No room for more runs: waiting does not help. */
const NO_ROOM = 507;

/** A service that is busy is asked again; one that has no room, or is broken, is not asked for ever. */
export async function patiently<Answer>(
  pause: Pause,
  signal: AbortSignal | undefined,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      const mayPass = error instanceof ApiError && error.status >= 500 && error.status !== NO_ROOM;
      if (!isBusy && !(mayPass && attempt < PATIENCE)) throw error;
      await pause((error.retryAfterSeconds ?? Math.min(attempt, 5)) * 1_000, signal);
    }
  }
}
