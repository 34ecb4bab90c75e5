import { usageApi } from '@brickwork/contract';
import type { Clock } from '../../core/clock.ts';
import { type UsageStore, type UsageTotal, usageSpan } from '../../usage/usage-totals.ts';
import { ok, type Route, route } from '../route.ts';
import { toTokensWire } from '../usage-wire.ts';

export function usageRoutes({ store, clock }: { store: UsageStore; clock: Clock }): Route[] {
  return [
    route(usageApi.getUsage, async ({ principal, query }) => {
      const span = usageSpan(clock.now(), query.from, query.to, query.group_by);
      const totals = await store.totals(principal, span);
      return ok({ from: span.from, to: span.to, group_by: span.groupBy, data: totals.map(toWire) });
    }),
  ];
}

function toWire(total: UsageTotal): Record<string, unknown> {
  const runs = total.succeeded + total.failed + total.cancelled;
  return {
    day: total.day,
    kit_id: total.kitId,
    kit_code: total.kitCode,
    runs,
    succeeded: total.succeeded,
    failed: total.failed,
    cancelled: total.cancelled,
    average_duration_ms: runs === 0 ? 0 : Math.round(total.durationMs / runs),
    calls: total.calls,
    tokens: toTokensWire(total),
    credits: total.microCredits / 1_000_000,
  };
}
