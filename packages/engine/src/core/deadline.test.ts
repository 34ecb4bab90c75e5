import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startDeadline } from './deadline.ts';

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('startDeadline', () => {
  it('aborts when the time is over, and reports that the time limit was the reason', async () => {
    const keepAlive = setInterval(() => {}, 1_000);
    const deadline = startDeadline(1);
    await aborted(deadline.signal);
    clearInterval(keepAlive);
    expect(deadline.isOver).toBe(true);
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts with the reason of the outer signal, even one that was aborted before', () => {
    const outer = new AbortController();
    const deadline = startDeadline(60_000, outer.signal);
    outer.abort(new Error('stop'));
    expect(deadline.signal.reason).toEqual(new Error('stop'));
    expect(deadline.isOver).toBe(false);
    expect(startDeadline(60_000, outer.signal).signal.aborted).toBe(true);
  });

  it('does not count time in a line', async () => {
    const keepAlive = setInterval(() => {}, 1_000);
    const deadline = startDeadline(20);
    const line = new Promise<string>((resolve) => setTimeout(() => resolve('my turn'), 100));
    expect(await deadline.pausing(line)).toBe('my turn');
    expect(deadline.signal.aborted).toBe(false);
    await aborted(deadline.signal);
    expect(deadline.isOver).toBe(true);
    const ended = startDeadline(1);
    const wait = ended.pausing(line);
    ended.end();
    await wait;
    await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(keepAlive);
    expect(ended.signal.aborted).toBe(false);
  });

  it('counts what was used instead of the clock, until the clock has gone on for too long', async () => {
    const keepAlive = setInterval(() => {}, 1_000);
    const used = [3, 9, 10, 99];
    const deadline = startDeadline(10, undefined, { usedMs: async () => used.shift(), longestMs: 600_000 });
    await aborted(deadline.signal);
    expect(used).toEqual([99]);
    expect(deadline.isOver).toBe(true);
    const idle = startDeadline(10, undefined, { usedMs: async () => 0, longestMs: 50 });
    await aborted(idle.signal);
    const unknown = startDeadline(10, undefined, { usedMs: async () => undefined, longestMs: 600_000 });
    await aborted(unknown.signal);
    clearInterval(keepAlive);
  });

  it('keeps no timer and no listener after its end', () => {
    const outer = new AbortController();
    const deadline = startDeadline(60_000, outer.signal);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
    deadline.end();
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
    outer.abort();
    expect(deadline.signal.aborted).toBe(false);
  });
});
