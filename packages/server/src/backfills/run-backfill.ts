/**
 * Feeds a backfill to the workers, as a job: its runs are ordinary runs, a few at a time, and none is started while
 * other runs wait. Which of them were started is stored with the runs themselves, so another node can continue at any
 * point, and nothing is evaluated twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { encodeId } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Scope } from '../core/scope.ts';
import { handOver } from '../queue/hand-over.ts';
import { BACKFILL_KIND } from '../queue/job-kinds.ts';
import type { HeldJob, JobStore } from '../queue/store/job-store.ts';
import type { BackfillStore } from './store/backfill-store.ts';

export interface RunBackfill {
  backfills: Pick<BackfillStore, 'find' | 'advance' | 'finish'>;
  mostOfRun: MostOfRun;
  jobs: Pick<JobStore, 'putBack'>;
  scopeOf(lane: string): Scope;
  clock: Clock;
  logger: Logger;
}

/** The most that a run of a version could cost, by the bytes of its input, in micro-credits. */
export type MostOfRun = (
  workspaceId: string,
  version: { kitVersionId: string; engine: 'auto' | 'local' },
) => Promise<(bytes: number) => number>;

/** Runs of one backfill that may be open at once. */
export const WINDOW = 8;
const LOOK_MS = 100;
/** However many other runs wait, one run is started after this time: a backfill on a busy service is slow, but it ends. */
export const PATIENCE_MS = 30_000;

export async function runBackfill(deps: RunBackfill, job: HeldJob, signal: AbortSignal): Promise<void> {
  const scope = deps.scopeOf(job.lane);
  const backfillId = encodeId('bfl', job.id);
  let movedAt = performance.now();
  try {
    const backfill = await deps.backfills.find(scope, backfillId);
    if (backfill === undefined) return;
    const mostOf = await deps.mostOfRun(scope.workspaceId, backfill);
    for (;;) {
      signal.throwIfAborted();
      const isPatient = performance.now() - movedAt < PATIENCE_MS;
      const how = { window: isPatient ? WINDOW : 1, isPatient, mostOf, now: deps.clock.now() };
      const advanced = await deps.backfills.advance(scope, backfillId, how);
      if (advanced === undefined) return;
      if (advanced.moved > 0) movedAt = performance.now();
      if (advanced.open === 0 && (!advanced.isMore || advanced.isCapped)) {
        const status = advanced.isMore ? 'capped' : 'succeeded';
        await deps.backfills.finish(scope, backfillId, job, { status }, deps.clock.now());
        return;
      }
      await sleep(LOOK_MS, undefined, { signal });
    }
  } catch (error) {
    await onFault(deps, job, signal.aborted ? signal.reason : error);
  }
}

async function onFault(deps: RunBackfill, job: HeldJob, error: unknown): Promise<void> {
  if (await handOver(deps.jobs, BACKFILL_KIND, job, error)) return;
  deps.logger.warn(
    { job: job.id, reason: error instanceof Error ? error.message : 'unknown' },
    'a backfill could not continue; it resumes when its lease expires',
  );
}
