import { JobCancelled, LeaseLost, NodeStopping } from './running-jobs.ts';
import type { HeldJob, JobStore } from './store/job-store.ts';

/**
 * True if work was ended from outside, and its error does not matter: somebody else holds the job, it was cancelled, or this node is
 * stopping. In the last case another node takes it over, and no attempt is counted.
 */
export async function handOver(
  jobs: Pick<JobStore, 'putBack'>,
  kind: string,
  job: HeldJob,
  error: unknown,
): Promise<boolean> {
  if (error instanceof LeaseLost || error instanceof JobCancelled) return true;
  if (!(error instanceof NodeStopping)) return false;
  await jobs.putBack(kind, job, { delayMs: 0, reason: 'worker_stopped', isUncounted: true });
  return true;
}
