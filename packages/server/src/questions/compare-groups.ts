/** Whether something is more frequent, or more, in one group of calls than in another. */
import { type Interval, together } from './estimate/limits.ts';

/** What is known of a group: a share, or a mean. */
interface ComparedGroup {
  group: string | null;
  share?: Interval & { value: number };
  mean?: Interval & { value: number };
}

export interface Difference extends Interval {
  /** How much more there is in `group` than in `from`. */
  value: number;
  group: string;
  from: string;
}

/**
 * Only of two groups: which of many to compare would be a choice made after looking. Limits are joined by the squares of their distances (MOVER), as if the two
 * were independent; what is not known of the engine is the same for both, so the interval is rather too wide.
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
