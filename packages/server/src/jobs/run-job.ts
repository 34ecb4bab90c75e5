/**
 * Runs a long job of any kind: finds its record, does a step of it, and ends it or puts it back. A step continues where the last one
 * stopped, on any node, and stores its results as it goes. While other jobs of its kind are waiting, it yields to them.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { ModelFault } from '@brickwork/engine/model/model-fault';
import type { Clock } from '../core/clock.ts';
import { encodeId, type IdPrefix } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Scope } from '../core/scope.ts';
import { handOver } from '../queue/hand-over.ts';
import type { HeldJob, JobStore } from '../queue/store/job-store.ts';

export interface RunJob {
  jobs: Pick<JobStore, 'putBack'>;
  scopeOf(lane: string): Scope;
  clock: Clock;
  logger: Logger;
}

export interface Step {
  scope: Scope;
  id: string;
  lane: string;
  signal: AbortSignal;
}

export interface JobKind<Found, End> {
  kind: string;
  /** Its name in logs. */
  name: string;
  prefix: IdPrefix;
  mostAttempts: number;
  records: {
    find(scope: Scope, id: string): Promise<Found | undefined>;
    finish(scope: Scope, id: string, lease: HeldJob, end: End, now: Date): Promise<boolean>;
    fail(scope: Scope, id: string, lease: HeldJob, error: string, now: Date): Promise<boolean>;
  };
  /** `later`: others are waiting, and something is left to do. `ended`: somebody cancelled or deleted it. */
  step(record: Found, step: Step): Promise<End | { error: string } | 'later' | 'ended'>;
  /** For temporary faults of its kind: what is logged, when it is retried, and what its record contains after the last attempt. */
  retryAfter?(error: unknown): { delayMs: number; reason: string; message: string } | undefined;
}

/** After the engine was unavailable. */
const RETRY_MS = 5_000;

export async function runJob<Found, End extends object>(
  deps: RunJob,
  { kind, name, prefix, mostAttempts, records, step, retryAfter }: JobKind<Found, End>,
  job: HeldJob,
  signal: AbortSignal,
): Promise<void> {
  const scope = deps.scopeOf(job.lane);
  const id = encodeId(prefix, job.id);
  const fail = (error: string) => records.fail(scope, id, job, error, deps.clock.now());
  const putBack = (delayMs: number, reason: string, isUncounted = false) =>
    deps.jobs.putBack(kind, job, { delayMs, reason, isUncounted });
  try {
    const record = await records.find(scope, id);
    if (record === undefined) await fail('It no longer exists.');
    else if (job.attempts > mostAttempts) await fail(`It was started ${mostAttempts} times and never finished.`);
    else {
      const end = await step(record, { scope, id, lane: job.lane, signal });
      if (end === 'later') await putBack(0, 'taking_turns', true);
      else if (end !== 'ended') {
        if ('error' in end) await fail(String(end.error));
        else await records.finish(scope, id, job, end, deps.clock.now());
      }
    }
  } catch (thrown) {
    const error: unknown = signal.aborted ? signal.reason : thrown;
    if (await handOver(deps.jobs, kind, job, error)) return;
    const again = retryAfter?.(error);
    if (again !== undefined) {
      if (job.attempts >= mostAttempts) await fail(again.message);
      else await putBack(again.delayMs, again.reason);
    } else if (error instanceof ModelFault) {
      if (error.retryAfterMs === undefined) await fail(error.message);
      else await putBack(error.retryAfterMs, error.code);
    } else if (error instanceof ServiceError && error.code === 'unavailable') {
      if (job.attempts >= mostAttempts) await fail(error.detail ?? 'The engine could not be used.');
      else await putBack(RETRY_MS, error.code);
    } else
      deps.logger.warn(
        { job: job.id, reason: error instanceof Error ? error.message : 'unknown' },
        `${name} could not continue; it resumes when its lease expires`,
      );
  }
}
