/** Insights over HTTP. */
import { insightsApi } from '@brickwork/contract';
import {
  type BrickInsights,
  type GroupInsights,
  type ReadInsights,
  readInsights,
} from '../../insights/read-insights.ts';
import type { GroupBy } from '../../insights/store/insights-store.ts';
import { readAnswerFilter } from '../../runs/answer-filter.ts';
import { ok, type Route, route } from '../route.ts';

export function insightsRoutes(deps: ReadInsights): Route[] {
  return [
    route(insightsApi.getInsights, async ({ principal, params, query }) => {
      const { group_by, from, to, as } = query;
      const insights = await readInsights(deps, principal, {
        kit: params.kitId,
        groupBy: groupByOf(group_by),
        from,
        to,
        by: readAnswerFilter(query),
        backfillId: query.backfill_id,
        as,
      });
      return ok({
        kit_id: insights.kitId,
        kit_code: insights.kitCode,
        group_by,
        from: insights.from,
        to: insights.to,
        as,
        data: insights.groups.map(toGroupWire),
        total: toGroupWire(insights.total),
      });
    }),
  ];
}

function groupByOf(text: string): GroupBy {
  if (text === 'day' || text === 'week' || text === 'month' || text === 'version') return text;
  return { metadata: text.slice('metadata.'.length) };
}

function toGroupWire({
  group,
  kitVersionId,
  succeeded,
  failed,
  cancelled,
  bricks,
}: GroupInsights): Record<string, unknown> {
  return {
    group,
    kit_version_id: kitVersionId,
    runs: { succeeded, failed, cancelled },
    bricks: bricks.map(toBrickWire),
  };
}

function toBrickWire({ notApplicable, notSure, noAnswer, ...brick }: BrickInsights): Record<string, unknown> {
  return { ...brick, not_applicable: notApplicable, not_sure: notSure, no_answer: noAnswer };
}
