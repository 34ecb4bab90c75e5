import { chanceOf, claimOf, type ReaderCalibration } from './calibration.ts';
import type { Features } from './features.ts';

/** The weight of the question's wording if the reading is undecided. */
const WORDING_WEIGHT = 0.15;
/** The position of the reading, and the words' result (`leaningFeatures`): tuned on the development kits, as large as questions about one call allow. */
const PLACE_WEIGHT = -0.3;
const MIDDLE = 0.5;
const WORDS_WEIGHT = 7;

/**
 * The probability of a yes from the reading. If it is almost even, the position, the words and the usual answers to questions with this
 * wording decide, and the confidence stays low: they never raise it.
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
