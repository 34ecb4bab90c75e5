import { describe, expect, it } from 'vitest';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { deleteCap, type ManageCaps, putCap } from './manage-caps.ts';
import type { CapState, SpendCap } from './spend-cap.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const PRICE = { amount: 1, currency: 'EUR', setBy: 'workspace' } as const;
const cap = (amount: { credits?: number; money?: number }) => ({
  ...({ name: 'all', kit: undefined, period: 'day', atCap: 'hold' } as const),
  credits: amount.credits,
  money: amount.money,
});

/** A store that keeps whatever it is given. */
function caps({ price, isFull = false }: { price?: typeof PRICE; isFull?: boolean } = {}) {
  const saved: SpendCap[] = [];
  const deps: ManageCaps = {
    spend: {
      list: async () => [],
      put: async (_workspaceId, given, _now, most) => {
        if (isFull) return 'too_many';
        saved.push(given);
        return { ...given, most } as CapState;
      },
      delete: async (_workspaceId, name) => name === 'all',
    },
    kits: {} as ManageKits,
    clock: { now: () => NOW },
    creditPrice: undefined,
    prices: { of: async () => price },
  };
  return { deps, saved };
}

describe('putCap', () => {
  it('takes credits where a credit has no price, and money where it has one', async () => {
    const free = caps();
    expect(await putCap(free.deps, 'ws_1', cap({ credits: 3 }))).toMatchObject({ credits: 3, most: 50 });
    await expect(putCap(free.deps, 'ws_1', cap({ money: 3 }))).rejects.toThrow('money: a credit has no price yet.');
    expect(free.saved).toHaveLength(1);
    const priced = caps({ price: PRICE });
    expect(await putCap(priced.deps, 'ws_1', cap({ money: 3 }))).toMatchObject({ money: 3, kitId: undefined });
  });

  it('takes one of them, not both and not none', async () => {
    const { deps, saved } = caps({ price: PRICE });
    const refusal = 'credits: set the cap either in credits or in money.';
    await expect(putCap(deps, 'ws_1', cap({}))).rejects.toThrow(refusal);
    await expect(putCap(deps, 'ws_1', cap({ credits: 1, money: 1 }))).rejects.toThrow(refusal);
    expect(saved).toEqual([]);
  });

  it('says how many there are when there is no room for another', async () => {
    await expect(putCap(caps({ isFull: true }).deps, 'ws_1', cap({ credits: 1 }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('There are 50 spend caps, the'),
    });
  });
});

describe('deleteCap', () => {
  it('deletes what there is', async () => {
    await expect(deleteCap(caps().deps, 'ws_1', 'all')).resolves.toBeUndefined();
    await expect(deleteCap(caps().deps, 'ws_1', 'none')).rejects.toThrow('There is no such spend cap.');
  });
});
