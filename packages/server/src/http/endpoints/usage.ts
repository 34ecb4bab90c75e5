import { usageApi } from '@brickwork/contract';
import type { PlanLimits } from '../../access/plans.ts';
import type { StorageMeter } from '../../access/storage-quota.ts';
import type { Clock } from '../../core/clock.ts';
import { moneyOf, type Prices } from '../../usage/spend/prices.ts';
import type { CreditPrice } from '../../usage/spend/spend-cap.ts';
import type { UsageStore, UsageTotal } from '../../usage/store/usage-store.ts';
import { usageSpan } from '../../usage/usage-totals.ts';
import { ok, type Route, route } from '../route.ts';
import { toTokensWire } from '../usage-wire.ts';

export interface UsageRoutes {
  store: UsageStore;
  storage: StorageMeter;
  plans: Readonly<Record<string, PlanLimits>>;
  clock: Clock;
  prices: Pick<Prices, 'of'>;
}

export function usageRoutes({ store, storage, plans, clock, prices }: UsageRoutes): Route[] {
  return [
    route(usageApi.getUsage, async ({ principal, query }) => {
      const span = usageSpan(clock.now(), query.from, query.to, query.group_by);
      const [totals, sandbox, { runs, bytes }, price] = await Promise.all([
        store.totals(principal, span),
        store.sandbox(principal, span),
        storage.measure(principal.workspaceId),
        prices.of(principal.workspaceId),
      ]);
      const limits = plans[principal.plan];
      return ok({
        from: span.from,
        to: span.to,
        currency: price?.currency,
        group_by: span.groupBy,
        data: totals.map((total) => toWire(total, price)),
        sandbox: {
          runs: sandbox.runs,
          calls: sandbox.calls,
          tokens: toTokensWire(sandbox),
          uncharged_credits: sandbox.microCredits / 1_000_000,
          uncharged_money: moneyOf(sandbox.microCredits / 1_000_000, price)?.money,
        },
        stored: {
          runs,
          bytes,
          runs_limit: limits?.storedRuns ?? null,
          bytes_limit: limits?.storedBytes ?? null,
        },
      });
    }),
  ];
}

function toWire(total: UsageTotal, price: CreditPrice | undefined): Record<string, unknown> {
  const runs = total.succeeded + total.failed + total.cancelled;
  return {
    day: total.day,
    kit_id: total.kitId,
    kit_code: total.kitCode,
    kits: total.kits,
    runs,
    succeeded: total.succeeded,
    failed: total.failed,
    cancelled: total.cancelled,
    average_duration_ms: runs === 0 ? 0 : Math.round(total.durationMs / runs),
    calls: total.calls,
    tokens: toTokensWire(total),
    credits: total.microCredits / 1_000_000,
    ...moneyOf(total.microCredits / 1_000_000, price),
  };
}
