/** What changed between two periods, brick by brick, and in which teams: only where the 95 % intervals do not overlap. */

import type { BrickSchema } from '../bricks/brick-schema.ts';
import type { Estimate, Insights, InsightsGroup } from '../endpoints/insights.ts';
import { formatShort } from './format.ts';
import { answersIn, clearDifference, estimateIn, type Measure, measureOf, type News, newsOf } from './measure.ts';
import { lossesIn, type ScoredItem } from './points-lost.ts';

export interface Change {
  /** The team; undefined for all calls together. */
  team: string | undefined;
  before: Estimate;
  after: Estimate;
  /** Answers of the later period. */
  answered: number;
  direction: 'up' | 'down';
  news: News;
}

export interface BrickChanges {
  measure: Measure;
  /** All calls together first, if they changed; then the teams, the clearest first. */
  changes: Change[];
  /** As an item of the score: how many points a call more (or fewer) it earns than before, over all calls. */
  points: number | undefined;
}

/** Both periods by team. The clearest change comes first. */
export function changesBetween(
  before: Insights,
  after: Insights,
  { bricks, items }: { bricks: readonly BrickSchema[]; items: readonly ScoredItem[] },
): BrickChanges[] {
  const points = pointsGained(before.total, after.total, items);
  const teams = after.data.filter(({ size, group }) => size === undefined && group !== undefined);
  return after.total.bricks
    .flatMap((brick) => {
      const schema = bricks.find(({ key }) => key === brick.key);
      const measure = measureOf(brick, schema);
      if (measure === undefined) return [];
      const whole = changeOf(measure, undefined, before.total, after.total);
      const ofTeams = teams.flatMap((team) => {
        const earlier = before.data.find(({ size, group }) => size === undefined && group === team.group);
        return earlier === undefined ? [] : changeOf(measure, team.group, earlier, team);
      });
      // A single team is the same calls again.
      const changes = [...whole, ...(teams.length > 1 ? ofTeams.toSorted(clearestFirst) : [])];
      return changes.length === 0 ? [] : [{ measure, changes, points: points.get(measure.key) }];
    })
    .toSorted((a, b) => Math.max(...b.changes.map(gapOf)) - Math.max(...a.changes.map(gapOf)));
}

/** By the key of the brick. Rules that fail a call have no points of their own. */
function pointsGained(from: InsightsGroup, to: InsightsGroup, items: readonly ScoredItem[]): Map<string, number> {
  const earlier = new Map(lossesIn(from, items).map(({ item, points }) => [item, points]));
  return new Map(
    lossesIn(to, items).flatMap(({ item, points }) => {
      const before = earlier.get(item);
      return before === undefined || item.isFailRule ? [] : [[item.key, before - points]];
    }),
  );
}

function changeOf(measure: Measure, team: string | undefined, from: InsightsGroup, to: InsightsGroup): Change[] {
  const before = estimateIn(from, measure);
  const after = estimateIn(to, measure);
  const direction = clearDifference(before, after);
  if (before === undefined || after === undefined || direction === undefined) return [];
  const answered = answersIn(to, measure.key)?.answered ?? 0;
  return [{ team, before, after, answered, direction, news: newsOf(direction, measure) }];
}

/** How far apart the intervals are, in units of their width. */
function gapOf({ before, after }: Change): number {
  const { low: low1 = 0, high: high1 = 0 } = before;
  const { low: low2 = 0, high: high2 = 0 } = after;
  return Math.max(low2 - high1, low1 - high2) / (high1 - low1 + high2 - low2 || 1);
}

const clearestFirst = (a: Change, b: Change) => gapOf(b) - gapOf(a);

/** The calls behind a change. For shares the side that makes the news: those that lack the good answer, or have the bad one. */
export function callsBehind(
  { after, answered }: Change,
  { leading, better }: Measure,
): { count: number; side: 'all' | 'without' | 'with' } {
  if (leading === undefined) return { count: answered, side: 'all' };
  const withLeading = Math.round(after.value * answered);
  return better === 'down' ? { count: withLeading, side: 'with' } : { count: answered - withLeading, side: 'without' };
}

/** Why the score moved: `costs 3 points a call more`. */
export function pointsText(points: number): string {
  const amount = formatShort(Math.abs(points));
  return points < 0 ? `costs ${amount} points a call more` : `brings ${amount} points a call`;
}
