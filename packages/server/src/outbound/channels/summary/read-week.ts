/** How a kit did in a week: what the console's overview says of it, from the same answers by the same functions. */
import type { insightsApi } from '@brickwork/contract';
import {
  type AgentRanking,
  answersIn,
  type BrickChanges,
  type Cost,
  changesBetween,
  clearDifference,
  type Estimate,
  estimateIn,
  type Measure,
  mainBrickOf,
  measureOf,
  rankAgents,
  scoredItems,
  type Trust,
  trustIn,
} from '@brickwork/contract/figures';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import type { Scope } from '../../../core/scope.ts';
import { toInsightsDocument } from '../../../insights/insights-document.ts';
import { type ReadInsights, readInsights } from '../../../insights/read-insights.ts';
import { reviewedOf } from '../../../insights/reviewed-of.ts';
import type { GroupBy } from '../../../insights/store/counted-runs.ts';
import { nextDay } from '../../../insights/time-zone.ts';
import { lookUpKit } from '../../../kits/resolve-kit.ts';
import type { GetQuality } from '../../../reviews/quality/get-quality.ts';
import { NO_ANSWER_FILTER } from '../../../runs/answer-filter.ts';
import { type Dimension, listDimensions } from '../../../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../../runs/store/dimension-store.ts';

export interface ReadWeek extends ReadInsights, GetQuality {
  dimensions: DimensionStore;
}

export interface Week {
  /** A Monday. */
  from: string;
  /** The Sunday after it. */
  to: string;
  timezone: string;
}

export interface KitWeek {
  kitId: string;
  kitCode: string;
  name: string;
  /** Of the overview with the same figures. */
  path: string;
  calls: { succeeded: number; failed: number; before: number };
  /** Undefined where nothing that the kit is judged by was answered. */
  score:
    | { measure: Measure; estimate: Estimate; before: Estimate | undefined; direction: 'up' | 'down' | undefined }
    | undefined;
  /** Points are of a score; without one there are none. */
  hasScore: boolean;
  changes: BrickChanges[];
  agents: AgentRanking | undefined;
  trust: Trust;
  cost: Cost | undefined;
}

interface Asked {
  kitId: string;
  name: string;
  week: Week;
  cost: Cost | undefined;
  /** The score alone, without teams and agents. */
  isBrief: boolean;
}

export async function readWeek(
  deps: ReadWeek,
  scope: Scope,
  { kitId, name, week, cost, isBrief }: Asked,
): Promise<KitWeek> {
  const version = await lookUpKit(deps.kits, scope.workspaceId, [{ kitId }]);
  const { bricks } = describeKit(version);
  const dimensions = isBrief ? [] : await listDimensions(deps, scope.workspaceId);
  const read = (groupBy: Grouping, days: Week) => insightsOf(deps, scope, kitId, groupBy, days);
  const earlier = { ...week, from: nextDay(week.from, -7), to: nextDay(week.from, -1) };
  const team = groupingOf(dimensions, 'team');
  const [now, before] = [await read(team, week), await read(team, earlier)];
  const main = mainBrickOf(bricks);
  const items = scoredItems(bricks, main);
  const answers = main && answersIn(now.total, main.key);
  const measure = answers && measureOf(answers, main);
  const agent = groupingOf(dimensions, 'agent');
  const isRanked = measure !== undefined && agent.name === 'agent' && now.total.runs.succeeded > 0;
  return {
    kitId,
    kitCode: version.kitCode,
    name,
    path: `/console/?${new URLSearchParams({ kit: version.kitCode, from: week.from, to: week.to })}`,
    calls: {
      succeeded: now.total.runs.succeeded,
      failed: now.total.runs.failed,
      before: before.total.runs.succeeded,
    },
    score: measure && scoreOf(measure, before, now),
    hasScore: main?.score !== undefined,
    changes: isBrief ? [] : changesBetween(before, now, { bricks, items }),
    agents: isRanked ? rankAgents(await read(agent, earlier), await read(agent, week), measure, items) : undefined,
    trust: trustIn(now.total.bricks),
    cost,
  };
}

function scoreOf(measure: Measure, before: insightsApi.Insights, now: insightsApi.Insights): KitWeek['score'] {
  const estimate = estimateIn(now.total, measure);
  if (estimate === undefined) return undefined;
  const earlier = estimateIn(before.total, measure);
  return { measure, estimate, before: earlier, direction: clearDifference(earlier, estimate) };
}

interface Grouping {
  name: string;
  by: GroupBy;
}

/** Where the workspace has deleted the dimension, one group with everything: only the total counts. */
function groupingOf(dimensions: readonly Dimension[], name: string): Grouping {
  const found = dimensions.find((each) => each.name === name);
  return found === undefined ? { name: 'month', by: 'month' } : { name, by: { metadata: found.metadataKey } };
}

async function insightsOf(
  deps: ReadWeek,
  scope: Scope,
  kit: string,
  { name, by }: Grouping,
  { from, to, timezone }: Week,
): Promise<insightsApi.Insights> {
  const filter = { status: undefined, type: undefined, by: NO_ANSWER_FILTER };
  const request = { kit, groupBy: [by], from, to, timezone, filter, as: 'given', cursor: undefined } as const;
  const insights = await readInsights(deps, scope, request);
  return toInsightsDocument(insights, {
    names: [name],
    as: 'given',
    reviewed: await reviewedOf(deps, scope, insights, { runs: filter, as: 'given' }),
  });
}
