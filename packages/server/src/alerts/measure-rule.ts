/** The figure of a rule, from the counts of insights, with its interval and a link to its runs. */
import { itemType } from '@brickwork/engine/bricks/brick-types';
import type { Scope } from '../core/scope.ts';
import { dayIn, startOfDay } from '../core/time-zone.ts';
import { type BrickInsights, brickInsights } from '../insights/brick-insights.ts';
import { type Estimate, shareOf } from '../insights/intervals.ts';
import { MOST_RUNS } from '../insights/read-insights.ts';
import type { InsightsStore } from '../insights/store/insights-store.ts';
import { conditionsOf } from '../runs/dimensions/dimension-keys.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';
import { type AlertFinding, type AlertRule, minRunsOf } from './alert.ts';

export interface MeasureRule {
  insights: InsightsStore;
  dimensions: DimensionStore;
}

/** `too_many`: runs of the window that would have to be read one by one. */
export async function measureRule(
  { insights, dimensions }: MeasureRule,
  scope: Scope,
  kit: { kitId: string; kitCode: string },
  rule: AlertRule,
  now: Date,
): Promise<AlertFinding | 'too_many' | 'no_brick'> {
  const brick = (await insights.bricks(scope, kit.kitId)).find(({ key }) => key === rule.brick);
  if (brick === undefined) return 'no_brick';
  const timezone = await insights.timezoneOf(scope.workspaceId);
  const from = startOf(rule.window, now, timezone);
  const counted = await insights.counts(scope, {
    kitId: kit.kitId,
    from: dayIn(timezone, from),
    to: dayIn(timezone, now),
    timezone,
    groupBy: [],
    filter: {
      status: undefined,
      type: undefined,
      by: await conditionsOf({ dimensions }, scope.workspaceId, rule.where ?? {}),
      ...(rule.window.endsWith('h') && { occurredAfter: from }),
    },
    as: rule.as ?? 'given',
    numeric: itemType(brick).compareAs === 'numbers' ? [brick.key] : [],
    skip: 0,
    most: 1,
    mostRuns: MOST_RUNS,
  });
  if (counted === 'too_many') return 'too_many';
  const { n, figure } = figureOf(
    rule,
    brickInsights(
      brick,
      counted.lines.filter(({ place, brick: key }) => place === undefined && key === rule.brick),
    ),
  );
  return { from, to: now, n, isEnough: n >= minRunsOf(rule), figure, runsUrl: runsUrlOf(kit.kitCode, rule, from) };
}

/** Days begin at midnight in the workspace's time zone, as in insights; the first day is counted in full. */
function startOf(window: string, now: Date, timezone: string): Date {
  const count = Number(window.slice(0, -1));
  if (window.endsWith('h')) return new Date(now.getTime() - count * 3_600_000);
  const today = Date.parse(dayIn(timezone, now));
  return startOfDay(timezone, new Date(today - (count - 1) * 86_400_000).toISOString().slice(0, 10));
}

function figureOf(rule: AlertRule, insights: BrickInsights): { n: number; figure: Estimate | undefined } {
  const { answered, notApplicable, abstained } = insights;
  if (rule.aggregate === 'no_value') {
    const n = answered + notApplicable + abstained;
    return { n, figure: n === 0 ? undefined : shareOf(n - answered, n) };
  }
  if (answered === 0) return { n: 0, figure: undefined };
  if (rule.aggregate === 'mean') return { n: answered, figure: insights.mean };
  if (rule.aggregate === 'quantile') {
    const { quantile = 0.5 } = rule;
    const found = insights.quantiles?.find((each) => each.quantile === quantile);
    return { n: answered, figure: found && { value: found.value, ...bounds(found) } };
  }
  const count = insights.values?.find(({ value }) => value === rule.value)?.count ?? 0;
  return { n: answered, figure: shareOf(count, answered) };
}

function bounds({ low, high }: Estimate): Omit<Estimate, 'value'> {
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) };
}

/** The runs that a person would want to see: those with the answer, beyond the threshold, or without a value. */
function runsUrlOf(kitCode: string, rule: AlertRule, from: Date): string {
  const { aggregate, brick, value, above, below, where = {} } = rule;
  const query = new URLSearchParams({ kit_code: kitCode, occurred_after: from.toISOString() });
  if (aggregate === 'share') query.append(`answer.${brick}`, `eq:${value}`);
  else if (aggregate === 'no_value') query.append(`answer.${brick}`, 'is:no_value');
  else query.append(`answer.${brick}`, above === undefined ? `lt:${below}` : `gt:${above}`);
  for (const [name, condition] of Object.entries(where)) query.append(name, condition);
  return `/v1/runs?${query}`;
}
