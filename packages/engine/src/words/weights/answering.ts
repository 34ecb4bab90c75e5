/**
 * Weights of answers. Here and in the other files of this folder is every number that decides an answer of the local engine, by name, each
 * with where it comes from:
 *
 *   by hand   set while reading answers, never fitted to labels
 *   tuned     the best of a few values on the halves of the benchmark sets that were looked at (bench/quality/NOTES.md)
 *   measured  read off the data, as the comment says
 *   fitted    by logistic regression on labelled conversations
 *
 * After a change, run `node bench/quality/main.ts DIR` on more than one set. Limits that only bound the work (longest
 * text, most matches) stay with the code that they protect.
 */

/** A small logistic model: the log odds are `bias` plus each feature times its weight. */
export interface Calibration {
  bias: number;
  weights: Readonly<Record<string, number>>;
}

/** By hand: no answer is certain. */
export const CONFIDENCE = { least: 0.01, most: 0.99 } as const;

/** By contract: the maximum confidence of a guess. */
export const WEAK_CAP = 0.6;

export const BOOLEAN = {
  /** By hand: a question is literal when it names something at least this rare. */
  literalRarity: 0.5,
  /** Tuned: less, and a part of `true_when` is met by everyday words ("it works", "a family"). */
  tellingRarity: 0.7,
  /** Measured: answers from 0.8 on were right in 95 % with this, in 90 % without. */
  hintedShrink: 0.8,
  /** By hand: a guess stays near one half. */
  weakShrink: 0.15,
  /** By hand: `false_when` matches the same sentence better. */
  refuted: 0.5,
} as const;

/** Fitted on the public development halves and own questions, each question counting the same. */
export const FRAME_CALIBRATION: Calibration = {
  bias: -2.3,
  weights: { score: 4.8, trace: 2.7, act: 1.6, rarity: -0.7, hasAct: -1.2 },
};

/**
 * Fitted; how steeply it falls was chosen with the scored-only kits in view. How likely a literal question is true after
 * all when the words do not carry a yes: the chance grows fast up to a score of 0.2 and slowly from there.
 */
export const DENIAL_CALIBRATION: Calibration = {
  bias: -2.9,
  weights: { score: 1.8, trace: 9, hasAct: -1 },
};

/** By hand: not finding words is no proof, less so for general terms, which people say by instances. */
export const LEAST_CHANCE = { plain: 0.05, general: 0.12 } as const;

export const LITERAL = {
  /** By hand: a score above this is more than a trace of what is asked. */
  trace: 0.2,
  /** By definition: a denial stays below one half. */
  mostDenied: 0.49,
} as const;

/** Fitted on the hinted negotiations. */
export const HINT_CALIBRATION: Calibration = {
  bias: -1.35,
  weights: { frame: 0.6, both: 3, most: 0.4, keywords: 1.5 },
};

/**
 * By hand: the chance that the last message waits for an answer, by what it does: has a question, asks for something, opens the conversation,
 * complains, tells something at length (as the agent, or as anyone else) or in short, thanks, or says that none is needed.
 */
export const AWAITS_REPLY = {
  question: 0.9,
  request: 0.7,
  opens: 0.85,
  complains: 0.65,
  tells: 0.4,
  agentTells: 0.2,
  tellsShortly: 0.15,
  thanks: 0.12,
  closed: 0.1,
  /** Words of what is told in short. */
  short: 15,
};

export const OUTCOME = {
  /** Tuned on four kits of whole calls: from summed signs to log odds. */
  slope: 0.7,
  /** Measured on the same: beyond this the signs only repeat each other. */
  surest: 0.88,
  /** By hand: nobody mentions what should have come out. */
  offTopicOdds: -0.8,
  /** By hand: the weight of a sign in the middle of the conversation, where the end counts 1. */
  early: 0.35,
  /** By hand: a keyword of the brick for it, an exclusion against it. */
  hint: 1.4,
  /** Tuned on the same kits: log odds without any sign. */
  bias: { solved: -0.4, done: -0.9, agreed: -1 },
} as const;

/** By hand: log odds of each section of assets/vocabulary/outcomes.txt. */
export const OUTCOME_SIGNS = {
  'works now': 2.2,
  'is done': 1.5,
  accepts: 1.7,
  arranges: 1.1,
  content: 0.8,
  thanks: 0.5,
  postpones: -1.8,
  impossible: -1.4,
  'gives up': -2.2,
  hesitates: -1.9,
} as const;

export const CATEGORY_ANSWER = {
  /** Tuned: below this coverage and … */
  fallbackCoverage: 0.2,
  /** … this score nothing of the category was really said, and "other" is the better answer; … */
  fallbackScore: 0.5,
  /** … so it is below this confidence (all three tuned). */
  fallbackConfidence: 0.3,
  /** By hand: a higher score does not raise confidence. */
  mostScore: 2,
  /** By hand: words named in the reason … */
  namedTerms: 4,
  /** … that gained at least this much (by hand). */
  namedGain: 0.1,
} as const;

