/** Agreement between reviewers beyond chance: Cohen's kappa for two, Krippendorff's alpha (nominal) for more. */
import { cohenKappa } from '@brickwork/engine/golden/cohen-kappa';
import { type SameShare, sameShare } from './same-share.ts';

/** The value that each reviewer considers right for one answer. */
export type Rated = ReadonlyMap<string, string>;

export interface Agreement {
  method: 'cohen_kappa' | 'krippendorff_alpha';
  value: number;
  /** Answers that more than one person rated. */
  n: number;
  reviewers: number;
  /** The share of these answers on which all agree. */
  same: SameShare;
}

/** Undefined if nobody rated the same answer, or if everybody always gave the same value. */
export function agreement(rated: readonly Rated[]): Agreement | undefined {
  const shared = rated.filter(({ size }) => size > 1);
  const reviewers = [...new Set(shared.flatMap((each) => [...each.keys()]))];
  const [first, second, ...more] = reviewers;
  if (first === undefined || second === undefined) return undefined;
  const value =
    more.length === 0
      ? cohenKappa(shared.map((each) => ({ expected: each.get(first) ?? '', value: each.get(second) ?? '' })))
      : krippendorffAlpha(shared.map((each) => [...each.values()]));
  if (value === undefined) return undefined;
  const method = more.length === 0 ? 'cohen_kappa' : 'krippendorff_alpha';
  const same = shared.filter((each) => new Set(each.values()).size === 1).length;
  return { method, value, n: shared.length, reviewers: reviewers.length, same: sameShare(same, shared.length) };
}

/** 1 - observed / expected disagreement, over units with two or more ratings; raters may be missing from any unit. */
export function krippendorffAlpha(units: readonly (readonly string[])[]): number | undefined {
  const totals = new Map<string, number>();
  let count = 0;
  let observed = 0;
  for (const ratings of units) {
    if (ratings.length < 2) continue;
    const own = new Map<string, number>();
    for (const rating of ratings) own.set(rating, (own.get(rating) ?? 0) + 1);
    count += ratings.length;
    for (const [rating, times] of own) {
      totals.set(rating, (totals.get(rating) ?? 0) + times);
      observed += (times * (ratings.length - times)) / (ratings.length - 1);
    }
  }
  let expected = 0;
  for (const times of totals.values()) expected += (times * (count - times)) / (count - 1);
  return expected === 0 ? undefined : 1 - observed / expected;
}
