import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunWaiters } from './await-run.ts';
import { createRetryAfter } from './retry-after.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SCOPE = { workspaceId: 'ws_1', environment: 'live' } as const;

function setUp(status: string | undefined = 'running') {
  const run = { status };
  let reads = 0;
  const waiters = createRunWaiters({
    find: async () => {
      reads += 1;
      return (run.status === undefined ? undefined : { ...run }) as never;
    },
  });
  const wait = (timeoutMs = 1_000, signal = new AbortController().signal, runId = 'run_1') => {
    let answer: unknown = 'waits';
    void waiters.await(SCOPE, runId, timeoutMs, signal).then((result) => {
      answer = result;
    });
    return () => answer;
  };
  return { run, waiters, wait, reads: () => reads };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a waiter', () => {
  it.each(['succeeded', 'failed', 'cancelled'])('has a run at once that has %s', async (status) => {
    const { wait } = setUp(status);
    // Only its own timer: others that share the process may set some.
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const set = vi.spyOn(globalThis, 'setTimeout');
    const answer = wait(12_345);
    await pass(0);
    expect(answer()).toEqual({ status });
    const own = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === 12_345);
    for (const { value } of own) expect(cleared).toHaveBeenCalledWith(value);
    vi.restoreAllMocks();
  });

  it('has nothing where there is no run', async () => {
    const { run, wait } = setUp();
    run.status = undefined as never;
    const answer = wait();
    await pass(0);
    expect(answer()).toBeUndefined();
  });

  it('has the run when it ends, and not when others do', async () => {
    const { run, waiters, wait, reads } = setUp();
    const answers = [wait(), wait()];
    await pass(0);
    waiters.ended(['run_2']);
    await pass(0);
    expect(reads()).toBe(2);
    run.status = 'succeeded';
    waiters.ended(['run_2', 'run_1']);
    await pass(0);
    expect(answers.map((answer) => answer())).toEqual([{ status: 'succeeded' }, { status: 'succeeded' }]);
    waiters.ended(['run_1']);
    await pass(0);
    expect(reads()).toBe(4);
  });

  it('reads again after a gap in the messages, and goes on waiting', async () => {
    const { run, waiters, wait } = setUp();
    const answer = wait();
    await pass(0);
    waiters.lookAgain();
    await pass(0);
    expect(answer()).toBe('waits');
    run.status = 'failed';
    waiters.lookAgain();
    await pass(0);
    expect(answer()).toEqual({ status: 'failed' });
  });

  it('has the run as it is when its time is over', async () => {
    const { wait } = setUp();
    const answer = wait(1_000);
    await pass(999);
    expect(answer()).toBe('waits');
    await pass(1);
    expect(answer()).toEqual({ status: 'running' });
  });

  it('ends when its caller goes, or the node stops', async () => {
    const controller = new AbortController();
    const { waiters, wait } = setUp();
    const [gone, other] = [wait(1_000, controller.signal), wait()];
    await pass(0);
    controller.abort();
    await pass(0);
    expect([gone(), other()]).toEqual([{ status: 'running' }, 'waits']);
    waiters.stop();
    await pass(0);
    expect(other()).toEqual({ status: 'running' });
    const late = wait();
    await pass(0);
    expect(late()).toEqual({ status: 'running' });
  });
});

describe('createRetryAfter', () => {
  function retryAfter(durationMs: () => number | undefined | Promise<number | undefined>) {
    let reads = 0;
    const ask = createRetryAfter(
      {
        recentDurationMs: async () => {
          reads += 1;
          return durationMs();
        },
      },
      { now: () => new Date() },
    );
    return { ask, reads: () => reads };
  }

  it.each([
    [undefined, 1],
    [0, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
    [3_600_000, 60],
  ])('is for runs of %s ms: %i s', async (durationMs, seconds) => {
    expect(await retryAfter(() => durationMs).ask(SCOPE, 'v')).toBe(seconds);
  });

  it('is read every ten seconds, for each version and environment', async () => {
    let durationMs = 2_000;
    const { ask, reads } = retryAfter(() => durationMs);
    expect(await ask(SCOPE, 'v')).toBe(2);
    durationMs = 3_000;
    await pass(9_999);
    expect(await ask(SCOPE, 'v')).toBe(2);
    expect([await ask(SCOPE, 'w'), await ask({ ...SCOPE, environment: 'test' }, 'v')]).toEqual([3, 3]);
    expect(reads()).toBe(3);
    await pass(1);
    expect(await ask(SCOPE, 'v')).toBe(3);
  });

  it('is what was known while it is read again', async () => {
    const slow = Promise.withResolvers<number>();
    let duration: number | Promise<number> = 5_000;
    const { ask, reads } = retryAfter(() => duration);
    await ask(SCOPE, 'v');
    await pass(10_000);
    duration = slow.promise;
    const first = ask(SCOPE, 'v');
    expect(await ask(SCOPE, 'v')).toBe(5);
    expect(await Promise.race([ask(SCOPE, 'new'), ask(SCOPE, 'new')])).toBe(1);
    slow.resolve(9_000);
    expect([await first, reads()]).toEqual([9, 3]);
  });
});
