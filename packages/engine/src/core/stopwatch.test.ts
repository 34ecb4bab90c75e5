import { describe, expect, it } from 'vitest';
import { startStopwatch } from './stopwatch.ts';

describe('a stopwatch', () => {
  it('stands still in a line, and goes on when the last of several waits is over', async () => {
    let now = 100;
    const watch = startStopwatch(() => now);
    now += 5;
    expect(watch.usedMs()).toBe(5);
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const waits = [watch.pausing(first.promise), watch.pausing(second.promise)];
    now += 1_000;
    expect([watch.usedMs(), watch.isRunning]).toEqual([5, false]);
    first.resolve('a thread');
    expect(await waits[0]).toBe('a thread');
    now += 1_000;
    expect(watch.usedMs()).toBe(5);
    second.reject(new Error('cancelled'));
    await expect(waits[1]).rejects.toThrow('cancelled');
    now += 2;
    expect([watch.usedMs(), watch.isRunning]).toEqual([7, true]);
  });
});
