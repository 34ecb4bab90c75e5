import { chanceOf, claimOf, type ReaderCalibration } from './calibration.ts';
import type { Features } from './features.ts';

/** How much the wording of a question counts where what was read leaves it open. */
const WORDING_WEIGHT = 0.15;
/** Where it was read, and what the words say (`leaningFeatures`): set on the kits for choosing, as large as questions that are asked of one call bear. */
const PLACE_WEIGHT = -0.3;
const MIDDLE = 0.5;
const WORDS_WEIGHT = 7;

/**
 * The chance of a yes by what was read. Where that is nearly even, the place, the words and what questions worded like this are usually answered decide, and
 * the answer claims nothing: they never raise its confidence.
 */
export function chanceOfYes({ boolean }: ReaderCalibration, features: Features): number {
  const read = claimOf(boolean, chanceOf(boolean, features));
  const leaning =
    Math.log(read / (1 - read)) +
    WORDING_WEIGHT * (features.prior ?? 0) +
    PLACE_WEIGHT * ((features.place ?? MIDDLE) - MIDDLE) +
    WORDS_WEIGHT * (features.words ?? 0);
  if (leaning > 0 === read > 0.5) return read;
  return leaning > 0 ? 0.5 : 0.5 - Number.EPSILON;
}
