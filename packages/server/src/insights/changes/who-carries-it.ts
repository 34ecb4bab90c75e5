/**
 * Which agents or teams a change comes from, as parts that add up to it exactly: what changed in their own calls, and
 * what changed because they had a larger or smaller part of all calls.
 */
import type { Both, Cell, Where } from './find-changes.ts';
import { tallyOf } from './find-changes.ts';
import { meanOf } from './test-difference.ts';

export interface Part {
  /** Undefined: calls that name none. */
  name: string | undefined;
  /** Of the change, in its unit. */
  value: number;
  /** Of it: because their share of the calls changed. */
  mix: number;
  calls: number;
}

export function whoCarriesIt(cells: Both, key: string, where: Where, by: 'agent' | 'team'): Part[] {
  const isHere = (cell: Cell) =>
    (where.team === undefined || cell.team === where.team) && (where.agent === undefined || cell.agent === where.agent);
  const before = cells.before.filter(isHere);
  const after = cells.after.filter(isHere);
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
      // Whoever was there in one period only did not change: all of it is their part of the calls.
      const first = from.n === 0 ? meanOf(to) : meanOf(from);
      const second = to.n === 0 ? meanOf(from) : meanOf(to);
      const mix = (share2 - share1) * ((first + second) / 2 - middle);
      return { name, value: ((share1 + share2) / 2) * (second - first) + mix, mix, calls: to.n };
    })
    .filter(({ value, calls }) => value !== 0 || calls > 0)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
}
