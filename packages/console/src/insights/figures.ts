/** The one figure by which a brick is followed over time: the share of its leading answer, or the median of its numbers. */
import type { BrickInsights, Estimate } from '../api/insights.ts';
import { shareInterval } from '../ui/chance.ts';
import { formatNumber } from '../ui/format.ts';

type Answer = string | number | boolean;

export const percent = (share: number): string => `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
const number = (value: number): string => formatNumber(Number(value.toPrecision(3)));

export const isNumeric = (brick: BrickInsights): boolean => brick.quantiles !== undefined;

export const formatOf = (brick: BrickInsights) => (isNumeric(brick) ? number : percent);

/** Yes for yes/no questions, else the most frequent answer. */
export function leadingOf({ values = [] }: BrickInsights): Answer | undefined {
  return values.some(({ value }) => typeof value === 'boolean') ? true : values[0]?.value;
}

export function figureOf(brick: BrickInsights | undefined, leading: Answer | undefined): Estimate | undefined {
  if (brick === undefined || brick.answered === 0) return undefined;
  if (isNumeric(brick)) return brick.quantiles?.find(({ quantile }) => quantile === 0.5);
  if (leading === undefined) return undefined;
  // An answer that nobody gave is not listed.
  return (
    brick.values?.find(({ value }) => value === leading)?.share ?? { value: 0, ...shareInterval(0, brick.answered) }
  );
}

export function figureName(brick: BrickInsights): string {
  const leading = leadingOf(brick);
  const name = brick.values?.find(({ value }) => value === leading)?.name;
  return isNumeric(brick) ? 'Median' : `Share of “${nameOfAnswer(leading, name)}”`;
}

/** Categories by their names, where the kit gives them one. */
export function nameOfAnswer(value: Answer | undefined, name?: string): string {
  if (name !== undefined) return name;
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '');
}

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
