/** Whether something is more frequent, or larger, in one group of calls than in another. */
import { type Interval, together } from './estimate/limits.ts';

/** The estimate for a group: a share, or a mean. */
interface ComparedGroup {
  group: string | null;
  share?: Interval & { value: number };
  mean?: Interval & { value: number };
}

export interface Difference extends Interval {
  /** The difference of `group` minus `from`. */
  value: number;
  group: string;
  from: string;
}

/**
 * Only for two groups: with more, choosing which to compare would be a choice made after seeing the data. Limits are combined by the
 * squares of their distances (MOVER), as if the two were independent; the uncertainty about the engine is the same for both, so the
 * interval is too wide rather than too narrow.
 */
export function differenceOf(groups: readonly ComparedGroup[]): Difference | undefined {
  const found = groups.flatMap(({ group, share, mean }) => {
    const figure = share ?? mean;
    return group === null || figure === undefined ? [] : [{ group, ...figure }];
  });
  const [one, other] = found.toSorted((a, b) => b.value - a.value);
  if (one === undefined || other === undefined || found.length > 2) return undefined;
  const value = one.value - other.value;
  return {
    value,
    low: value - together(one.value - one.low, other.high - other.value),
    high: value + together(one.high - one.value, other.value - other.low),
    group: one.group,
    from: other.group,
  };
}
