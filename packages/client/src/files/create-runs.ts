/** Creates runs many at a time, each once, whatever the plan allows in a minute. */
import { ApiError } from '../api-error.ts';
import type { BatchRequest } from '../helpers/runs.ts';
import type { Pause } from '../pause.ts';
import type { BrickworkClient } from '../resources.ts';
import type { BatchLine } from '../wire/run.ts';
import { patiently } from './patiently.ts';

export type CreateRuns = (runs: readonly BatchRequest[], signal?: AbortSignal) => Promise<BatchLine[]>;

export function createRunMaker(client: BrickworkClient, most: number, pause: Pause): CreateRuns {
  let atOnce = most;
  const send = async (runs: readonly BatchRequest[], signal?: AbortSignal) => {
    try {
      return await client.runs.createBatch(runs, { signal });
    } catch (error) {
      // More than the plan allows in a minute is refused however long one waits.
      if (error instanceof ApiError && error.status === 429) atOnce = Math.max(1, Math.floor(atOnce / 2));
      throw error;
    }
  };
  return async (runs, signal) => {
    const lines = new Map<number, BatchLine>();
    while (lines.size < runs.length)
      await patiently(pause, signal, async () => {
        const open = runs.map((run, index) => ({ run, index })).filter(({ index }) => !lines.has(index));
        const some = open.slice(0, atOnce);
        const answers = await send(
          some.map(({ run }) => run),
          signal,
        );
        for (const [at, { index }] of some.entries()) {
          const answer = answers[at];
          if (answer !== undefined && !isPassing(answer)) lines.set(index, answer);
        }
        const failed = answers.find(isPassing);
        if (failed === undefined) return;
        const detail = typeof failed.detail === 'string' ? failed.detail : undefined;
        throw new ApiError(failed.error ?? 'run_request_failed', { status: failed.http_status, detail });
      });
    return runs.flatMap((_run, index) => lines.get(index) ?? []);
  };
}

/** About the service, not about the line. */
function isPassing({ http_status }: BatchLine): boolean {
  return http_status === 429 || http_status >= 500;
}
