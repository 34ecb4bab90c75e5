import { describe, expect, it } from 'vitest';
import { type ReadDeliveries, recoverDeliveries } from './read-deliveries.ts';

const SCOPE = { workspaceId: 'ws_1', environment: 'live' } as const;

describe('recoverDeliveries', () => {
  it.each([
    [0, false],
    [999, false],
    [1_000, true],
  ])('recovers %i, and says whether there may be more: %s', async (recovered, hasMore) => {
    const deps = {
      endpoints: { find: async () => ({ endpointId: 'wh_1' }) },
      log: { recover: async () => recovered },
      clock: { now: () => new Date() },
    } as unknown as ReadDeliveries;
    expect(await recoverDeliveries(deps, SCOPE, 'wh_1', new Date(0))).toEqual({ recovered, hasMore });
  });
});
