/** Weights of extraction: how clearly the form alone shows what a candidate is, 0 to 1. Where a number comes from: see answering.ts. */

/** Tuned on the development half of the bank calls. */
export const CANDIDATE = {
  /** Tuned: said after its question. */
  anchor: 0.8,
  /** Tuned: the other side repeats it. */
  echo: 0.25,
  /** Tuned: each repetition … */
  repeat: 0.1,
  /** … up to this many (by hand). */
  mostRepeats: 2,
  /** By hand: a less clear form counts … */
  clearStrength: 0.5,
  /** … only where it was asked for at least this clearly (by hand). */
  clearAnchoring: 0.45,
} as const;

export const ANCHORS = {
  /** By hand: how many turns an answer may come after its question. */
  reachTurns: 4,
  /** By hand: the second turn of the speaker after the question. */
  laterAnswer: 0.7,
} as const;

export const DATE_STRENGTH = {
  /** By definition: with a year. */
  full: 1,
  /** By hand: a weekday, or a day of a month. */
  named: 0.95,
  /** By hand: "tomorrow", "next week". */
  relative: 0.7,
  /** By hand: "on the third". */
  dayOnly: 0.6,
  /** By hand: "in March". */
  monthOnly: 0.4,
} as const;

/** By hand: a number without a currency, and one of thousands ("12,000", "12k"). */
export const MONEY_STRENGTH = { bareNumber: 0.3, thousands: 0.5 } as const;

export const TIME_STRENGTH = {
  /** By definition: "2:30 pm". */
  clear: 1,
  /** By hand: "noon", "half past two". */
  named: 0.9,
  /** By hand: "at ten". */
  afterAt: 0.7,
  /** By hand: "ten thirty". */
  hourAndMinute: 0.5,
  /** By hand: "ten". */
  bareHour: 0.3,
} as const;

export const PHONES = {
  /** By standard (E.164): digits of a number, with the longest; the shortest local ones have seven. */
  shortest: 7,
  longest: 15,
  /** Measured: the numbers of the bank calls have ten digits; one in pieces is whole at this length. */
  whole: 10,
  /** By hand: the next piece may come after a short "yes" in between. */
  reachTurns: 2,
  /** By hand. */
  plausible: 0.9,
  /** By hand. */
  doubtful: 0.55,
} as const;

export const NAMES = {
  /** Tuned on the bank calls: mean cosine with the nearest common names … */
  nearNames: 0.33,
  /** … this many of them (by hand). */
  neighbours: 5,
  /** By hand: likeness of a word near names, before its cosine is added. */
  nearBase: 0.5,
  /** By hand: a word that is not near names counts this share of its cosine. */
  farFactor: 0.8,
  /** By hand: a word unknown to the word table. */
  unknownWord: 0.6,
  /** By hand: a capital inside a sentence. */
  capitalised: 0.75,
  /** By hand: the next word belongs to the name from this likeness on. */
  continues: 0.5,
  /** By hand: letters. */
  longestWord: 30,
  /** By hand. */
  mostWords: 4,
  /** By hand: from this strength on an introduction is trusted, else a run of content words is a company … */
  sure: 0.8,
  /** … and counts this much (by hand). */
  company: 0.3,
  /** By hand: "Sarah speaking". */
  beforeSpeaking: 0.6,
  /** By hand: where "speaking" may follow. */
  openingWords: 3,
  /** By hand: the first words of an answer to the question for a name. */
  answerWords: 12,
  /** By hand: how far a name is expected there … */
  inAnswer: 0.35,
  /** … and how much it then counts (by hand). */
  answerFactor: 0.8,
  /** By hand: how sure an introduction may be as the answer to a question about someone else. */
  introducedOther: 0.5,
} as const;

export const SHAPE_STRENGTH = {
  /** By definition. */
  email: 1,
  /** By hand: "john dot smith at …". */
  spokenEmail: 0.7,
  /** By definition. */
  url: 1,
  /** By hand: "example.com". */
  bareHost: 0.8,
  /** By hand: after "order number" and the like. */
  ledId: 0.9,
  /** By hand: letters and digits. */
  mixedId: 0.7,
  /** By hand: digits alone, at least this many … */
  longIdDigits: 5,
  /** … or fewer (both by hand). */
  longId: 0.5,
  shortId: 0.3,
  /** By hand: digits one by one. */
  spokenId: 0.6,
  /** By hand. */
  quotation: 0.8,
  /** By definition: the author's own regular expression. */
  ownPattern: 1,
} as const;
