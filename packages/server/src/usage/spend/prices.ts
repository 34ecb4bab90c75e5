/** The price of a credit in a workspace: its own setting, otherwise that of the service. */

import type { SpendStore } from '../store/spend-store.ts';
import type { CreditPrice } from './spend-cap.ts';

export interface PriceInForce extends CreditPrice {
  setBy: 'workspace' | 'service';
}

export interface Prices {
  of(workspaceId: string): Promise<PriceInForce | undefined>;
  /** Undefined: the service's default. */
  set(workspaceId: string, price: CreditPrice | undefined): Promise<void>;
}

export function createPrices(
  store: Pick<SpendStore, 'findPrice' | 'setPrice'>,
  ofService: CreditPrice | undefined,
): Prices {
  return {
    async of(workspaceId) {
      const own = await store.findPrice(workspaceId);
      if (own !== undefined) return { ...own, setBy: 'workspace' };
      return ofService && { ...ofService, setBy: 'service' };
    },
    set: store.setPrice,
  };
}

/** For usage and summaries: nothing if no price is set. */
export function moneyOf(credits: number, price: CreditPrice | undefined): { money: number } | undefined {
  return price && { money: Number((credits * price.amount).toFixed(9)) };
}
