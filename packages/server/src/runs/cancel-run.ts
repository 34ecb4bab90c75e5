/** Cancels a run: it is terminal at once, even while a worker holds it; the worker is told to stop, and its late result is refused. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { NO_USAGE } from '../usage/usage.ts';
import { type FullRun, isLegalMove } from './run.ts';
import type { RunStore } from './store/run-store.ts';

export interface CancelRun {
  store: Pick<RunStore, 'find' | 'finish'>;
  clock: Clock;
}

export async function cancelRun({ store, clock }: CancelRun, scope: Scope, runId: string): Promise<FullRun> {
  const run = await store.find(scope, runId);
  if (run === undefined) throw new ServiceError('run_not_found');
  const isEnded =
    isLegalMove(run.status, 'cancelled') &&
    (await store.finish({
      workspaceId: scope.workspaceId,
      environment: scope.environment,
      runId,
      type: run.type,
      kitId: run.kitId,
      kitCode: run.kitCode,
      status: 'cancelled',
      completedAt: clock.now(),
      output: undefined,
      warnings: [],
      error: undefined,
      usage: NO_USAGE,
      lease: undefined,
    }));
  const after = await store.find(scope, runId);
  if (after === undefined) throw new ServiceError('run_not_found');
  if (!isEnded) throw new ServiceError('run_already_terminal', { detail: `The run has ended as ${after.status}.` });
  return after;
}
