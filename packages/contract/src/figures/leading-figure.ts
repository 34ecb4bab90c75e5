/** The one figure by which a brick is followed over time: the share of its leading answer, or the mean of its numbers. */
import type { BrickInsights, Estimate } from '../endpoints/insights.ts';
import { shareInterval } from './share-interval.ts';

export type Answer = string | number | boolean;

export const isNumeric = (brick: BrickInsights): boolean => brick.quantiles !== undefined;

/** Yes for yes/no questions, else the most frequent answer. */
export function leadingOf({ values = [] }: BrickInsights): Answer | undefined {
  return values.some(({ value }) => typeof value === 'boolean') ? true : values[0]?.value;
}

export function figureOf(brick: BrickInsights | undefined, leading: Answer | undefined): Estimate | undefined {
  if (brick === undefined || brick.answered === 0) return undefined;
  if (isNumeric(brick)) return brick.mean;
  if (leading === undefined) return undefined;
  // An answer that nobody gave is not listed.
  return (
    brick.values?.find(({ value }) => value === leading)?.share ?? { value: 0, ...shareInterval(0, brick.answered) }
  );
}

export function figureName(brick: BrickInsights): string {
  const leading = leadingOf(brick);
  const name = brick.values?.find(({ value }) => value === leading)?.name;
  return isNumeric(brick) ? 'Mean' : `Share of “${nameOfAnswer(leading, name)}”`;
}

/** Categories by their names, where the kit gives them one. */
export function nameOfAnswer(value: Answer | undefined, name?: string): string {
  if (name !== undefined) return name;
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '');
}
