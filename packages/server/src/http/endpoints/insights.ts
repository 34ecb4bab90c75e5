/** Insights over HTTP. */
import { GROUPINGS, insightsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { Principal } from '../../access/principal.ts';
import { type Dimension, listDimensions } from '../../dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../dimensions/store/dimension-store.ts';
import type { BrickInsights } from '../../insights/brick-insights.ts';
import { type GroupInsights, type Insights, type ReadInsights, readInsights } from '../../insights/read-insights.ts';
import type { GroupBy } from '../../insights/store/count-groups.ts';
import { requireTimeZone, startOfDay } from '../../insights/time-zone.ts';
import { type GetQuality, getQuality } from '../../reviews/quality/get-quality.ts';
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
      return ok({
        kit_id: insights.kitId,
        kit_code: insights.kitCode,
        group_by,
        from: insights.from,
        to: insights.to,
        timezone: insights.timezone,
        as,
        data: [...insights.groups.map((group) => toGroupWire(names, group)), ...otherOf(insights)],
        total: {
          ...toFiguresWire(insights.total),
          bricks: insights.total.bricks.map((brick) => ({
            ...toBrickWire(brick),
            reviewed: reviewed.get(brick.key) ?? { n: 0 },
          })),
        },
        next_cursor: insights.nextCursor,
      });
    }),
  ];
}

const DAY_MS = 86_400_000;

/** How right the answers of the shown days are, by brick: the figures of the quality page. */
async function reviewedOf(
  deps: GetQuality,
  principal: Principal,
  { kitId, from, to, timezone }: Pick<Insights, 'kitId' | 'from' | 'to' | 'timezone'>,
): Promise<Map<string, Record<string, unknown>>> {
  const next = new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10);
  const { groups } = await getQuality(deps, principal, kitId, {
    version: undefined,
    since: startOfDay(timezone, from),
    until: startOfDay(timezone, next),
  });
  return new Map(
    groups.flatMap(({ bricks }) =>
      bricks.map(({ brick, reviewed, estimate }) => [
        brick,
        { n: reviewed, accuracy: estimate?.accuracy, low: estimate?.low, high: estimate?.high },
      ]),
    ),
  );
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

function otherOf({ other }: Insights): Record<string, unknown>[] {
  return other === undefined ? [] : [{ group: 'other', size: other.size, ...toFiguresWire(other) }];
}

function toGroupWire(names: readonly string[], group: GroupInsights): Record<string, unknown> {
  return {
    group: group.values[0],
    groups: Object.fromEntries(names.map((name, index) => [name, group.values[index] ?? null])),
    kit_version_id: group.kitVersionId,
    ...toFiguresWire(group),
  };
}

function toFiguresWire({ succeeded, failed, cancelled, bricks }: GroupInsights): Record<string, unknown> {
  return { runs: { succeeded, failed, cancelled }, bricks: bricks.map(toBrickWire) };
}

function toBrickWire({ notApplicable, notSure, noAnswer, ...brick }: BrickInsights): Record<string, unknown> {
  return { ...brick, not_applicable: notApplicable, not_sure: notSure, no_answer: noAnswer };
}
