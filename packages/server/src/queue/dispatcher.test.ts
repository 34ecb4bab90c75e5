import { describe, expect, it, vi } from 'vitest';
import { type Facts, silentLogger } from '../core/logger.ts';
import { createDispatcher } from './dispatcher.ts';
import { JobCancelled, LeaseLost, NodeStopping } from './running-jobs.ts';
import type { HeldJob, JobStore } from './store/job-store.ts';

const WAIT = { timeout: 20_000 };

function setUp(slots = 2, gatherMs = 0) {
  const ready: HeldJob[] = [];
  const kept = new Set<string>();
  const claims: number[] = [];
  const warned: Facts[] = [];
  const started: { job: HeldJob; signal: AbortSignal; finish(): void }[] = [];
  const store: JobStore = {
    async claim(_kind, count) {
      claims.push(count);
      return ready.splice(0, count);
    },
    renew: async () => kept,
    putBack: async () => true,
    reconcile: async () => {},
    depth: async () => ({ waiting: 0, held: 0 }),
  };
  const dispatcher = createDispatcher({
    kind: 'test',
    store,
    slots,
    leaseMs: 150,
    pollMs: 60_000,
    gatherMs,
    logger: { ...silentLogger, warn: (facts) => warned.push(facts) },
    work: (job, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        if (signal.aborted) resolve();
        started.push({ job, signal, finish: resolve });
      }),
  });
  const job = (id: string, token = 't1'): HeldJob => ({ id, lane: 'l', token, attempts: 1 });
  return { store, dispatcher, ready, kept, claims, warned, started, job };
}

