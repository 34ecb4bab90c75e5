/**
 * The agents or teams that cause a change, as parts that add up to it exactly: the change in their own calls, and the change because their
 * share of all calls became larger or smaller.
 */
import type { Both, Cell, Where } from './find-changes.ts';
import { isAt, tallyOf } from './find-changes.ts';
import { meanOf } from './test-difference.ts';

export interface Part {
  /** Undefined for calls that name none. */
  name: string | undefined;
  /** The part of the change, in its unit. */
  value: number;
  /** The part because their share of the calls changed. */
  mix: number;
  calls: number;
}

export function whoCarriesIt(cells: Both, key: string, where: Where, by: 'agent' | 'team'): Part[] {
  const before = cells.before.filter((cell) => isAt(cell, where));
  const after = cells.after.filter((cell) => isAt(cell, where));
  const [allBefore, allAfter] = [tallyOf(before, {}, key), tallyOf(after, {}, key)];
  if (allBefore.n === 0 || allAfter.n === 0) return [];
  const middle = (meanOf(allBefore) + meanOf(allAfter)) / 2;
  const names = new Set([...before, ...after].map((cell) => cell[by]));
  return [...names]
    .map((name): Part => {
      const own = (all: readonly Cell[]) =>
        tallyOf(
          all.filter((cell) => cell[by] === name),
          {},
          key,
        );
      const [from, to] = [own(before), own(after)];
      const [share1, share2] = [from.n / allBefore.n, to.n / allAfter.n];
      // An agent with calls in only one period did not change: the whole part is their share of the calls.
      const first = from.n === 0 ? meanOf(to) : meanOf(from);
      const second = to.n === 0 ? meanOf(from) : meanOf(to);
      const mix = (share2 - share1) * ((first + second) / 2 - middle);
      return { name, value: ((share1 + share2) / 2) * (second - first) + mix, mix, calls: to.n };
    })
    .filter(({ value, calls }) => value !== 0 || calls > 0)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}
