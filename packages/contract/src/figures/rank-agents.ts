/** Agents in the order in which they need help. Nobody with few calls is ranked: an interval of a handful of calls says nothing. */
import type { Estimate, Insights, InsightsGroup } from '../endpoints/insights.ts';
import { answersIn, clearDifference, estimateIn, type Measure, type News, newsOf } from './measure.ts';
import { type Loss, lossesIn, type ScoredItem } from './points-lost.ts';

/** The normal interval of a mean is too narrow below this. */
export const FEWEST_CALLS = 10;
const MOST_LOSSES = 3;

export interface RankedAgent {
  name: string;
  calls: number;
  estimate: Estimate;
  /** Against everybody together: `neutral` where chance may explain the difference. */
  standing: News;
  /** Against the period before; undefined where there are too few calls to compare. */
  trend: { before: Estimate; news: News; direction: 'up' | 'down' | undefined } | undefined;
  losses: Loss[];
}

export interface AgentRanking {
  /** Who needs help most comes first. */
  ranked: RankedAgent[];
  /** Too few calls to be ranked, most calls first. */
  few: { name: string; calls: number }[];
  /** Agents with still fewer calls than all of these, which one answer does not hold. */
  left: number;
  /** Calls that name no agent. */
  unnamed: number;
}

/** Both periods by agent. */
export function rankAgents(
  before: Insights | undefined,
  now: Insights,
  measure: Measure,
  items: readonly ScoredItem[],
): AgentRanking {
  const named = now.data.flatMap((group) =>
    group.size === undefined && group.group !== undefined ? [{ name: group.group, group }] : [],
  );
  const callsOf = (group: InsightsGroup) => answersIn(group, measure.key)?.answered ?? 0;
  const ranked = named.flatMap(({ name, group }): RankedAgent[] => {
    const estimate = estimateIn(group, measure);
    const calls = callsOf(group);
    if (estimate === undefined || calls < FEWEST_CALLS) return [];
    const earlier = before?.data.find((each) => each.size === undefined && each.group === name);
    const standing = newsOf(clearDifference(estimateIn(now.total, measure), estimate), measure);
    const losses = lossesIn(group, items)
      .filter(({ points }) => points > 0)
      .slice(0, MOST_LOSSES);
    return [{ name, calls, estimate, standing, trend: trendOf(earlier, estimate, measure), losses }];
  });
  const isHighWorse = measure.better === 'down';
  return {
    ranked: ranked.toSorted((a, b) => (a.estimate.value - b.estimate.value) * (isHighWorse ? -1 : 1)),
    few: named
      .map(({ name, group }) => ({ name, calls: callsOf(group) }))
      .filter(({ calls }) => calls < FEWEST_CALLS)
      .toSorted((a, b) => b.calls - a.calls),
    left: now.data.find(({ size }) => size !== undefined)?.size ?? 0,
    unnamed: now.data.find(({ size, group }) => size === undefined && group === undefined)?.runs.succeeded ?? 0,
  };
}

function trendOf(earlier: InsightsGroup | undefined, now: Estimate, measure: Measure): RankedAgent['trend'] {
  const before = estimateIn(earlier, measure);
  if (before === undefined || (answersIn(earlier, measure.key)?.answered ?? 0) < FEWEST_CALLS) return undefined;
  const direction = clearDifference(before, now);
  return { before, direction, news: newsOf(direction, measure) };
}
