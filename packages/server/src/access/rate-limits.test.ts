import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import type { Principal } from './principal.ts';
import { createRateLimits, RateLimited, type RateStore } from './rate-limits.ts';

const principal: Principal = {
  workspaceId: 'ws_1',
  workspaceName: 'a',
  plan: 'free',
  environment: 'live',
  actor: { kind: 'key', id: 'key_1', name: 'one' },
  role: 'admin',
  hidesIdentities: false,
};
const plans = {
  free: {
    runCreationsPerMinute: 60,
    readsPerMinute: 600,
    runsAtOnce: 5,
    syncWaitsAtOnce: 5,
    storedRuns: null,
    storedBytes: null,
  },
  unlimited: {
    runCreationsPerMinute: null,
    readsPerMinute: null,
    runsAtOnce: null,
    syncWaitsAtOnce: 5,
    storedRuns: null,
    storedBytes: null,
  },
};

/** A bucket like the one in the database, on the test's own clock. */
function setUp() {
  let now = 0;
  let takes = 0;
  const buckets = new Map<string, { tokens: number; at: number }>();
  const store: RateStore = {
    async take({ workspaceId, kind }, wanted, perMinute) {
      takes += 1;
      const bucket = buckets.get(workspaceId + kind) ?? { tokens: perMinute, at: now };
      const available = Math.min(perMinute, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
      const granted = Math.min(wanted, Math.floor(available));
      buckets.set(workspaceId + kind, { tokens: available - granted, at: now });
      return { granted, left: available - granted };
    },
  };
  const node = () => createRateLimits(store, plans, { now: () => new Date(now) });
  return {
    node,
    takes: () => takes,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

const tryTake = async (limits: ReturnType<typeof createRateLimits>, points = 1) => {
  try {
    return await limits.take(principal, 'create', points);
  } catch (error) {
    if (error instanceof RateLimited) return error;
    throw error;
  }
};

describe('createRateLimits', () => {
  it('allows exactly the plan’s number of requests, then says how long to wait', async () => {
    const { node, takes, advance } = setUp();
    const limits = node();
    const results = await Promise.all(Array.from({ length: 61 }, () => tryTake(limits)));
    const refused = results.filter((result) => result instanceof RateLimited);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    expect(takes()).toBeLessThan(25); // In portions, not one by one.
    advance(1_000);
    expect(await tryTake(limits)).not.toBeInstanceOf(RateLimited);
    expect(await tryTake(limits)).toBeInstanceOf(RateLimited);
  });

  it('lets reads go on at the plan’s rate while the database is away, and nothing else', async () => {
    let now = 60_000;
    const away: RateStore = {
      take: async () => {
        throw new ServiceError('unavailable');
      },
    };
    const limits = createRateLimits(away, plans, { now: () => new Date(now) });
    const allowedReads = async () => {
      const results = await Promise.allSettled(Array.from({ length: 100 }, () => limits.take(principal, 'read')));
      return results.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await allowedReads()).toBe(30);
    now += 2_999;
    expect(await allowedReads()).toBe(0);
    now += 101;
    expect(await allowedReads()).toBe(30);
    await expect(limits.take(principal, 'create')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('never allows more on two nodes than on one, and only slightly less', async () => {
    const { node } = setUp();
    const nodes = [node(), node()];
    let allowed = 0;
    for (let request = 0; request < 200; request += 1) {
      const limits = nodes[request % 2];
      if (limits && !((await tryTake(limits)) instanceof RateLimited)) allowed += 1;
    }
    expect(allowed).toBeLessThanOrEqual(60);
    expect(allowed).toBeGreaterThanOrEqual(57);
  });

  it('takes many points at once or none', async () => {
    const { node } = setUp();
    const limits = node();
    expect(await tryTake(limits, 50)).not.toBeInstanceOf(RateLimited);
    expect(await tryTake(limits, 20)).toBeInstanceOf(RateLimited);
  });

  it('gives a replay’s point back', async () => {
    const { node } = setUp();
    const limits = node();
    for (let request = 0; request < 60; request += 1) await tryTake(limits);
    limits.giveBack(principal, 'create');
    expect(await tryTake(limits)).not.toBeInstanceOf(RateLimited);
    expect(await tryTake(limits)).toBeInstanceOf(RateLimited);
  });

  it('makes no database call when the plan has no limit', async () => {
    const { node, takes } = setUp();
    expect(await node().take({ ...principal, plan: 'unlimited' }, 'create')).toBeUndefined();
    expect(await node().take(principal, 'none')).toBeUndefined();
    expect(takes()).toBe(0);
  });

  it('returns the state for the headers', async () => {
    const { node } = setUp();
    expect(await node().take(principal, 'read')).toEqual({ kind: 'read', limit: 600, remaining: 599, resetSeconds: 1 });
  });
});
