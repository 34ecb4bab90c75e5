/** The shipped calibrations. See docs/reference/local-engine.md for the sets and the date they were fitted on. */
import type { Calibration } from './calibrate.ts';

/** What the engine may claim at most where it only guesses. */
export const WEAK_CAP = 0.6;

export const ABSENT_CONFIDENCE = { asked: 0.45, unasked: 0.6 } as const;

export const TEXT_CALIBRATION: Calibration = {
  bias: -1.1,
  weights: { strength: 3.2, anchoring: 1, echo: 1, rival: -1 },
};

/** Fitted on six beds of own intents, 21 or 22 categories each; no public set took part. */
export const CATEGORY_CALIBRATION: Calibration = {
  bias: -1.68,
  weights: { margin: 2.09, score: 1.83, coverage: 1.31, lead: 3.41 },
};

/**
 * Where the fit says 0.88 the engine says 0.8, and straight lines lead there from 0.7 and on to 1. On a bed that it was fitted
 * without, the fit's own 0.8 was right in 86 to 98 of 100 answers; 0.88 was chosen because from there on it was 92 or more on each.
 */
export const CATEGORY_RESERVE = { from: 0.7, fitted: 0.88, told: 0.8 } as const;

/** Every question counts the same, however many conversations it was put to: frequent ones must not set the tone. */
export const FRAME_CALIBRATION: Calibration = {
  bias: -2.3,
  weights: { score: 4.8, trace: 2.7, act: 1.6, rarity: -0.7, hasAct: -1.2 },
};

/**
 * How likely a literal question is true after all when the words do not carry a yes. Half of what is asked, said in other
 * words, is a trace that no denial should overlook: the chance grows fast to a score of 0.2 and slowly from there.
 */
export const DENIAL_CALIBRATION: Calibration = {
  bias: -2.9,
  weights: { score: 1.8, trace: 9, hasAct: -1 },
};

/** Not finding words does not prove that a thing was not said: more so for general terms, which people say by instances. */
export const LEAST_CHANCE = { plain: 0.05, general: 0.12 } as const;

export const HINT_CALIBRATION: Calibration = {
  bias: -1.35,
  weights: { frame: 0.6, both: 3, most: 0.4, keywords: 1.5 },
};
