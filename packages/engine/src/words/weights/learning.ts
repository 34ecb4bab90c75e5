/** Weights of learning from labelled conversations. Where a number comes from: see answering.ts. */

export const LEARN_FEATURES = {
  /** By hand: turns of the side that the question does not name. */
  otherSide: 0.3,
  /** By hand: for a yes or no the position does not matter; a purpose is stated early. */
  even: 1,
  /** By hand: what a sentence does. */
  act: 0.5,
} as const;

/** How a type of brick is learned. */
export interface LearnManner {
  /** How much the engine's own scores may count: the best is chosen by cross-validation. */
  blends: readonly number[];
  /** The same for labels in the kit itself, which are not cross-validated. */
  quickBlend: number;
  /** What holds the weights back. */
  decay: number;
  /** Confidence without held-out labels: a little under what cross-validation finds with two to eight labels per class. */
  unchecked: { bias: number; slope: number };
}

/** Tuned on assistant chats and negotiations. */
export const LEARN_PLAIN: LearnManner = {
  blends: [0.75, 1.5, 3],
  quickBlend: 1.5,
  decay: 0.3,
  unchecked: { bias: 0.8, slope: 1.1 },
};

/** Tuned on the own sets of intents: scores of categories lie close together, a small factor would throw them away. */
export const LEARN_TOPICAL: LearnManner = {
  blends: [1.5, 3, 4.5],
  quickBlend: 4,
  decay: 0.4,
  unchecked: { bias: 0.3, slope: 1 },
};

export const FITTING = {
  /** By hand. */
  folds: 5,
  /** By hand: fewer teach nothing. */
  fewestLabels: 4,
  /** Tuned (4 labels per category: .74 to .81): with fewer labels the engine's own scores count more … */
  enoughPerCategory: 8,
  /** … up to this many times as much (tuned). */
  mostScarcity: 2,
  /** By hand: steps until nothing changes much. */
  fullSteps: 100,
  /** Measured: a third of the time, half a point worse; for labels that are fitted while answering. */
  quickSteps: 40,
  /** By hand. */
  rate: 1,
  /** By hand. */
  momentum: 0.8,
  /** By hand: the bias moves slower than the weights. */
  biasRate: 0.3,
  /** By hand: smaller errors are not worth a step. */
  settled: 1e-4,
  /** By hand: more numbers are grouped. */
  mostNumericClasses: 9,
  /** By hand: the belief that the model's own odds are right, in labels … */
  priorLabels: 10,
  /** … for the bias and … */
  biasPrior: 0.1,
  /** … for the slope of the calibration (by hand), … */
  slopePrior: 0.5,
  /** … which stays above this (by hand) … */
  leastSlope: 0.1,
  /** … over this many steps (by hand). */
  calibrationSteps: 500,
  /** By hand: chances nearer to 0 or 1 have no log odds. */
  leastChance: 0.001,
  /** By hand: features are of unit length; larger ones are learned faster. */
  featureScale: 2,
  /** By hand: how much a yes/no's own log odds count as an offset. */
  booleanOffset: 0.5,
  /** By hand: the offset of a number at the other end of the range. */
  numericOffset: -2,
} as const;

export const LEARNING = {
  /** By hand: no learned answer is more confident. */
  mostSure: 0.97,
  /** By hand: words named in the reason. */
  namedStems: 4,
  /** By hand: cells that keep a model at a few kilobytes; stems times classes … */
  largestMatrix: 4_000,
  /** … with at least and at most this many stems (by hand) … */
  fewestStems: 60,
  mostStems: 300,
  /** … that were used at least this often (by hand). */
  leastUses: 2,
} as const;
