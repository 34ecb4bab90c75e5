/**
 * Cancels many runs, each as `cancelRun` does. Ends are stored in groups, so thousands take seconds; a request takes a bounded number of them,
 * says how many remain, and nothing is kept between requests: whoever asks again goes on where the last one stopped.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { cancellationOf } from './cancel-run.ts';
import { checkChosen } from './read-runs.ts';
import type { ChosenRuns } from './store/chosen-runs.ts';
import type { RunStore } from './store/run-store.ts';

export interface CancelMany {
  store: Pick<RunStore, 'finish' | 'knownAnswers' | 'hasVersion' | 'findOpen' | 'recordCancelled'>;
  clock: Clock;
}

export interface Cancellation {
  matched: number;
  cancelled: number;
  remaining: number;
  createdBefore: Date;
}

/** Of one request. */
const MOST_CANCELLED = 5_000;
/** That end together: two groups of what is stored in one transaction. */
const STEP = 256;

export async function cancelMany(
  { store, clock }: CancelMany,
  scope: Scope,
  given: ChosenRuns,
  { expected, isDryRun }: { expected: number | undefined; isDryRun: boolean },
): Promise<Cancellation> {
  const createdBefore = cutOffOf(given, clock.now());
  const chosen = until(await checkChosen(store, scope, given), createdBefore);
  const { matched, runs } = await store.findOpen(scope, chosen, isDryRun ? 1 : MOST_CANCELLED);
  if (expected !== undefined && matched !== expected)
    throw new ServiceError('conflict', {
      detail: `There are ${matched} runs to cancel, not ${expected}. Nothing was cancelled; count again and send the new number.`,
    });
  if (isDryRun) return { matched, cancelled: 0, remaining: matched, createdBefore };
  await store.recordCancelled(scope, runs.length);
  let cancelled = 0;
  for (let start = 0; start < runs.length; start += STEP) {
    const step = runs.slice(start, start + STEP).map((run) => store.finish(cancellationOf(scope, run, clock.now())));
    cancelled += (await Promise.all(step)).filter(Boolean).length;
  }
  return { matched, cancelled, remaining: matched - runs.length, createdBefore };
}

function cutOffOf(chosen: ChosenRuns, now: Date): Date {
  const given = 'filter' in chosen ? chosen.filter.createdBefore : undefined;
  return given !== undefined && given < now ? given : now;
}

/** Runs that are accepted while this works are not meant. */
function until(chosen: ChosenRuns, createdBefore: Date): ChosenRuns {
  return 'filter' in chosen ? { filter: { ...chosen.filter, createdBefore } } : chosen;
}
