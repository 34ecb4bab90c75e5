/** What the page of insights shows, as its address says it: groupings, days, filters. Every figure leads to exactly the calls behind it. */
import type { Dimension, Insights, InsightsGroup, InsightsQuery } from '@brickwork/client';
import { type Condition, conditionsOf, filterOf, type RunsSearch, whereOf } from '../runs/runs-search.ts';
import { dayBefore } from '../ui/days.ts';
import { isTime, lastDayOf } from './time-groups.ts';

export interface InsightsSearch {
  /** The first grouping: along the chart. */
  by?: string | undefined;
  /** The second: a line for each. */
  and?: string | undefined;
  days?: number | undefined;
  /** Days of one's own, in place of `days`. */
  from?: string | undefined;
  to?: string | undefined;
  /** `reviewed` applies the corrections of reviewers. */
  as?: string | undefined;
  /** Conditions, as in the list of runs. */
  where?: string | undefined;
  words?: string | undefined;
  type?: string | undefined;
  /** `value`: groups that are not time in the order of their figure, not of their number of runs. */
  order?: string | undefined;
}

export const SPANS: readonly (readonly [number, string])[] = [
  [7, 'Last 7 days'],
  [28, 'Last 4 weeks'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
  [365, 'Last 365 days'],
];
const DEFAULT_DAYS = 90;

export const daysOf = ({ days }: InsightsSearch): number => SPANS.find(([each]) => each === days)?.[0] ?? DEFAULT_DAYS;

/** Both groupings, time or version first: that is what runs along a chart. */
export function groupingsOf({ by = 'week', and }: InsightsSearch): readonly [string, string | undefined] {
  if (and === undefined || and === by) return [by, undefined];
  return !isAlong(by) && isAlong(and) ? [and, by] : [by, and];
}

/** Whether groups follow each other, so that a line may join them. */
export const isAlong = (groupBy: string): boolean => isTime(groupBy) || groupBy === 'version';

export function queryOf(search: InsightsSearch, timezone: string): InsightsQuery {
  const { status: _status, ...filter } = filterOf(runsSearchOf(search), timezone);
  return {
    ...filter,
    group_by: groupingsOf(search)
      .filter((each) => each !== undefined)
      .join(','),
    from: search.from ?? dayBefore(daysOf(search) - 1),
    to: search.to,
    as: search.as === 'reviewed' ? 'reviewed' : undefined,
  };
}

/** The filters alone; days are the page's own. */
function runsSearchOf({ where, words, type }: InsightsSearch): RunsSearch {
  return { where: whereOf(conditionsOf(where).filter(([name]) => name !== 'from' && name !== 'to')), words, type };
}

/** The calls that insights have counted: those of the page, of a group, with an answer. */
export type CallsOf = (chosen?: {
  group?: InsightsGroup;
  where?: readonly Condition[];
  column?: string | undefined;
}) => RunsSearch | undefined;

/** Undefined where the list cannot be filtered so: runs without a value, and groups that stand for others. */
export function callsOf(
  search: InsightsSearch,
  { kit_code, from, to }: Pick<Insights, 'kit_code' | 'from' | 'to'>,
  dimensions: readonly Dimension[],
): CallsOf {
  const filters = runsSearchOf(search);
  return ({ group, where = [], column } = {}) => {
    const own = group === undefined ? [] : conditionsOfGroup(group, groupingsOf(search), { from, to }, dimensions);
    if (own === undefined) return undefined;
    const days = own.some(([name]) => name === 'from')
      ? []
      : ([
          ['from', from],
          ['to', to],
        ] as const);
    return {
      ...filters,
      kit: kit_code,
      // As insights count them unless they are asked otherwise.
      type: search.type ?? 'api',
      status: 'succeeded',
      as: search.as === 'reviewed' ? 'reviewed' : undefined,
      where: whereOf([...where, ...own, ...conditionsOf(filters.where), ...days]),
      columns: column,
    };
  };
}

function conditionsOfGroup(
  { group, groups, size, kit_version_id }: InsightsGroup,
  groupings: readonly [string, string | undefined],
  bounds: { from: string; to: string },
  dimensions: readonly Dimension[],
): Condition[] | undefined {
  if (size !== undefined) return undefined;
  const conditions: Condition[] = [];
  for (const by of groupings) {
    if (by === undefined) continue;
    const value = groups?.[by] ?? (by === groupings[0] ? group : undefined);
    if (value === undefined || value === null) return undefined;
    if (isTime(by)) {
      const last = lastDayOf(value, by);
      conditions.push(['from', value < bounds.from ? bounds.from : value]);
      conditions.push(['to', last > bounds.to ? bounds.to : last]);
    } else if (by === 'version') {
      if (kit_version_id === undefined) return undefined;
      conditions.push(['kit_version_id', kit_version_id]);
    } else {
      const key = dimensions.find(({ name }) => name === by)?.metadata_key;
      conditions.push([key === undefined ? by : `metadata.${key}`, `eq:${value}`]);
    }
  }
  return conditions;
}
