/** How the figures of a brick read on the page of insights. */
import type { BrickInsights, BrickSchema } from '@brickwork/client';
import { type Estimate, figureName, isNumeric, measureOf } from '@brickwork/contract/figures';
import { formatFigure, formatNumber, formatShare, intervalOf, roundedFigure } from '../ui/format.ts';
import type { Table } from '../ui/slide.ts';

/** As the overview writes it: the same statistic reads the same on both pages. */
export function formatOf(brick: BrickInsights, schema: BrickSchema | undefined): (value: number) => string {
  const measure = schema === undefined ? undefined : measureOf(brick, schema);
  return measure?.format ?? (isNumeric(brick) ? formatFigure : formatShare);
}

export interface FigureRow {
  names: readonly string[];
  answered: number;
  estimate: Estimate | undefined;
}

/** For a sheet: a row for each group, with its interval and how many calls it is of. */
export function figureTable(brick: BrickInsights, groups: readonly string[], rows: readonly FigureRow[]): Table {
  const round = (value: number | undefined) => (value === undefined ? undefined : roundedFigure(value));
  return {
    columns: [...groups, `${brick.name}: ${figureName(brick).toLowerCase()}`, 'From', 'To', 'Answered'],
    rows: rows.map(({ names, answered, estimate }) => [
      ...names,
      round(estimate?.value),
      round(estimate?.low),
      round(estimate?.high),
      answered,
    ]),
  };
}

/** How accurate the answers of a total are by what people said, or that nobody has said anything. Scores are not reviewed themselves. */
export function reviewedText({ reviewed }: BrickInsights): string {
  if (reviewed === undefined) return 'Computed from other answers';
  if (reviewed.n === 0) return 'Not reviewed yet';
  if (reviewed.accuracy === undefined)
    return `${formatNumber(reviewed.n)} reviewed: too few drawn at random to estimate the accuracy`;
  const { n, accuracy, low = accuracy, high = accuracy } = reviewed;
  const interval = intervalOf({ value: accuracy, low, high }, formatShare);
  return `Reviewed: ${formatShare(accuracy)} right (${interval}), ${formatNumber(n)} answers`;
}
