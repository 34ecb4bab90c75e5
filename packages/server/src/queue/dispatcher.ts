/**
 * Runs the jobs of one kind on this node. It claims jobs for its free slots, is woken by notifications with a poll behind them,
 * renews all its leases in one statement, and aborts work whose lease was lost. Ending a job is up to the work itself.
 *
 * It is always in one of these modes:
 *
 *   created         Not started.
 *   claiming        A claim is under way.
 *   claiming-again  A claim is under way, and something became ready meanwhile: that claim may have missed it, so another follows.
 *   idle            The last claim found fewer jobs than it asked for: nothing is left. A notification wakes it (not sooner than `gatherMs`
 *                   after that claim), or the poll.
 *   backlog         More jobs may be ready than there are free slots. It claims again as soon as enough slots are free.
 *   failed          The last claim failed. It claims again after a backoff, or when it is woken or a job ends.
 *   draining        Stopping: claims nothing more, and lets the work that runs finish.
 *   aborting        The grace period is over: all work is aborted, as is any that a last claim still brings in.
 *   stopped         Nothing runs here any more.
 *
 * Every mode has its own timers; leaving the mode clears them. MOVES lists the legal moves, and any other throws.
 */
import { backoffMs } from '@brickwork/engine/core/backoff';
import type { Logger } from '../core/logger.ts';
import { RunningJobs } from './running-jobs.ts';
import type { HeldJob, JobStore } from './store/job-store.ts';

export interface DispatcherOptions {
  kind: string;
  store: JobStore;
  slots: number;
  leaseMs: number;
  /** A fallback for notifications: the longest delay that a lost one can cause. */
  pollMs: number;
  /** A wake-up this soon after the last claim waits for the rest of this time, so that jobs that become ready one by one are claimed together. */
  gatherMs?: number;
  logger: Logger;
  /** Does the job, and ends it or puts it back. `signal` aborts when the lease is lost, the job is cancelled or the node stops. */
  work(job: HeldJob, signal: AbortSignal): Promise<void>;
}

/** In a backlog, slots are filled again when this share of them is free, or after this time. */
const REFILL_SHARE = 0.25;
const REFILL_MS = 10;

export interface Dispatcher {
  start(): void;
  /** Claims no more, lets the work finish for `graceMs`, then aborts it. May be called twice. */
  stop(graceMs: number): Promise<void>;
  /** A job may be ready. */
  wake(): void;
  /** Aborts a job that runs on this node; otherwise does nothing. */
  abort(id: string): void;
  readonly running: number;
}

type Mode =
  | 'created'
  | 'claiming'
  | 'claiming-again'
  | 'idle'
  | 'backlog'
  | 'failed'
  | 'draining'
  | 'aborting'
  | 'stopped';

