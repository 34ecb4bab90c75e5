/** How the figures of a brick read on the page of insights. */
import { isNumeric } from '@brickwork/contract/figures';
import type { BrickInsights, Estimate } from '../api/insights.ts';
import { formatNumber } from '../ui/format.ts';

export const percent = (share: number): string => `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
const number = (value: number): string => formatNumber(Number(value.toPrecision(3)));

export const formatOf = (brick: BrickInsights) => (isNumeric(brick) ? number : percent);

export function intervalOf({ low, high }: Estimate, format: (value: number) => string): string {
  return low === undefined || high === undefined ? '' : `${format(low)} to ${format(high)}`;
}

/** How right the answers are by what people said, or that nobody has said anything. */
export function reviewedText({ reviewed }: BrickInsights): string {
  if (reviewed === undefined || reviewed.n === 0) return 'Nobody has reviewed this yet';
  if (reviewed.accuracy === undefined) return `${reviewed.n} reviewed: too few drawn at random to say how right it is`;
  const { n, accuracy, low = accuracy, high = accuracy } = reviewed;
  return `Reviewed: ${percent(accuracy)} right (${percent(low)} – ${percent(high)}), ${n} answers`;
}
