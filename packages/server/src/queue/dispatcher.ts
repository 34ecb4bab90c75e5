/**
 * Runs the jobs of one kind on this node: claims for its free slots, wakes on notification with a poll behind it, renews all
 * its leases in one statement, and aborts work whose lease was lost. Finishing a job is the work's own affair.
 */
import { backoffMs } from '../core/backoff.ts';
import type { Logger } from '../core/logger.ts';
import type { HeldJob, JobStore } from './job-store.ts';

export interface DispatcherOptions {
  kind: string;
  store: JobStore;
  slots: number;
  leaseMs: number;
  /** Behind the notifications: the longest time that a lost one can cost. */
  pollMs: number;
  logger: Logger;
  /** Does the job and ends or puts it back. `signal` aborts when the lease is lost, the job is cancelled or the node stops. */
  work(job: HeldJob, signal: AbortSignal): Promise<void>;
}

interface Running {
  job: HeldJob;
  controller: AbortController;
  done: Promise<void>;
}

/** Slots are filled again when this share of them is free, or after this time. */
const REFILL_SHARE = 0.25;
const REFILL_MS = 10;

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
export class NodeStopping extends Error {
  override readonly name = 'NodeStopping';
}
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

export interface Dispatcher {
  start(): void;
  /** Claims no more, lets the work finish for `graceMs`, then aborts it. May be called twice. */
  stop(graceMs: number): Promise<void>;
  /** Something may be ready. */
  wake(): void;
  /** Aborts a job that runs here; nothing happens when it does not. */
  abort(id: string): void;
  readonly running: number;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { kind, store, slots, leaseMs, pollMs, logger } = options;
  const running = new Map<string, Running>();
  /** Half at most: while one half is being ended, the other is claimed. */
  const largestClaim = Math.ceil(slots / 2);
  let stopped = false;
  let claiming = false;
  let wokenWhileClaiming = false;
  /** The last claim got all that it asked for. Otherwise nothing is left, and whatever comes wakes us. */
  let mayBeMore = true;
  let failures = 0;
  let pollTimer: NodeJS.Timeout | undefined;
  let refillTimer: NodeJS.Timeout | undefined;
  let refillSoon: NodeJS.Immediate | undefined;
  let renewTimer: NodeJS.Timeout | undefined;

  const claim = async (): Promise<void> => {
    if (stopped) return;
    if (running.size >= slots) {
      mayBeMore = true;
      return;
    }
    if (claiming) {
      wokenWhileClaiming = true;
      return;
    }
    claiming = true;
    forgetRefill();
    try {
      do {
        wokenWhileClaiming = false;
        const wanted = powerOfTwoWithin(Math.min(slots - running.size, largestClaim));
        const jobs = await store.claim(kind, wanted, leaseMs);
        mayBeMore = jobs.length === wanted;
        for (const job of jobs) begin(job);
        failures = 0;
      } while (!stopped && running.size < slots && (wokenWhileClaiming || mayBeMore));
    } catch (error) {
      failures += 1;
      logger.warn({ kind, reason: (error as Error).message }, 'jobs could not be claimed');
    } finally {
      claiming = false;
      schedulePoll();
    }
  };

  const begin = (job: HeldJob): void => {
    const controller = new AbortController();
    running.get(job.id)?.controller.abort(new LeaseLost()); // Our own older attempt, stalled past its lease.
    const done = options
      .work(job, controller.signal)
      .catch((error: unknown) =>
        logger.error(
          { kind, job: job.id, reason: error instanceof Error ? error.message : 'unknown' },
          'a job ended unexpectedly',
        ),
      )
      .finally(() => {
        if (running.get(job.id)?.job.token === job.token) running.delete(job.id);
        refill();
      });
    running.set(job.id, { job, controller, done });
  };

  /** With a backlog, slots are filled by the handful: a claim for every job that ends costs more than the job's own end. */
  const refill = (): void => {
    if (stopped || !mayBeMore) return;
    if (running.size > slots * (1 - REFILL_SHARE)) refillTimer ??= setTimeout(refillNow, REFILL_MS);
    else refillSoon ??= setImmediate(refillNow); // After this turn: what ends together is refilled together.
  };
  const refillNow = (): void => {
    forgetRefill();
    void claim();
  };
  const forgetRefill = (): void => {
    clearTimeout(refillTimer);
    clearImmediate(refillSoon);
    refillTimer = undefined;
    refillSoon = undefined;
  };

  /** Idle nodes sleep until something is due, at most for `pollMs`; faults back off. */
  const schedulePoll = (): void => {
    clearTimeout(pollTimer);
    if (stopped) return;
    const delay = failures > 0 ? backoffMs(failures, 200, 5_000) : pollMs;
    pollTimer = setTimeout(() => void claim(), delay);
  };

  const renew = async (): Promise<void> => {
    if (running.size === 0) return;
    const leases = [...running.values()].map(({ job }) => job);
    try {
      const kept = await store.renew(kind, leases, leaseMs);
      for (const { id, token } of leases) {
        const entry = running.get(id);
        if (!kept.has(id) && entry?.job.token === token) entry.controller.abort(new LeaseLost());
      }
    } catch (error) {
      logger.warn({ kind, reason: (error as Error).message }, 'leases could not be renewed');
    }
  };

  return {
    start() {
      renewTimer = setInterval(() => void renew(), Math.max(50, Math.floor(leaseMs / 3)));
      void claim();
    },
    async stop(graceMs) {
      if (!stopped) {
        stopped = true;
        clearTimeout(pollTimer);
        forgetRefill();
      }
      const all = () => Promise.all([...running.values()].map(({ done }) => done));
      await Promise.race([all(), delay(graceMs)]);
      for (const { controller } of running.values()) controller.abort(new NodeStopping());
      await all();
      clearInterval(renewTimer);
    },
    wake: () => void claim(),
    abort: (id) => running.get(id)?.controller.abort(new JobCancelled()),
    get running() {
      return running.size;
    },
  };
}

/** Claims of few sizes: a store prepares a statement for each. */
function powerOfTwoWithin(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
