/** What a credit costs in a workspace: by its own word, else by that of the service. */

import type { SpendStore } from '../store/spend-store.ts';
import type { CreditPrice } from './spend-cap.ts';

export interface PriceInForce extends CreditPrice {
  setBy: 'workspace' | 'service';
}

export interface Prices {
  of(workspaceId: string): Promise<PriceInForce | undefined>;
  /** Undefined: as the service says. */
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

/** As usage and summaries show it: nothing where nobody has said what a credit costs. */
export function moneyOf(credits: number, price: CreditPrice | undefined): { money: number } | undefined {
  return price && { money: Number((credits * price.amount).toFixed(9)) };
}
