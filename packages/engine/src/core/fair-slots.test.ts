import { describe, expect, it } from 'vitest';
import { FairSlots } from './fair-slots.ts';

/** Tasks that say when they start, and end when they are told to. */
function desk(slots: number, reserve = 0) {
  let now = 0;
  const started: string[] = [];
  const fair = new FairSlots({ slots: () => slots, reserve, now: () => now });
  const running = new Map<string, () => void>();
  return {
    fair,
    started,
    ask(owner: string, task: string, signal?: AbortSignal) {
      return fair.take(owner, signal).then((give) => {
        started.push(task);
        running.set(task, give);
      });
    },
    async end(task: string, afterMs: number) {
      now += afterMs;
      running.get(task)?.();
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('FairSlots', () => {
  it('starts a neighbour’s only task before the fifth of an owner that came first', async () => {
    const { ask, started, end } = desk(1);
    for (let n = 0; n < 5; n += 1) void ask('loud', `loud${n}`);
    void ask('quiet', 'quiet');
    await settle();
    await end('loud0', 1_000);
    expect(started).toEqual(['loud0', 'quiet']);
  });

  it('shares by time, not by number of tasks', async () => {
    const { ask, started, end } = desk(1);
    for (let n = 0; n < 3; n += 1) void ask('long', `long${n}`);
    for (let n = 0; n < 6; n += 1) void ask('short', `short${n}`);
    await settle();
    await end('long0', 1_000);
    for (let n = 0; n < 6; n += 1) await end(`short${n}`, 100);
    expect(started).toEqual(['long0', 'short0', 'short1', 'short2', 'short3', 'short4', 'short5', 'long1']);
  });

  it('has a slot in reserve for an owner that holds none', async () => {
    const { ask, started, fair } = desk(2, 1);
    for (let n = 0; n < 4; n += 1) void ask('loud', `loud${n}`);
    await settle();
    expect(started).toEqual(['loud0', 'loud1']);
    void ask('quiet', 'quiet');
    await settle();
    expect(started).toEqual(['loud0', 'loud1', 'quiet']);
    expect(fair.busy).toBe(3);
  });

  it('forgets a task that is aborted while it waits', async () => {
    const { ask, started, end, fair } = desk(1);
    const stop = new AbortController();
    void ask('a', 'first');
    const waiting = ask('b', 'second', stop.signal);
    stop.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await settle();
    await end('first', 1);
    expect(started).toEqual(['first']);
    expect(fair.busy).toBe(0);
  });

  it('returns a slot once, however often it is given back', async () => {
    const fair = new FairSlots({ slots: () => 1, now: () => 0 });
    const give = await fair.take('a');
    give();
    give();
    expect(fair.busy).toBe(0);
  });
});
