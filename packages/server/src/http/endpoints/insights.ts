/** Insights over HTTP. */
import { insightsApi } from '@brickwork/contract';
import type { Principal } from '../../access/principal.ts';
import {
  type BrickInsights,
  type GroupInsights,
  type Insights,
  type ReadInsights,
  readInsights,
} from '../../insights/read-insights.ts';
import type { GroupBy } from '../../insights/store/insights-store.ts';
import { type GetQuality, getQuality } from '../../reviews/quality/get-quality.ts';
import { readAnswerFilter } from '../../runs/answer-filter.ts';
import { ok, type Route, route } from '../route.ts';

export function insightsRoutes(deps: ReadInsights & GetQuality): Route[] {
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
      const reviewed = await reviewedOf(deps, principal, insights);
      return ok({
        kit_id: insights.kitId,
        kit_code: insights.kitCode,
        group_by,
        from: insights.from,
        to: insights.to,
        as,
        data: insights.groups.map(toGroupWire),
        total: {
          ...toGroupWire(insights.total),
          bricks: insights.total.bricks.map((brick) => ({
            ...toBrickWire(brick),
            reviewed: reviewed.get(brick.key) ?? { n: 0 },
          })),
        },
      });
    }),
  ];
}

const DAY_MS = 86_400_000;

/** How right the answers of the shown days are, by brick: the figures of the quality page. */
async function reviewedOf(
  deps: GetQuality,
  principal: Principal,
  { kitId, from, to }: Pick<Insights, 'kitId' | 'from' | 'to'>,
): Promise<Map<string, Record<string, unknown>>> {
  const until = new Date(Date.parse(to) + DAY_MS);
  const { groups } = await getQuality(deps, principal, kitId, { version: undefined, since: new Date(from), until });
  return new Map(
    groups.flatMap(({ bricks }) =>
      bricks.map(({ brick, reviewed, estimate }) => [
        brick,
        { n: reviewed, accuracy: estimate?.accuracy, low: estimate?.low, high: estimate?.high },
      ]),
    ),
  );
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
