/**
 * Gives the runs of a backfill to the workers, as a job: they are ordinary runs, a few at a time, and none is started while other runs are
 * waiting. The runs themselves record which were started, so another node can continue at any point, and nothing is evaluated twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '../core/scope.ts';
import { type JobKind, type RunJob, runJob } from '../jobs/run-job.ts';
import { BACKFILL_KIND } from '../queue/job-kinds.ts';
import type { HeldJob } from '../queue/store/job-store.ts';
import type { Backfill } from './backfill.ts';
import type { BackfillStore } from './store/backfill-store.ts';

export interface RunBackfill extends RunJob {
  backfills: Pick<BackfillStore, 'find' | 'advance' | 'finish' | 'fail'>;
  mostOfRun: MostOfRun;
}

/** The most that a run of a version could cost, by the bytes of its input, in micro-credits. */
export type MostOfRun = (
  workspaceId: string,
  version: { kitVersionId: string; engine: 'auto' | 'local' },
) => Promise<(bytes: number) => number>;

/** Runs of one backfill that may be open at once. */
export const WINDOW = 8;
const LOOK_MS = 100;
/** Even if other runs are waiting, one run is started after this time: a backfill on a busy service is slow, but it ends. */
export const PATIENCE_MS = 30_000;

export function runBackfill(deps: RunBackfill, job: HeldJob, signal: AbortSignal): Promise<void> {
  const kind: JobKind<Backfill, { status: 'succeeded' | 'capped' }> = {
    ...{ kind: BACKFILL_KIND, name: 'a backfill', prefix: 'bfl', mostAttempts: Number.POSITIVE_INFINITY },
    records: {
      ...deps.backfills,
      finish: (scope, id, lease, { status }, now) => deps.backfills.finish(scope, id, lease, status, now),
    },
    step: (backfill, { scope }) => feed(deps, scope, backfill, signal),
  };
  return runJob(deps, kind, job, signal);
}

async function feed(
  deps: RunBackfill,
  scope: Scope,
  backfill: Backfill,
  signal: AbortSignal,
): Promise<{ status: 'succeeded' | 'capped' } | 'ended'> {
  const mostOf = await deps.mostOfRun(scope.workspaceId, backfill);
  let movedAt = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const isPatient = performance.now() - movedAt < PATIENCE_MS;
    const how = { window: isPatient ? WINDOW : 1, isPatient, mostOf, now: deps.clock.now() };
    const advanced = await deps.backfills.advance(scope, backfill.backfillId, how);
    if (advanced === undefined) return 'ended';
    if (advanced.moved > 0) movedAt = performance.now();
    if (advanced.open === 0 && (!advanced.isMore || advanced.isCapped))
      return { status: advanced.isMore ? 'capped' : 'succeeded' };
    await sleep(LOOK_MS, undefined, { signal });
  }
}
