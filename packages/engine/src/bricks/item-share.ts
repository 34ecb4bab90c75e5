/** The value of an answer: whether it passes a test, and the share of a score item's points it earns. */
import type { BrickDocument, BrickTest, BrickValue, PlainValue, ScoreItem } from '@brickwork/contract/kit';
import { brickType } from './brick-types.ts';
import { foldSpaceAndCase } from './fold-space-and-case.ts';

/** By the item's test all or nothing, by its credit, or by the answer's own quality. */
export function itemShare(item: ScoreItem, brick: BrickDocument | undefined, value: BrickValue): number {
  const hasTest = item.is !== undefined || item.at_least !== undefined || item.at_most !== undefined;
  if (hasTest) return passes(item, value) ? 1 : 0;
  if (item.credit !== undefined) return creditOf(item.credit, value);
  return brick === undefined ? 0 : brickType(brick).earnedShare(brick, value);
}

/** Of several entries, the one with the highest share. */
function creditOf(credit: Readonly<Record<string, number>>, value: BrickValue): number {
  const shares = [value].flat().map((entry) => {
    const [, share = 0] = Object.entries(credit).find(([answer]) => isSameAnswer(answer, entry)) ?? [];
    return share;
  });
  return Math.max(0, ...shares);
}

/** An answer by its name in a kit's `credit`. */
export function isSameAnswer(name: string, value: BrickValue): boolean {
  return value !== null && !Array.isArray(value) && foldSpaceAndCase(name) === foldSpaceAndCase(String(value));
}

/** Whether a value passes a test on its value. */
export function passes({ is, at_least, at_most }: Omit<BrickTest, 'brick'>, value: BrickValue): boolean {
  if (is !== undefined && !(Array.isArray(is) ? is : [is]).some((wanted) => isSame(wanted, value))) return false;
  if (at_least === undefined && at_most === undefined) return is !== undefined;
  return typeof value === 'number' && value >= (at_least ?? -Infinity) && value <= (at_most ?? Infinity);
}

/** Texts are compared as golden sets compare them: without regard to case and space. */
function isSame(wanted: PlainValue | null, value: BrickValue): boolean {
  if (Array.isArray(value)) return value.some((item) => isSame(wanted, item));
  if (typeof wanted === 'string' && typeof value === 'string')
    return foldSpaceAndCase(wanted) === foldSpaceAndCase(value);
  return wanted === value;
}
