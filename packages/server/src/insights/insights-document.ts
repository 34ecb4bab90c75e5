/** The public shape of insights. */
import type { insightsApi } from '@brickwork/contract';
import type { BrickInsights } from './brick-insights.ts';
import type { GroupInsights, Insights } from './read-insights.ts';

interface Shown {
  /** The groupings, as requested. */
  names: readonly string[];
  as: 'given' | 'reviewed';
  /** The accuracy of the answers, by the key of the brick. */
  reviewed: ReadonlyMap<string, NonNullable<insightsApi.BrickInsights['reviewed']>>;
}

export function toInsightsDocument(insights: Insights, { names, as, reviewed }: Shown): insightsApi.Insights {
  return {
    kit_id: insights.kitId,
    kit_code: insights.kitCode,
    group_by: names.join(','),
    from: insights.from,
    to: insights.to,
    timezone: insights.timezone,
    as,
    data: [...insights.groups.map((group) => toGroupWire(names, group)), ...otherOf(insights)],
    total: {
      ...toFiguresWire(insights.total),
      bricks: insights.total.bricks.map((brick) => ({
        ...toBrickWire(brick),
        // Reviewers correct the answers from which a score is computed.
        reviewed: reviewed.get(brick.key) ?? (insights.scores.has(brick.key) ? undefined : { n: 0 }),
      })),
    },
    next_cursor: insights.nextCursor,
  };
}

function otherOf({ other }: Insights): insightsApi.InsightsGroup[] {
  return other === undefined ? [] : [{ group: 'other', size: other.size, ...toFiguresWire(other) }];
}

function toGroupWire(names: readonly string[], group: GroupInsights): insightsApi.InsightsGroup {
  return {
    group: group.values[0],
    groups: Object.fromEntries(names.map((name, index) => [name, group.values[index] ?? null])),
    kit_version_id: group.kitVersionId,
    ...toFiguresWire(group),
  };
}

function toFiguresWire({ succeeded, failed, cancelled, bricks }: GroupInsights): insightsApi.InsightsGroup {
  return { runs: { succeeded, failed, cancelled }, bricks: bricks.map(toBrickWire) };
}

export function toBrickWire({ notApplicable, notSure, noAnswer, ...brick }: BrickInsights): insightsApi.BrickInsights {
  return { ...brick, not_applicable: notApplicable, not_sure: notSure, no_answer: noAnswer };
}
