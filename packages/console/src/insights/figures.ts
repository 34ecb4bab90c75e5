/** How the figures of a brick read on the page of insights. */
import { isNumeric } from '@brickwork/contract/figures';
import type { BrickInsights } from '../api/insights.ts';
import { formatFigure, formatNumber, formatShare, intervalOf } from '../ui/format.ts';

export const formatOf = (brick: BrickInsights) => (isNumeric(brick) ? formatFigure : formatShare);

/** How accurate the answers of a total are by what people said, or that nobody has said anything. Scores are not reviewed themselves. */
export function reviewedText({ reviewed }: BrickInsights): string {
  if (reviewed === undefined) return 'Computed from other answers';
  if (reviewed.n === 0) return 'Nobody has reviewed this yet';
  if (reviewed.accuracy === undefined)
    return `${formatNumber(reviewed.n)} reviewed: too few drawn at random to estimate the accuracy`;
  const { n, accuracy, low = accuracy, high = accuracy } = reviewed;
  const interval = intervalOf({ value: accuracy, low, high }, formatShare);
  return `Reviewed: ${formatShare(accuracy)} right (${interval}), ${formatNumber(n)} answers`;
}
