import { describe, expect, it } from 'vitest';
import { createAdaptiveLimit } from './adaptive-limit.ts';

describe('createAdaptiveLimit', () => {
  const never = new AbortController().signal;

  it('halves on overload, down to one, and grows back one by one', () => {
    const limit = createAdaptiveLimit(8, () => 0);
    for (const expected of [4, 2, 1, 1]) {
      limit.shrink();
      expect(limit.limit).toBe(expected);
    }
    for (let calls = 0; calls < 100; calls += 1) limit.grow();
    expect(limit.limit).toBe(8);
  });

  it('admits calls up to the limit, the next when one ends', async () => {
    const limit = createAdaptiveLimit(2, () => 0);
    const entered: number[] = [];
    const enter = async (n: number) => {
      const leave = await limit.take('a', never);
      entered.push(n);
      return leave;
    };
    const [first, second, third] = [enter(1), enter(2), enter(3)];
    const leave = await first;
    await second;
    expect(entered).toEqual([1, 2]);
    leave();
    leave(); // A place is given back once.
    await third;
    expect(entered).toEqual([1, 2, 3]);
  });

  it('forgets a call that stops waiting', async () => {
    const limit = createAdaptiveLimit(1, () => 0);
    const leave = await limit.take('a', never);
    const stop = new AbortController();
    const waiting = limit.take('a', stop.signal);
    stop.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    await limit.take('a', never);
  });

  it('lets a workspace with one call in before the rest of a workspace with many', async () => {
    const limit = createAdaptiveLimit(1, () => 0);
    const entered: string[] = [];
    const enter = async (owner: string) => {
      const leave = await limit.take(owner, never);
      entered.push(owner);
      leave();
    };
    const leave = await limit.take('many', never);
    const calls = ['many', 'many', 'many', 'one'].map(enter);
    leave();
    await Promise.all(calls);
    expect(entered[0]).toBe('one');
  });
});
