/** Erases a run: cancels it first if it has not ended, then deletes its contents permanently. Erasing twice is allowed. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../core/scope.ts';
import type { Queryable } from '../database/queryable.ts';
import { type CancelRun, cancelRun } from './cancel-run.ts';
import { isTerminal } from './run.ts';
import type { RunStore } from './store/run-store.ts';

export interface EraseRun extends CancelRun {
  store: Pick<RunStore, 'find' | 'finish' | 'erase' | 'rescoredFrom'>;
}

/** `alongside` commits together with the erasure. */
export async function eraseRun(
  deps: EraseRun,
  scope: Scope,
  runId: string,
  alongside?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const run = await deps.store.find(scope, runId);
  if (run === undefined) throw new ServiceError('run_not_found');
  if (!isTerminal(run.status)) {
    await cancelRun(deps, scope, runId).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'run_already_terminal') throw error;
    });
  }
  // Their answers quote the same conversation. None can be started while the run itself is being erased: its input is deleted with it.
  for (const rescored of await deps.store.rescoredFrom(scope, runId)) await eraseRun(deps, scope, rescored);
  await deps.store.erase(scope, runId, deps.clock.now(), alongside);
  // No more of them can be started, since the input is gone.
  for (const rescored of await deps.store.rescoredFrom(scope, runId)) await eraseRun(deps, scope, rescored);
}