describe('createDispatcher', () => {
  it('claims only for its free slots, and again when one is free', async () => {
    const { dispatcher, ready, kept, claims, started, job } = setUp(2);
    ready.push(job('1'), job('2'), job('3'));
    for (const id of ['1', '2', '3']) kept.add(id);
    dispatcher.start();
    await vi.waitFor(() => expect(started).toHaveLength(2), WAIT);
    dispatcher.wake();
    expect(claims).toEqual([1, 1]);
    started[0]?.finish();
    await vi.waitFor(() => expect(started).toHaveLength(3), WAIT);
    expect(claims.every((count) => count <= 2)).toBe(true);
    for (const { finish } of started) finish();
    await dispatcher.stop(1_000);
  });

  it('claims no more when the last claim found too few, until it is woken', async () => {
    const { dispatcher, ready, kept, claims, started, job } = setUp(4);
    ready.push(job('1'));
    for (const id of ['1', '2']) kept.add(id);
    dispatcher.start();
    await vi.waitFor(() => expect(started).toHaveLength(1), WAIT);
    const before = claims.length;
    started[0]?.finish();
    await vi.waitFor(() => expect(dispatcher.running).toBe(0), WAIT);
    await new Promise((resolve) => setImmediate(resolve));
    expect(claims).toHaveLength(before);
    ready.push(job('2'));
    dispatcher.wake();
    await vi.waitFor(() => expect(started).toHaveLength(2), WAIT);
    started[1]?.finish();
    await dispatcher.stop(1_000);
  });

  it('fills a single free slot soon when there is a backlog', async () => {
    const { dispatcher, ready, kept, claims, started, job } = setUp(8);
    for (let id = 0; id < 20; id += 1) {
      ready.push(job(String(id)));
      kept.add(String(id));
    }
    dispatcher.start();
    await vi.waitFor(() => expect(started).toHaveLength(8), WAIT);
    started[0]?.finish();
    await vi.waitFor(() => expect(started).toHaveLength(9), WAIT);
    expect(claims.every((count) => Number.isInteger(Math.log2(count)))).toBe(true);
    const before = claims.length;
    for (const { finish } of started.slice(1, 5)) finish();
    await vi.waitFor(() => expect(started).toHaveLength(13), WAIT);
    expect(claims.slice(before)).toEqual([4]);
    for (const { finish } of started) finish();
    await dispatcher.stop(1_000);
  });

  it('is woken by a notification, not by its poll', async () => {
    const { dispatcher, ready, started, job } = setUp();
    dispatcher.start();
    await vi.waitFor(() => expect(started).toHaveLength(0), WAIT);
    ready.push(job('1'));
    dispatcher.wake();
    await vi.waitFor(() => expect(started).toHaveLength(1), WAIT);
    started[0]?.finish();
    await dispatcher.stop(1_000);
  });

  it('claims jobs together that become ready one by one, soon after the last claim', async () => {
    vi.useFakeTimers();
    try {
      const { dispatcher, ready, claims, started, job } = setUp(8, 15);
      dispatcher.start();
      await vi.advanceTimersByTimeAsync(20);
      ready.push(job('1'));
      dispatcher.wake(); // Nothing was claimed for a while: at once.
      await vi.advanceTimersByTimeAsync(1);
      expect(started.map(({ job: { id } }) => id)).toEqual(['1']);
      for (const id of ['2', '3', '4']) {
        ready.push(job(id));
        dispatcher.wake();
        await vi.advanceTimersByTimeAsync(3);
      }
      expect(claims).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(10);
      expect(claims).toHaveLength(3);
      expect(started.map(({ job: { id } }) => id)).toEqual(['1', '2', '3', '4']);
      for (const { finish } of started) finish();
      await dispatcher.stop(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('claims again after a wake during a claim, though not at once', async () => {
    vi.useFakeTimers();
    try {
      const { dispatcher, ready, claims, started, job } = setUp(8, 15);
      dispatcher.start();
      ready.push(job('1'));
      dispatcher.wake(); // The first claim is under way, and may have missed it.
      await vi.advanceTimersByTimeAsync(16);
      expect(claims).toHaveLength(2);
      expect(started).toHaveLength(1);
      started[0]?.finish();
      await dispatcher.stop(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has one claim under way at a time, however often it is woken, and one more after it', async () => {
    const { store, dispatcher, claims } = setUp(8);
    const first = Promise.withResolvers<HeldJob[]>();
    store.claim = async (_kind, count) => {
      claims.push(count);
      return claims.length === 1 ? first.promise : [];
    };
    dispatcher.start();
    for (let wakes = 0; wakes < 3; wakes += 1) dispatcher.wake();
    expect(claims).toHaveLength(1);
    first.resolve([]);
    await vi.waitFor(() => expect(claims).toHaveLength(2), WAIT);
    await dispatcher.stop(1_000);
    expect(claims).toHaveLength(2);
  });

  it('does not mind a job that ends while its lease is renewed', async () => {
    const { store, dispatcher, ready, warned, started, job } = setUp();
    const renewed = Promise.withResolvers<Set<string>>();
    let renewals = 0;
    store.renew = () => {
      renewals += 1;
      return renewed.promise;
    };
    ready.push(job('1'));
    dispatcher.start();
    await vi.waitFor(() => expect(renewals).toBeGreaterThan(0), WAIT);
    started[0]?.finish();
    await vi.waitFor(() => expect(dispatcher.running).toBe(0), WAIT);
    renewed.resolve(new Set());
    await dispatcher.stop(1_000);
    expect(started[0]?.signal.aborted).toBe(false);
    expect(warned).toEqual([]);
  });

  it('leaves no timer behind when it has stopped', async () => {
    vi.useFakeTimers();
    // Others that share the process may set timers too, so they are not counted.
    const set = vi.spyOn(globalThis, 'setInterval');
    const cleared = vi.spyOn(globalThis, 'clearInterval');
    try {
      const { dispatcher } = setUp();
      dispatcher.start();
      const renewal = set.mock.results.at(-1)?.value;
      await vi.advanceTimersByTimeAsync(1);
      const stopped = dispatcher.stop(0);
      await vi.advanceTimersByTimeAsync(1);
      await stopped;
      expect(renewal).toBeDefined();
      expect(cleared).toHaveBeenCalledWith(renewal);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });

  it('aborts work whose lease was lost, and only that', async () => {
    const { dispatcher, ready, kept, started, job } = setUp();
    ready.push(job('1'), job('2'));
    kept.add('2');
    dispatcher.start();
    await vi.waitFor(() => expect(started[0]?.signal.aborted).toBe(true), WAIT);
    expect(started[0]?.signal.reason).toBeInstanceOf(LeaseLost);
    expect(started[1]?.signal.aborted).toBe(false);
    kept.add('1');
    started[1]?.finish();
    await dispatcher.stop(1_000);
  });

  it('aborts a cancelled job', async () => {
    const { dispatcher, ready, kept, started, job } = setUp();
    kept.add('1');
    ready.push(job('1'));
    dispatcher.start();
    await vi.waitFor(() => expect(started).toHaveLength(1), WAIT);
    dispatcher.abort('1');
    expect(started[0]?.signal.reason).toBeInstanceOf(JobCancelled);
    dispatcher.abort('unknown');
    await dispatcher.stop(1_000);
  });

  it('stops: no new claims, a grace period for running jobs, then an abort; it may be called twice', async () => {
    const { dispatcher, ready, kept, claims, started, job } = setUp();
    kept.add('1');
    ready.push(job('1'));
    dispatcher.start();
    await vi.waitFor(() => expect(started).toHaveLength(1), WAIT);
    const before = claims.length;
    await Promise.all([dispatcher.stop(10), dispatcher.stop(10)]);
    expect(started[0]?.signal.reason).toBeInstanceOf(NodeStopping);
    dispatcher.wake();
    expect(claims).toHaveLength(before);
  });

  it('claims nothing before it is started', () => {
    const { dispatcher, claims } = setUp();
    dispatcher.wake();
    expect(claims).toEqual([]);
  });

  it('aborts jobs that a last claim brings in after the grace period', async () => {
    const { store, dispatcher, kept, started, job } = setUp();
    const { promise, resolve } = Promise.withResolvers<HeldJob[]>();
    store.claim = () => promise;
    kept.add('1');
    dispatcher.start();
    const stopped = dispatcher.stop(0);
    await new Promise((resume) => setTimeout(resume, 0));
    resolve([job('1')]);
    await stopped;
    expect(started[0]?.signal.reason).toBeInstanceOf(NodeStopping);
    expect(dispatcher.running).toBe(0);
  });

  it('claims again after a claim that failed, and when woken meanwhile', async () => {
    const { store, dispatcher, kept, warned, started, job } = setUp();
    kept.add('1');
    let claims = 0;
    store.claim = async () => {
      claims += 1;
      if (claims === 1) throw new Error('the database is away');
      return claims === 2 ? [job('1')] : [];
    };
    dispatcher.start();
    await new Promise((resolve) => setImmediate(resolve));
    dispatcher.wake();
    await vi.waitFor(() => expect(started).toHaveLength(1), WAIT);
    expect(warned).toEqual([{ kind: 'test', reason: 'the database is away' }]);
    started[0]?.finish();
    await dispatcher.stop(1_000);
  });
});
