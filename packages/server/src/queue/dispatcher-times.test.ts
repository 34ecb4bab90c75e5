/** What a dispatcher does when: claims, renewals and retries to the millisecond, with a clock that the tests move. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Facts, silentLogger } from '../core/logger.ts';
import { createDispatcher } from './dispatcher.ts';
import { LeaseLost } from './running-jobs.ts';
import type { HeldJob, JobStore } from './store/job-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const job = (id: string, token = 't1'): HeldJob => ({ id, lane: 'l', token, attempts: 1 });
const jobs = (count: number) => Array.from({ length: count }, (_, index) => job(String(index)));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

interface Work {
  job: HeldJob;
  signal: AbortSignal;
  end(): void;
  fail(error: unknown): void;
}

function setUp({ slots = 8, leaseMs = 600_000, gatherMs = 0, ready = [] as HeldJob[] } = {}) {
  const claims: number[] = [];
  const renewals: string[][] = [];
  const logged: Facts[] = [];
  const works: Work[] = [];
  const store: JobStore = {
    async claim(_kind, count) {
      claims.push(count);
      return ready.splice(0, count);
    },
    async renew(_kind, leases) {
      renewals.push(leases.map(({ id }) => id));
      return new Set(leases.map(({ id }) => id));
    },
    putBack: async () => true,
    reconcile: async () => {},
    depth: async () => ({ waiting: 0, held: 0 }),
  };
  const log = (facts: Facts) => logged.push(facts);
  const dispatcher = createDispatcher({
    kind: 'test',
    store,
    slots,
    leaseMs,
    pollMs: 1_000,
    gatherMs,
    logger: { ...silentLogger, warn: log, error: log },
    work: (of, signal) =>
      new Promise((end, fail) => {
        signal.addEventListener('abort', () => end());
        works.push({ job: of, signal, end, fail });
      }),
  });
  const stop = async () => {
    const stopped = dispatcher.stop(0);
    await pass(1);
    await stopped;
  };
  return { store, dispatcher, ready, claims, renewals, logged, works, stop };
}

describe('claims', () => {
  it.each([
    [1, [1]],
    [2, [1, 1]],
    [7, [4, 2, 1]],
    [6, [2, 2, 2]],
  ])('fill %i slots, and never more', async (slots, expected) => {
    const { dispatcher, claims, works, stop } = setUp({ slots, ready: jobs(20) });
    dispatcher.start();
    await pass(0);
    expect(claims).toEqual(expected);
    expect([works.length, dispatcher.running]).toEqual([slots, slots]);
    await stop();
  });

  it('poll while there is nothing to do', async () => {
    const { dispatcher, claims, stop } = setUp();
    dispatcher.start();
    await pass(999);
    expect(claims).toHaveLength(1);
    await pass(1);
    expect(claims).toHaveLength(2);
    await stop();
  });

  it('wait a little in a backlog for a second slot to be free, and not when a quarter of them is', async () => {
    const { dispatcher, claims, works, stop } = setUp({ ready: jobs(20) });
    dispatcher.start();
    await pass(0);
    for (let round = 0; round < 2; round += 1) {
      const before = claims.length;
      const [first, second, third] = works.splice(0, 3);
      first?.end();
      await pass(9);
      expect(claims).toHaveLength(before);
      await pass(1);
      expect(claims.slice(before)).toEqual([1]);
      second?.end();
      third?.end();
      await pass(0);
      expect(claims.slice(before)).toEqual([1, 2]);
    }
    await stop();
  });

  it('follow at once when woken during one that found all it asked for', async () => {
    const { dispatcher, claims, ready, works, stop } = setUp({ slots: 4, gatherMs: 100, ready: jobs(2) });
    dispatcher.start();
    dispatcher.wake();
    ready.push(job('later'));
    await pass(0);
    expect(works).toHaveLength(3);
    expect(claims.slice(0, 2)).toEqual([2, 2]);
    await stop();
  });

  it('that fail are tried again ever later, up to five seconds, and sooner once one has worked', async () => {
    const { store, dispatcher, ready, works, logged, stop } = setUp();
    const claim = store.claim;
    const times: number[] = [];
    let isAway = true;
    store.claim = (kind, count, leaseMs) => {
      times.push(performance.now());
      return isAway ? Promise.reject(new Error('away')) : claim(kind, count, leaseMs);
    };
    dispatcher.start();
    await pass(30_000);
    const waits = times.slice(1).map((time, index) => Math.floor((time - (times[index] ?? 0)) / 200));
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(27);
    expect(logged).toHaveLength(times.length);
    isAway = false;
    ready.push(job('1'));
    await pass(6_000);
    expect(works).toHaveLength(1);
    isAway = true;
    times.length = 0;
    await pass(1_500);
    expect(Math.floor(((times[1] ?? 0) - (times[0] ?? 0)) / 200)).toBe(1);
    await stop();
  });

  it('that failed are tried again as soon as a job ends', async () => {
    const { store, dispatcher, claims, works, stop } = setUp({ slots: 4, ready: jobs(1) });
    const claim = store.claim;
    dispatcher.start();
    await pass(0);
    store.claim = () => Promise.reject(new Error('away'));
    await pass(1_000);
    store.claim = claim;
    const before = claims.length;
    works[0]?.end();
    await pass(10);
    expect(claims).toHaveLength(before + 1);
    await stop();
  });

  it('that come back while the dispatcher stops are no fault, whether they worked or not', async () => {
    for (const end of ['resolve', 'reject'] as const) {
      const { store, dispatcher, logged } = setUp();
      const claim = Promise.withResolvers<HeldJob[]>();
      store.claim = () => claim.promise;
      dispatcher.start();
      const stopped = dispatcher.stop(10);
      if (end === 'resolve') claim.resolve([]);
      else claim.reject(new Error('away'));
      await pass(10);
      await stopped;
      expect(logged).toHaveLength(end === 'resolve' ? 0 : 1);
      dispatcher.wake();
      await pass(10_000);
      expect(logged).toHaveLength(end === 'resolve' ? 0 : 1);
    }
  });
});

describe('work', () => {
  it('that fails frees its slot, and is logged', async () => {
    const { dispatcher, logged, works, stop } = setUp({ slots: 1, ready: jobs(3) });
    dispatcher.start();
    await pass(0);
    works[0]?.fail(new Error('broken'));
    await pass(0);
    works[1]?.fail('no error');
    await pass(0);
    expect(works).toHaveLength(3);
    expect(logged).toEqual([
      { kind: 'test', job: '0', reason: 'broken' },
      { kind: 'test', job: '1', reason: 'unknown' },
    ]);
    await stop();
  });

  it('that outlived its lease is aborted when its job is claimed here again, and its end is not that of the new one', async () => {
    const { dispatcher, ready, works, stop } = setUp({ ready: [job('1', 'old')] });
    dispatcher.start();
    await pass(0);
    ready.push(job('1', 'new'));
    dispatcher.wake();
    await pass(0);
    expect(works.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(works[0]?.signal.reason).toBeInstanceOf(LeaseLost);
    expect(dispatcher.running).toBe(1);
    works[1]?.end();
    await pass(0);
    expect(dispatcher.running).toBe(0);
    await stop();
  });
});

describe('leases', () => {
  it.each([
    [300, 100],
    [60, 50],
  ])('of %i ms are renewed every %i ms', async (leaseMs, everyMs) => {
    const { dispatcher, renewals, stop } = setUp({ leaseMs, ready: jobs(2) });
    dispatcher.start();
    await pass(everyMs - 1);
    expect(renewals).toEqual([]);
    await pass(1);
    expect(renewals).toEqual([['0', '1']]);
    await stop();
  });

  it('are not asked about while nothing runs', async () => {
    const { dispatcher, renewals, stop } = setUp({ leaseMs: 300 });
    dispatcher.start();
    await pass(1_000);
    expect(renewals).toEqual([]);
    await stop();
  });

  it('that cannot be renewed now are renewed later', async () => {
    const { store, dispatcher, logged, works, stop } = setUp({ leaseMs: 300, ready: jobs(1) });
    store.renew = () => Promise.reject(new Error('away'));
    dispatcher.start();
    await pass(100);
    expect(logged).toEqual([{ kind: 'test', reason: 'away' }]);
    expect(works[0]?.signal.aborted).toBe(false);
    await stop();
  });

  it('of an older claim say nothing about the newer', async () => {
    const { store, dispatcher, ready, works, stop } = setUp({ leaseMs: 300, ready: [job('1', 'old')] });
    const renewed = Promise.withResolvers<Set<string>>();
    store.renew = () => renewed.promise;
    dispatcher.start();
    await pass(100);
    ready.push(job('1', 'new'));
    dispatcher.wake();
    await pass(0);
    renewed.resolve(new Set());
    await pass(0);
    expect(works[1]?.signal.aborted).toBe(false);
    await stop();
  });
});
