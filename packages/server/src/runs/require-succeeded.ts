/** Runs that somebody chose: either all of them can be used, or none. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../core/scope.ts';
import { requireRunIds } from './require-run-ids.ts';
import type { RunStore } from './store/run-store.ts';

/** Each of them once. `consequence` is what has not happened when one is refused. */
export async function requireSucceeded(
  { runs }: { runs: Pick<RunStore, 'succeeded'> },
  scope: Scope,
  kitId: string,
  given: readonly string[],
  consequence: string,
): Promise<string[]> {
  const runIds = requireRunIds(given);
  const found = await runs.succeeded(scope, runIds);
  const ofKit = new Set(found.filter((run) => run.kitId === kitId).map(({ runId }) => runId));
  const other = runIds.find((runId) => !ofKit.has(runId));
  if (other !== undefined)
    throw new ServiceError('run_not_found', {
      detail: `run_ids: ${other} is not a run of this kit that has succeeded. ${consequence}`,
    });
  return runIds;
}
