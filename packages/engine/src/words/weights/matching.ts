/** Weights of reading and matching: how sentences are cut, how near words and phrases are, and what a question or a category asks for. Where a number comes from: see answering.ts. */

export const SEGMENTS = {
  /** By hand: speech without stops is cut into windows of this many words, half overlapping. */
  windowWords: 28,
  /** By hand: how many words a negation reaches. */
  negationReach: 5,
} as const;

export const RARITY = {
  /** By hand: function words, fillers and numbers. */
  ofFunctionWord: 0.05,
  /** By hand: the vectors of the 10,000 most frequent words are good enough without looking at the base form. */
  commonRows: 10_000,
} as const;

/** The scale of assets/vocabulary/tone.txt. */
export const TONE_STRENGTHS = 5;
/** By hand: "not great" is less than bad. */
export const NEGATED_TONE = -0.6;

// ---- Words

export const SIMILARITY = {
  /** Measured: 93 % of random pairs of common words have a smaller cosine. */
  cosineFloor: 0.2,
  /** Tuned on the kits' own and paraphrased descriptions together. */
  cosineCeiling: 0.85,
  /** Tuned with the topic lines (+6 points on the newer sets, none on the older). */
  sameTopic: 0.6,
  /** Tuned: a cosine never counts as much as the word itself. */
  vector: 0.8,
  /** By hand. */
  synonym: 0.7,
  /** By hand: an instance meets its general term nearly as well as a synonym. */
  instance: 0.65,
  /** By hand: "checkbook" for "check". */
  firstPart: 0.75,
  /** By hand: "checkbook" for "book". */
  lastPart: 0.5,
  /** By hand: letters of the part of a compound. */
  shortestPart: 4,
  /** By hand: the rest of a compound is one of this many most frequent words. */
  commonPartRows: 15_000,
  /** By hand: one letter apart, and one of the two is unknown. */
  typo: 0.85,
  /** By hand: shorter words are too often one letter apart. */
  shortestTypo: 5,
  /** By hand: from here on a word counts as said in other words. */
  met: 0.5,
} as const;

export const PHRASE = {
  /** By hand: function words still tell "do you need" from "I need". */
  functionWord: 0.15,
  /** Set by hand: the example affirms, the sentence denies. */
  wrongPolarity: 0.7,
  /** By hand: less of the example than this is hardly a match … */
  faint: 0.4,
  /** … and counts half (by hand). */
  faintFactor: 0.5,
  /** By hand: how much of the example is said … */
  forward: 0.7,
  /** … and how much of the sentence is in the example (by hand). */
  backward: 0.3,
} as const;

export const HINTS = {
  /** By hand: each further keyword closes half of what is left, times its rarity. */
  keyword: 0.5,
  /** By hand: a keyword of function words only. */
  functionPhrase: 0.3,
  /** By hand: a longer keyword is the rarer one. */
  perFurtherWord: 0.1,
} as const;

// ---- Yes/no questions

/** A question against a sentence. Tuned as a whole on paraphrased questions; single values by hand where it says so. */
export const FRAME = {
  /** Tuned: something was told, but the question says asked. */
  wrongManner: 0.4,
  /** Tuned: something was asked, but the question says told. */
  askedInsteadOfTold: 0.7,
  /** Tuned: denied where the question affirms, or the other way round. */
  wrongPolarity: 0.4,
  /** By hand: from this share of turned words on the sentence has the wrong polarity. */
  turnedShare: 0.3,
  /** By hand: "date of birth" for "date". */
  narrowed: 0.5,
  /** Tuned: "code" in "PIN code". */
  genericNoun: 0.4,
  /** By hand: "of the stay" in "the dates of the stay". */
  complement: 0.4,
  /** By hand: added to each rarity, so that common words count too. */
  leastTermWeight: 0.1,
  /** By hand: what was said elsewhere counts up to this where the sentence has a word of the question. */
  given: 0.6,
  /** By hand: from here on a word is as good as said … */
  close: 0.6,
  /** … and lifted by this (tuned) … */
  lift: 1.15,
  /** … to at most this (by hand). */
  liftedMost: 0.95,
  /** Tuned: words that are only used alike ("morning" for "breakfast"). */
  alike: 0.85,
  /** By hand: "how many", "what time". */
  kindOfQuestion: 0.7,
  /** By hand: share of the speech act in the score, the rest is content. */
  act: 0.5,
  /** By hand: a greeting is a greeting whatever its words. */
  wholeAct: 0.95,
  /** Tuned: "when" for the day, answered with a day. */
  questionWord: 0.75,
  /** Tuned: the same, answered with neither day nor hour … */
  openAnswer: 0.4,
  /** … or with the other of the two (tuned). */
  otherAnswer: 0.2,
  /** Tuned: a price met by a sum. */
  value: 0.75,
  /** Tuned: a price met by a bare number. */
  likelyValue: 0.55,
  /** Tuned: a value is told about, and the sentence has none. */
  noValue: 0.4,
  /** Tuned: a value of the wanted kind is given, whatever it is called. */
  valueFloor: 0.25,
} as const;

// ---- Categories

export const CATEGORY = {
  /** By hand: a keyword counts one and a half words of a description. */
  keyword: 1.5,
  /** By hand: keeps the rarity among two categories above zero. */
  spreadOffset: 0.5,
  /** Tuned: a word that is near several categories hardly counts for any. */
  voteSharpness: 3,
  /** Tuned: sum of the votes over all sentences. */
  sum: 0.25,
  /** Tuned: votes of the best sentence. */
  peak: 0.5,
  /** Tuned: share of the category's words that was said. */
  coverage: 0.5,
  /** Tuned: cosine in the word table. */
  meaning: 0.25,
  /** By hand: a keyword said word for word. */
  phrase: 0.5,
  /** By hand: the nearest example, squared. */
  example: 1,
  /** By hand. */
  exclusion: 0.6,
  /** By hand: shorter sentences are not helped by their length. */
  shortestLength: 4,
} as const;

/** How much a turn says about what a conversation is about. */
export const TURN_WEIGHTS = {
  /** Tuned: 0.3 gave more in long calls and lost on shop calls. An agent repeats what the customer wants. */
  otherSide: 0.4,
  /** Tuned: people say first what they came for. */
  turnDecay: 0.7,
  /** Tuned: the least weight of a late turn … */
  late: 0.1,
  /** … which falls beyond this many turns (by hand): a long meeting must not drown its beginning. */
  lateTurns: 20,
} as const;
