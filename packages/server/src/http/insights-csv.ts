/**
 * Insights as CSV: a row for each value of each brick of each group, and one for a brick without values. Counts of runs are in every row.
 * Every page has the header line and ends with the total, so each can be read on its own.
 */
import { csvCell } from '@brickwork/client';
import type { BrickInsights } from '../insights/brick-insights.ts';
import type { GroupInsights, Insights } from '../insights/read-insights.ts';

const RUNS = ['succeeded', 'failed', 'cancelled'] as const;
const BRICK = [
  'brick_key',
  'brick_name',
  'type',
  'answered',
  'not_applicable',
  'not_sure',
  'no_answer',
  'confidence',
] as const;
const VALUE = ['value', 'value_name', 'count', 'share', 'share_low', 'share_high'] as const;
const NUMBERS = ['mean', 'mean_low', 'mean_high', 'p10', 'p25', 'p50', 'p75', 'p90'] as const;
const COLUMNS = [...RUNS, ...BRICK, ...VALUE, ...NUMBERS];

type Cells = Partial<Record<(typeof COLUMNS)[number], unknown>>;

export function insightsCsv(names: readonly string[], { groups, other, total }: Insights): string {
  const lines = [[...names, ...COLUMNS].map(csvCell).join(',')];
  const add = (values: readonly unknown[], group: GroupInsights) => {
    for (const cells of rowsOf(group))
      lines.push([...values, ...COLUMNS.map((column) => cells[column])].map(csvCell).join(','));
  };
  for (const group of groups)
    add(
      names.map((_, index) => plainValue(group.values[index])),
      group,
    );
  // Begins with a star, because no value of a dimension does.
  if (other !== undefined)
    add(
      names.map(() => `*other (${other.size})`),
      other,
    );
  add(
    names.map(() => '*total'),
    total,
  );
  return `${lines.join('\r\n')}\r\n`;
}

/** As with formulas, an apostrophe prevents spreadsheets from converting a value. */
function plainValue(value: string | undefined): string | undefined {
  return value?.startsWith('*') ? `'${value}` : value;
}

function rowsOf({ succeeded, failed, cancelled, bricks }: GroupInsights): Cells[] {
  const runs = { succeeded, failed, cancelled };
  if (bricks.length === 0) return [runs];
  return bricks.flatMap((brick) => bricksRows(brick).map((cells) => ({ ...runs, ...cells })));
}

function bricksRows({ values, mean, quantiles, ...brick }: BrickInsights): Cells[] {
  const {
    key: brick_key,
    name: brick_name,
    type,
    answered,
    notApplicable: not_applicable,
    notSure: not_sure,
    noAnswer: no_answer,
    confidence,
  } = brick;
  const common: Cells = { brick_key, brick_name, type, answered, not_applicable, not_sure, no_answer, confidence };
  if (values !== undefined)
    return values.map(({ value, name, count, share }) => ({
      ...common,
      value,
      value_name: name,
      count,
      share: share.value,
      share_low: share.low,
      share_high: share.high,
    }));
  const numbers = quantiles?.map(({ quantile, value }) => [`p${quantile * 100}`, value]) ?? [];
  return [{ ...common, mean: mean?.value, mean_low: mean?.low, mean_high: mean?.high, ...Object.fromEntries(numbers) }];
}
