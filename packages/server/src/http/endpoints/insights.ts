/** Insights over HTTP. */
import { GROUPINGS, insightsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import { type Dimension, listDimensions } from '../../dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../dimensions/store/dimension-store.ts';
import { toInsightsDocument } from '../../insights/insights-document.ts';
import { type ReadInsights, readInsights } from '../../insights/read-insights.ts';
import { reviewedOf } from '../../insights/reviewed-of.ts';
import type { GroupBy } from '../../insights/store/count-groups.ts';
import { requireTimeZone } from '../../insights/time-zone.ts';
import type { GetQuality } from '../../reviews/quality/get-quality.ts';
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
      const insights = await readInsights(deps, principal, {
        kit: params.kitId,
        groupBy: await groupingsOf(deps, principal.workspaceId, names),
        from,
        to,
        timezone: timezone === undefined ? undefined : requireTimeZone('timezone', timezone),
        filter: await runFilterOf(deps, principal, insightsApi.getInsights, query),
        as,
        cursor,
      });
      if (query.format === 'csv')
        return ok(insightsCsv(names, insights), { 'content-type': 'text/csv; charset=utf-8' });
      const reviewed = await reviewedOf(deps, principal, insights);
      return ok(toInsightsDocument(insights, { names, as, reviewed }));
    }),
  ];
}

async function groupingsOf(
  deps: { dimensions: DimensionStore },
  workspaceId: string,
  names: readonly string[],
): Promise<GroupBy[]> {
  if (names.length > 2 || new Set(names).size < names.length)
    throw new ServiceError('invalid_parameter', { detail: 'group_by: must be one grouping, or two different ones.' });
  const isTime = (name: string) => GROUPINGS.some((each) => each === name);
  const isKnown = names.every((name) => isTime(name) || name.startsWith('metadata.'));
  const dimensions = isKnown ? [] : await listDimensions(deps, workspaceId);
  return names.map((name) => groupingOf(name, dimensions));
}

function groupingOf(name: string, dimensions: readonly Dimension[]): GroupBy {
  const time = GROUPINGS.find((each) => each === name);
  if (time !== undefined) return time;
  const [, key] = /^metadata\.([^\0]{1,64})$/.exec(name) ?? [];
  if (key?.isWellFormed()) return { metadata: key };
  const dimension = dimensions.find((each) => each.name === name);
  if (dimension !== undefined) return { metadata: dimension.metadataKey };
  const known = [...GROUPINGS, ...dimensions.map((each) => each.name)];
  throw new ServiceError('invalid_parameter', {
    detail: `group_by: there is no grouping “${name.slice(0, 64)}”; ${didYouMean(name, known) ?? `there are ${known.join(', ')} and metadata.KEY.`}`,
  });
}
