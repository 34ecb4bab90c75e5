/** Cancels a run: it is terminal at once, even while a worker holds it; the worker is told to stop, and its late result is refused. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { NO_USAGE } from '../usage/usage.ts';
import { type FullRun, isLegalMove, type RunEnd } from './run.ts';
import type { RunStore } from './store/run-store.ts';

export interface CancelRun {
  store: Pick<RunStore, 'find' | 'finish'>;
  clock: Clock;
}

export async function cancelRun({ store, clock }: CancelRun, scope: Scope, runId: string): Promise<FullRun> {
  const run = await store.find(scope, runId);
  if (run === undefined) throw new ServiceError('run_not_found');
  const isEnded =
    isLegalMove(run.status, 'cancelled') && (await store.finish(cancellationOf(scope, { ...run, runId }, clock.now())));
  const after = await store.find(scope, runId);
  if (after === undefined) throw new ServiceError('run_not_found');
  if (!isEnded) throw new ServiceError('run_already_terminal', { detail: `The run has ended as ${after.status}.` });
  return after;
}

export function cancellationOf(
  { workspaceId, environment }: Scope,
  { runId, type, kitId, kitCode }: Pick<RunEnd, 'runId' | 'type' | 'kitId' | 'kitCode'>,
  completedAt: Date,
): RunEnd {
  return {
    workspaceId,
    environment,
    runId,
    type,
    kitId,
    kitCode,
    status: 'cancelled',
    completedAt,
    output: undefined,
    warnings: [],
    error: undefined,
    usage: NO_USAGE,
    lease: undefined,
  };
}
