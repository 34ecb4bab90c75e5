/** The shipped calibrations. See docs/reference/local-engine.md for the sets and the date they were fitted on. */
import type { Calibration } from './calibrate.ts';

/** What the engine may claim at most where it only guesses. */
export const WEAK_CAP = 0.6;

export const ABSENT_CONFIDENCE = { asked: 0.45, unasked: 0.6 } as const;

export const TEXT_CALIBRATION: Calibration = {
  bias: -1.1,
  weights: { strength: 3.2, anchoring: 1, echo: 1, rival: -1 },
};

export const CATEGORY_CALIBRATION: Calibration = {
  bias: -3.25,
  weights: { margin: 2, score: 7.7, coverage: 0.1 },
};

export const FRAME_CALIBRATION: Calibration = {
  bias: -6.6,
  weights: { score: 8, coverage: -1, exact: 0.1, act: 1.85, rarity: 1.3, hasAct: -1.3 },
};

export const HINT_CALIBRATION: Calibration = {
  bias: -1.35,
  weights: { frame: 0.6, both: 4.5, most: 0.8 },
};
