/** Spend caps: their routes, and the purses that calls to models are paid from. */
import { systemClock } from '../../core/clock.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import { spendRoutes } from '../../http/endpoints/spend.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { type RecordEvents, spendEvent } from '../../outbound/webhooks/event.ts';
import { toCapDocument } from '../../usage/spend/cap-document.ts';
import { createPrices, type Prices } from '../../usage/spend/prices.ts';
import { createSpendPurses, type OpenPurse } from '../../usage/spend/spend-purse.ts';
import { createSpendStore } from '../../usage/store/spend-store.ts';
import type { Feature, Node } from '../feature.ts';

export interface Spend extends Feature {
  openPurse: OpenPurse;
  prices: Prices;
}

/** Beyond the time that a run may take: what was reserved for its calls is settled by then. */
const MARGIN_MS = 60_000;

export function spendFeature(
  { config, database, logger, metrics }: Node,
  { kits, recordEvents }: { kits: ManageKits; recordEvents: RecordEvents },
): Spend {
  const { creditPrice } = config;
  const store = createSpendStore(database, {
    recordEvents,
    creditPrice: creditPrice?.amount,
    eventOf(workspaceId, cap, percent) {
      const now = systemClock.now();
      const head = {
        workspaceId,
        environment: 'live',
        eventId: encodeId('evt', newUuid(now)),
        createdAt: now,
      } as const;
      return spendEvent(head, percent === 100 ? 'spend.reached' : 'spend.warning', toCapDocument(cap, creditPrice));
    },
  });
  const prices = createPrices(store, creditPrice);
  const cutOff = metrics.counter(
    'brickwork_spend_cut_off_calls_total',
    'Model calls whose cost is unknown because their node was killed or the reply was lost. They are not counted as spent.',
    [],
  );
  return {
    prices,
    routes: spendRoutes({ spend: store, kits, clock: systemClock, creditPrice, prices }),
    openPurse: createSpendPurses({
      store,
      prices: config.modelPrices,
      validForMs: config.runDeadlineMs + MARGIN_MS,
      logger,
    }),
    maintenance: [
      {
        what: 'dropping old reservations',
        everyMs: config.housekeepingMs,
        async round() {
          for (const { workspaceId, calls, mostCredits } of await store.dropOld()) {
            cutOff.inc({}, calls);
            logger.warn(
              { workspace_id: workspaceId, calls, most_credits: mostCredits },
              'model calls were cut off; the most that they can have cost counts as spent',
            );
          }
        },
      },
    ],
  };
}