/** Fitted on six own sets of 21 or 22 intents each; no public set took part. */
export const CATEGORY_CALIBRATION: Calibration = {
  bias: -1.68,
  weights: { margin: 2.09, score: 1.83, coverage: 1.31, lead: 3.41 },
};

/**
 * Measured: where the fit says 0.88 the engine says 0.8, with straight lines from 0.7 and on to 1. On a set that it was
 * fitted without, the fit's own 0.8 was right in 86 to 98 of 100 answers; from 0.88 on it was 92 or more on each.
 */
export const CATEGORY_RESERVE = { from: 0.7, fitted: 0.88, told: 0.8 } as const;

/**
 * Lists of categories: each one is judged by itself. Fitted on 53 lists of 285 categories, of which 56 % are right. On halves that took no part
 * in the fit F1 was 0.65 and 0.72: words alone say little about this, so the chances stay near the middle.
 */
export const CATEGORY_ITEM_CALIBRATION: Calibration = {
  bias: -0.17,
  weights: { score: 0.17, coverage: 0.03, share: 1.08 },
};

export const CATEGORY_ITEM = {
  /** By definition: a category belongs to the list when it is more likely than not. */
  threshold: 0.5,
  /** By hand: a category of which nothing was said is left out with at least this much confidence. */
  leastOfNo: 0.7,
} as const;

export const NUMERIC = {
  /** By hand: how far hints pull … */
  hintPull: 1.5,
  /** … from a match of this strength on (by hand). */
  hintMiddle: 0.4,
  /** By hand: anchors pull the value up to this share of the way. */
  anchorShare: 0.3,
  /** By hand: anchors that are hardly mentioned hardly pull. */
  anchorSharpness: 3,
  /** By hand: confidence of a value in the middle … */
  leastConfidence: 0.25,
  /** … and what each step away from it adds (by hand) … */
  confidenceStep: 0.1,
  /** … up to this many steps (by hand). */
  mostSteps: 3,
} as const;

export const MOOD = {
  /** By hand: without any sign a little below the middle, since people say so where all went well. */
  bias: -0.3,
  /** By hand: the tone of everything and the tone of the end. */
  tone: 1.8,
  /** By hand: the last third is the end. */
  lateShare: 0.34,
  /** By hand: the first turn mostly tells what one came for ("a terrible headache"), not how one is served. */
  request: 0.5,
  /** By hand: warm thanks at the end tell more than any word before. */
  thanks: 1.2,
  /** By hand: less than this is neither praise nor blame. */
  telling: 0.15,
} as const;

/** By hand: confidence that a value was not given, where it was asked for and where it was not. */
export const ABSENT_CONFIDENCE = { asked: 0.45, unasked: 0.6, sentence: 0.35 } as const;

/** By hand: a sentence that is quoted for its nearness to the hints, and how sure that makes. */
export const QUOTED = { leastWords: 4, leastExample: 0.25, least: 0.4, perNearness: 0.45, surest: 0.75 };

/** Fitted on the names, sums, phones and days of the bank calls. */
export const TEXT_CALIBRATION: Calibration = {
  bias: -1.1,
  weights: { strength: 3.2, anchoring: 1, echo: 1, rival: -1 },
};

export const TEXT = {
  /** By hand: a word of the question, where `asked_as` counts 1. */
  wordOfQuestion: 0.5,
  /** By hand: an author's own regular expression is meant. */
  leastOfPattern: 0.8,
  /** By hand: from this anchoring on the value answers its question. */
  afterQuestion: 0.7,
  /** By hand: a regular expression that cannot be compiled. */
  unreadablePattern: 0.01,
} as const;

export const SUMMARY = {
  /** By hand. */
  sentences: 3,
  /** By hand: summed rarity of a sentence that says enough. */
  informative: 6,
  /** By hand: how much a sentence near the topic counts … */
  topicBase: 0.5,
  /** … and how much more when it says enough (by hand). */
  topicInformation: 0.5,
  /** By hand, without a topic: any sentence, … */
  base: 0.4,
  /** … an early one (by hand), … */
  early: 0.6,
  /** … which fades over this many sentences (by hand), … */
  earlySentences: 4,
  /** … half of it for an agent (by hand), … */
  agentOpening: 0.5,
  /** … one that confirms something (by hand), … */
  confirmation: 0.5,
  /** … and less for a greeting (by hand). */
  greeting: 0.2,
  /** By hand: further sentences are at least this share as good as the best. */
  leastOfBest: 0.6,
  /** By hand. */
  absentConfidence: 0.3,
  /** By hand. */
  leastConfidence: 0.2,
  /** By hand. */
  confidencePerScore: 0.4,
} as const;
