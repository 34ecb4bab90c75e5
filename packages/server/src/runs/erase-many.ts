/** Erases many runs: they are selected at once and erased one after the other by the leader, even if the node that took the request fails. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { type EraseRun, eraseRun } from './erase-run.ts';
import { checkChosen } from './read-runs.ts';
import type { ChosenRuns } from './store/chosen-runs.ts';
import type { Erasure, ErasureStore, StartedErasure } from './store/erase/erasure-store.ts';
import type { RunStore } from './store/run-store.ts';

export interface EraseMany extends EraseRun {
  erasures: ErasureStore;
  clock: Clock;
  store: EraseRun['store'] & Pick<RunStore, 'knownAnswers' | 'hasVersion'>;
}

/** Of one erasure. */
const MOST_ERASED = 100_000;

export async function startErasure(
  deps: Pick<EraseMany, 'erasures' | 'clock' | 'store'>,
  scope: Scope,
  chosen: ChosenRuns,
  expected: number | undefined,
): Promise<StartedErasure> {
  const now = deps.clock.now();
  const accept = (total: number) => {
    if ('runIds' in chosen && total < new Set(chosen.runIds).size)
      throw new ServiceError('run_not_found', {
        detail: 'run_ids: one of them does not exist or was already erased. Nothing was erased.',
      });
    if (total > MOST_ERASED)
      throw new ServiceError('invalid_parameter', {
        detail: `filter: more than ${MOST_ERASED.toLocaleString('en')} runs match. Choose a shorter period. Nothing was erased.`,
      });
    if (expected !== undefined && total !== expected)
      throw new ServiceError('conflict', {
        detail: `There are ${total} runs to erase, not ${expected}. Nothing was erased; count again and send the new number.`,
      });
  };
  const erasureId = newId('ers', now);
  return deps.erasures.create(scope, {
    erasureId,
    chosen: await checkChosen(deps.store, scope, chosen),
    most: MOST_ERASED,
    now,
    accept,
  });
}

/** How many runs an erasure would take now, at most one more than it may. */
export async function countErasable(
  deps: Pick<EraseMany, 'erasures' | 'store'>,
  scope: Scope,
  chosen: ChosenRuns,
): Promise<number> {
  return deps.erasures.countChosen(scope, await checkChosen(deps.store, scope, chosen), MOST_ERASED);
}

export async function findErasure(
  { erasures }: Pick<EraseMany, 'erasures'>,
  scope: Scope,
  erasureId: string,
): Promise<Erasure> {
  const erasure = await erasures.find(scope, erasureId);
  if (erasure === undefined) throw new ServiceError('not_found', { detail: 'There is no such erasure.' });
  return erasure;
}

export async function cancelErasure(
  deps: Pick<EraseMany, 'erasures' | 'clock'>,
  scope: Scope,
  erasureId: string,
): Promise<Erasure> {
  await findErasure(deps, scope, erasureId);
  await deps.erasures.cancel(scope, erasureId, deps.clock.now());
  return findErasure(deps, scope, erasureId);
}

const STEP = 50;

/** One round of the leader: a step of every erasure, until nothing is left. */
export async function workOffErasures(deps: EraseMany, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const work = await deps.erasures.next(STEP);
    if (work.length === 0) return;
    for (const { scope, erasureId, runIds } of work) {
      for (const runId of runIds) {
        if (isStopped()) return;
        await eraseOne(deps, scope, erasureId, runId);
      }
      if (runIds.length < STEP) await deps.erasures.finish(scope, erasureId, deps.clock.now());
    }
  }
}

/** Retention may have dropped the run since it was chosen. */
async function eraseOne(deps: EraseMany, scope: Scope, erasureId: string, runId: string): Promise<void> {
  await eraseRun(deps, scope, runId, (tx) => deps.erasures.count(tx, scope, erasureId, runId)).catch(
    async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'run_not_found') throw error;
      await deps.erasures.countGone(scope, erasureId, runId);
    },
  );
}
