/** Insights over HTTP. */
import { insightsApi } from '@brickwork/contract';
import { requireTimeZone } from '../../core/time-zone.ts';
import { toInsightsDocument } from '../../insights/insights-document.ts';
import { type ReadInsights, readInsights } from '../../insights/read-insights.ts';
import { reviewedOf } from '../../insights/reviewed-of.ts';
import type { GetQuality } from '../../reviews/quality/get-quality.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { groupingsOf } from '../groupings-wire.ts';
import { insightsCsv } from '../insights-csv.ts';
import { ok, type Route, route } from '../route.ts';
import { runFilterOf } from '../run-filter-wire.ts';

export interface InsightsRoutes extends ReadInsights, GetQuality {
  dimensions: DimensionStore;
}

export function insightsRoutes(deps: InsightsRoutes): Route[] {
  return [
    route(insightsApi.getInsights, async ({ principal, params, query }) => {
      const { group_by, from, to, as, timezone, cursor } = query;
      const names = group_by.split(',');
      const filter = await runFilterOf(deps, principal, insightsApi.getInsights, query);
      const insights = await readInsights(deps, principal, {
        kit: params.kitId,
        groupBy: await groupingsOf(deps, principal.workspaceId, names),
        from,
        to,
        timezone: timezone === undefined ? undefined : requireTimeZone('timezone', timezone),
        filter,
        as,
        cursor,
      });
      if (query.format === 'csv')
        return ok(insightsCsv(names, insights), {
          'content-type': 'text/csv; charset=utf-8',
          ...(insights.nextCursor !== undefined && { 'x-next-cursor': insights.nextCursor }),
        });
      const reviewed = await reviewedOf(deps, principal, insights, { runs: filter, as });
      return ok(toInsightsDocument(insights, { names, as, reviewed }));
    }),
  ];
}
