/** Of answers that several people reviewed, the share on which all say the same, with its 95 % interval. */
import { wilson } from './weighted-accuracy.ts';

export interface SameShare {
  value: number;
  low: number;
  high: number;
}

/** `of` is at least 1. */
export function sameShare(same: number, of: number): SameShare {
  return { value: same / of, ...wilson(same / of, of) };
}
