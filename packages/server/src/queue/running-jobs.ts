/** The jobs that a dispatcher runs: it renews their leases together, and aborts those whose lease was lost. */
import type { Logger } from '../core/logger.ts';
import type { HeldJob, JobStore } from './store/job-store.ts';

export interface RunningJobsOptions {
  kind: string;
  store: JobStore;
  leaseMs: number;
  logger: Logger;
  work(job: HeldJob, signal: AbortSignal): Promise<void>;
}

interface Running {
  job: HeldJob;
  controller: AbortController;
  done: Promise<void>;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
export class NodeStopping extends Error {
  override readonly name = 'NodeStopping';
}
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

export class RunningJobs {
  readonly #options: RunningJobsOptions;
  readonly #onEnd: () => void;
  readonly #jobs = new Map<string, Running>();

  constructor(options: RunningJobsOptions, onEnd: () => void) {
    this.#options = options;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#jobs.size;
  }

  begin(job: HeldJob, isAborted: boolean): void {
    const { kind, logger } = this.#options;
    const controller = new AbortController();
    this.#jobs.get(job.id)?.controller.abort(new LeaseLost()); // An older attempt of this node that outlived its lease.
    if (isAborted) controller.abort(new NodeStopping());
    const done = this.#options
      .work(job, controller.signal)
      .catch((error: unknown) =>
        logger.error(
          { kind, job: job.id, reason: error instanceof Error ? error.message : 'unknown' },
          'a job ended unexpectedly',
        ),
      )
      .finally(() => {
        if (this.#jobs.get(job.id)?.job.token === job.token) this.#jobs.delete(job.id);
        this.#onEnd();
      });
    this.#jobs.set(job.id, { job, controller, done });
  }

  async renew(): Promise<void> {
    if (this.#jobs.size === 0) return;
    const { kind, store, leaseMs, logger } = this.#options;
    const leases = [...this.#jobs.values()].map(({ job }) => job);
    try {
      const kept = await store.renew(kind, leases, leaseMs);
      for (const { id, token } of leases) {
        const entry = this.#jobs.get(id);
        if (!kept.has(id) && entry?.job.token === token) entry.controller.abort(new LeaseLost());
      }
    } catch (error) {
      logger.warn({ kind, reason: (error as Error).message }, 'leases could not be renewed');
    }
  }

  /** Does nothing if it does not run here. */
  cancel(id: string): void {
    this.#jobs.get(id)?.controller.abort(new JobCancelled());
  }

  abortAll(): void {
    for (const { controller } of this.#jobs.values()) controller.abort(new NodeStopping());
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map(({ done }) => done));
  }
}