const MOVES: Readonly<Record<Mode, readonly Mode[]>> = {
  created: ['claiming', 'draining'],
  claiming: ['claiming', 'claiming-again', 'idle', 'backlog', 'failed', 'draining'],
  'claiming-again': ['claiming', 'idle', 'backlog', 'failed', 'draining'],
  idle: ['claiming', 'draining'],
  backlog: ['claiming', 'draining'],
  failed: ['claiming', 'draining'],
  draining: ['aborting'],
  aborting: ['stopped'],
  stopped: [],
};

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { kind, store, slots, leaseMs, pollMs, gatherMs = 0, logger } = options;
  const running = new RunningJobs(options, () => refill());
  /** At most half of the slots: while one half is being ended, the other is claimed. */
  const largestClaim = Math.ceil(slots / 2);
  let mode: Mode = 'created';
  /** Claims that failed in a row. */
  let failures = 0;
  let claims: Promise<void> = Promise.resolve();
  let claimedAt = Number.NEGATIVE_INFINITY;
  const timers = new ModeTimers();
  let renewTimer: NodeJS.Timeout | undefined;

  const enter = (next: Mode): void => {
    if (!MOVES[mode].includes(next)) throw new Error(`The dispatcher cannot move from ${mode} to ${next}.`);
    mode = next;
    timers.clear();
    if (next === 'idle') timers.poll(claim, pollMs);
    if (next === 'failed') timers.poll(claim, backoffMs(failures, 200, 5_000));
  };

  /** A job may be ready: claims it now, or makes sure that it will be claimed. */
  const claim = (): void => {
    if (mode === 'claiming') enter('claiming-again');
    if (mode !== 'created' && mode !== 'idle' && mode !== 'backlog' && mode !== 'failed') return;
    // Only with a backlog can all slots be busy; the next job that ends frees one.
    if (running.size < slots) claims = claimAll();
  };

  const claimAll = async (): Promise<void> => {
    try {
      do {
        enter('claiming');
      } while (await claimOnce());
    } catch (error) {
      failures += 1;
      logger.warn({ kind, reason: (error as Error).message }, 'jobs could not be claimed');
      if (isClaiming(mode)) enter('failed');
    }
  };

  /** Returns whether another claim should follow at once; if not, the next mode has been entered. */
  const claimOnce = async (): Promise<boolean> => {
    const wanted = powerOfTwoWithin(Math.min(slots - running.size, largestClaim));
    claimedAt = performance.now();
    const jobs = await store.claim(kind, wanted, leaseMs);
    for (const job of jobs) running.begin(job, mode === 'aborting');
    failures = 0;
    if (!isClaiming(mode)) return false;
    if (mode === 'claiming-again' && jobs.length < wanted && gatherRestMs() > 0) {
      enter('idle');
      timers.gather(claim, gatherRestMs());
      return false;
    }
    const mayBeMore = jobs.length === wanted || mode === 'claiming-again';
    if (mayBeMore && running.size < slots) return true;
    enter(mayBeMore ? 'backlog' : 'idle');
    return false;
  };

  const gatherRestMs = (): number => claimedAt + gatherMs - performance.now();

  /** In a backlog, slots are filled several at a time: a claim for every job that ends would cost more than the job's own end. */
  const refill = (): void => {
    if (mode !== 'backlog' && mode !== 'failed') return;
    if (running.size > slots * (1 - REFILL_SHARE)) timers.refillAfter(claim, REFILL_MS);
    else timers.refillThisTurn(claim); // At the end of this turn: jobs that end together are replaced together.
  };

  /** The current claim has returned, and all running work has ended. */
  const settled = async (): Promise<void> => {
    await claims;
    await running.ended();
  };

  return {
    start() {
      renewTimer = setInterval(() => void running.renew(), Math.max(50, Math.floor(leaseMs / 3)));
      claim();
    },
    async stop(graceMs) {
      if (MOVES[mode].includes('draining')) enter('draining');
      await Promise.race([settled(), delay(graceMs)]);
      if (mode === 'draining') enter('aborting');
      running.abortAll();
      await settled();
      if (mode === 'aborting') enter('stopped');
      clearInterval(renewTimer);
    },
    wake: () => {
      if (mode === 'created') return;
      if (mode === 'idle' && gatherRestMs() > 0) timers.gather(claim, gatherRestMs());
      else claim();
    },
    abort: (id) => running.cancel(id),
    get running() {
      return running.size;
    },
  };
}

const isClaiming = (mode: Mode): boolean => mode === 'claiming' || mode === 'claiming-again';

/** The timers of the current mode. */
class ModeTimers {
  #poll: NodeJS.Timeout | undefined;
  #gather: NodeJS.Timeout | undefined;
  #refill: NodeJS.Timeout | undefined;
  #refillThisTurn: NodeJS.Immediate | undefined;

  poll(work: () => void, ms: number): void {
    this.#poll = setTimeout(work, ms);
  }

  gather(work: () => void, ms: number): void {
    this.#gather ??= setTimeout(work, Math.ceil(Math.max(0, ms)));
  }

  refillAfter(work: () => void, ms: number): void {
    this.#refill ??= setTimeout(() => this.#refillNow(work), ms);
  }

  refillThisTurn(work: () => void): void {
    this.#refillThisTurn ??= setImmediate(() => this.#refillNow(work));
  }

  #refillNow(work: () => void): void {
    this.#clearRefill();
    work();
  }

  clear(): void {
    clearTimeout(this.#poll);
    clearTimeout(this.#gather);
    this.#gather = undefined;
    this.#clearRefill();
  }

  #clearRefill(): void {
    clearTimeout(this.#refill);
    clearImmediate(this.#refillThisTurn);
    this.#refill = undefined;
    this.#refillThisTurn = undefined;
  }
}

/** Claims come in few sizes: a store prepares a statement for each. */
function powerOfTwoWithin(count: number): number {
  return 2 ** Math.floor(Math.log2(count));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
