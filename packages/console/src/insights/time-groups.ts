/** Groups that are days, weeks or months. */
import type { Insights, InsightsGroup, KitVersion } from '@brickwork/client';
import { estimateIn, type Measure } from '@brickwork/contract/figures';
import { daysFrom } from '../ui/days.ts';
import { formatDay } from '../ui/format.ts';
import type { Days } from './period.ts';
import type { TrendPoint } from './trend-chart.tsx';

const DAY_MS = 86_400_000;

export const isTime = (groupBy: string): boolean => groupBy === 'day' || groupBy === 'week' || groupBy === 'month';

/** With the days, weeks or months in between that had no runs: otherwise a line would jump over them unseen. */
export function withGaps(groups: readonly InsightsGroup[], groupBy: string): readonly InsightsGroup[] {
  const [first] = groups;
  const last = groups.at(-1)?.group;
  if (!isTime(groupBy) || first?.group === undefined || last === undefined) return groups;
  const known = new Map(groups.map((group) => [group.group, group]));
  const all: InsightsGroup[] = [];
  for (let day = first.group; day <= last; day = daysFrom(lastDayOf(day, groupBy), 1))
    all.push(known.get(day) ?? { group: day, runs: { succeeded: 0, failed: 0, cancelled: 0 }, bricks: [] });
  return all;
}

export function lastDayOf(first: string, groupBy: string): string {
  const start = new Date(`${first}T00:00:00Z`);
  const next =
    groupBy === 'month'
      ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
      : start.getTime() + (groupBy === 'week' ? 7 : 1) * DAY_MS;
  return new Date(next - DAY_MS).toISOString().slice(0, 10);
}

/** Whether calls may still come into the group. */
export const isOpenGroup = (group: string | undefined, groupBy: string, today: string): boolean =>
  group !== undefined && isTime(groupBy) && lastDayOf(group, groupBy) >= today;

/** The newest version that was published within these days. */
export function liveIn(versions: readonly KitVersion[], first: string, last: string): string | undefined {
  const published = versions.filter(({ published_at }) => {
    const day = published_at?.slice(0, 10);
    return day !== undefined && day >= first && day <= last;
  });
  const newest = Math.max(0, ...published.map(({ version }) => version));
  return newest === 0 ? undefined : `v${newest}`;
}

/** A point for each week, also for weeks without calls, with the days of it that were asked for. */
export function weeklyPoints(
  { data, from, to }: Insights,
  measure: Measure,
  versions: readonly KitVersion[],
  callsOf: (days: Days) => TrendPoint['runs'],
  today: string,
): TrendPoint[] {
  return withGaps(data, 'week').flatMap((group) => {
    if (group.group === undefined) return [];
    const monday = group.group;
    const sunday = lastDayOf(monday, 'week');
    const days = { from: monday < from ? from : monday, to: sunday > to ? to : sunday };
    return [
      {
        label: formatDay(days.from),
        estimate: estimateIn(group, measure),
        mark: liveIn(versions, monday, sunday),
        runs: callsOf(days),
        isOpen: sunday >= today,
      },
    ];
  });
}
