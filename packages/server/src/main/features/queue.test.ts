/** A node's queue of one kind: who claims, what wakes it, and what it does at its start and end. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import type { Subscriber } from '../../database/notifications.ts';
import { JOBS_READY } from '../../queue/store/tell-ready.ts';
import type { Node } from '../feature.ts';
import { openQueue } from './queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const JOB = { id: 'j', lane: 'l', attempts: 1, position: 7 };

function setUp(role: 'all' | 'api' = 'all', leaseMs?: number) {
  const claims: unknown[][] = [];
  const ready: object[] = [];
  const signals: AbortSignal[] = [];
  const subscribers = new Map<string, Subscriber>();
  const query = async (statement: string | { name: string }, values: unknown[] = []) => {
    const name = typeof statement === 'string' ? '' : statement.name;
    if (name === 'first_position') return { rows: [{ position: 1_000 }] };
    if (!name.startsWith('claim_jobs_k')) return { rows: [], rowCount: 0 };
    claims.push(values);
    return { rows: ready.splice(0) };
  };
  const node = {
    config: { role, leaseMs: 30_000, housekeepingMs: 77 },
    database: { query },
    logger: silentLogger,
    notifications: { subscribe: (topic: string, subscriber: Subscriber) => subscribers.set(topic, subscriber) },
  } as unknown as Node;
  const queue = openQueue(node, {
    kind: 'k',
    slots: 1,
    drainMs: 50,
    ...(leaseMs !== undefined && { leaseMs }),
    work: (_job, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const told = subscribers.get(JOBS_READY);
  return { queue, claims, ready, signals, told };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('openQueue', () => {
  it('looks for jobs when it starts, and when it hears of some of its kind', async () => {
    const { queue, claims, told } = setUp();
    await queue.start();
    await pass(0);
    expect(claims).toHaveLength(1);
    told?.onMessage('other');
    await pass(0);
    expect(claims).toHaveLength(1);
    told?.onMessage('k');
    await pass(0);
    expect(claims).toHaveLength(2);
    told?.onReconnect?.();
    await pass(0);
    expect(claims).toHaveLength(3);
    queue.wake();
    await pass(0);
    expect(claims).toHaveLength(4);
    await queue.stop();
  });

  it('claims for as long as the service says, or the kind', async () => {
    for (const [own, expected] of [
      [undefined, 30_000],
      [5_000, 5_000],
    ] as const) {
      const { queue, claims } = setUp('all', own);
      await queue.start();
      await pass(0);
      expect(claims[0]?.[1]).toBe(expected);
      await queue.stop();
    }
  });

  it('claims nothing on a node that only answers requests, whose new jobs have their place in the order', async () => {
    const { queue, claims, told } = setUp('api');
    await queue.start();
    told?.onMessage('k');
    queue.wake();
    queue.abort('j');
    await pass(5_000);
    expect(claims).toEqual([]);
    expect(queue.clock.next('lane')).toBe(1_000);
    await queue.stop();
  });

  it('aborts one job, or what still runs when it has waited long enough', async () => {
    const { queue, ready, signals } = setUp();
    ready.push(JOB);
    await queue.start();
    await pass(0);
    queue.abort('other');
    expect(signals[0]?.aborted).toBe(false);
    queue.abort('j');
    expect(signals[0]?.aborted).toBe(true);
    ready.push(JOB);
    queue.wake();
    await pass(20);
    const stopped = queue.stop();
    await pass(49);
    expect(signals[1]?.aborted).toBe(false);
    await pass(1);
    await stopped;
    expect(signals[1]?.aborted).toBe(true);
  });

  it('counts its lanes again with every round of housekeeping', async () => {
    const { queue } = setUp('api');
    expect(queue.maintenance).toMatchObject([{ what: expect.stringContaining('k jobs'), everyMs: 77 }]);
    await queue.maintenance[0]?.round(() => false);
    expect(queue.clock.next('lane')).toBe(1_000);
  });
});
