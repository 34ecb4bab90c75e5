/** Which groups a response shows, and in which order. */
import type { GroupBy } from '../../insights/store/counted-runs.ts';

export type Grouped<Item> = [group: string | undefined, items: Item[]];

/** Figures of one brick in one group, in one answer: about 4 MB. */
const MOST_FIGURES = 2_000;

/** The groups with the most reviews, as many as a response can have for this many bricks; all others are shown as one. */
export function largestGroups<Item>(
  groups: readonly Grouped<Item>[],
  bricks: number,
): { shown: Grouped<Item>[]; rest: Grouped<Item>[] } {
  const most = Math.max(1, Math.floor(MOST_FIGURES / Math.max(1, bricks)) - 1);
  if (groups.length <= most) return { shown: [...groups], rest: [] };
  const bySize = groups.toSorted(([, a], [, b]) => b.length - a.length);
  return { shown: bySize.slice(0, most), rest: bySize.slice(most) };
}

/** Versions as numbers, everything else as text; the group without a value comes last. */
export function compareGroups(groupBy: GroupBy, a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return groupBy === 'version' ? Number(a) - Number(b) : a < b ? -1 : 1;
}
