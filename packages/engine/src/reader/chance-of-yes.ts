import { CALIBRATION, chanceOf, claimOf } from './calibration.ts';
import type { Features } from './features.ts';

/** How much the wording of a question counts where what was read leaves it open. */
const WORDING_WEIGHT = 0.15;

/**
 * The chance of a yes by what was read. Where that is nearly even, the answer is what questions worded like this are usually answered,
 * and claims nothing.
 */
export function chanceOfYes(features: Features): number {
  const read = claimOf(CALIBRATION.boolean, chanceOf(CALIBRATION.boolean, features));
  const leaning = Math.log(read / (1 - read)) + WORDING_WEIGHT * (features.prior ?? 0);
  if (leaning > 0 === read > 0.5) return read;
  return leaning > 0 ? 0.5 : 0.5 - Number.EPSILON;
}
