/** The shipped calibrations. See docs/reference/local-engine.md for the sets and the date they were fitted on. */
import type { Calibration } from './calibrate.ts';

/** What the engine may claim at most where it only guesses. */
export const WEAK_CAP = 0.6;

export const ABSENT_CONFIDENCE = { asked: 0.5, unasked: 0.7 } as const;

export const TEXT_CALIBRATION: Calibration = {
  bias: -1,
  weights: { strength: 2, anchoring: 1.5, echo: 1, rival: -1 },
};

export const CATEGORY_CALIBRATION: Calibration = {
  bias: -1.5,
  weights: { margin: 6, score: 1, coverage: 1 },
};

export const FRAME_CALIBRATION: Calibration = {
  bias: -5.7,
  weights: { score: 7, coverage: -0.8, exact: 0.1, act: 2.3, rarity: 1.05, hasAct: -1.65 },
};

export const HINT_CALIBRATION: Calibration = {
  bias: -1.15,
  weights: { frame: 0.5, both: 4.9, most: 0.4 },
};
