/**
 * Which kinds of values a stretch of speech holds: sums, figures, days, times, lengths of time, names. Rougher and much
 * cheaper than extraction: enough to tell that a price was named, or that "when?" was answered with an hour.
 */
export type ValueKind = 'money' | 'figure' | 'id' | 'day' | 'time' | 'duration' | 'name';

const NUMBER =
  '(?:\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)';
const UNIT_OF_TIME = '(?:second|minute|hour|day|week|month|quarter|year)s?';
const COUNTED = `(?:${UNIT_OF_TIME}|am|pm|a m|p m|o clock|people|guests?|persons?|nights?|adults?|times?|percent|degrees|miles|stars?|st|nd|rd|th)`;

const PATTERNS: ReadonlyArray<readonly [ValueKind, RegExp]> = [
  [
    'money',
    new RegExp(
      `[$€£] ?\\d|\\b${NUMBER} ?(?:dollars?|euros?|pounds?|bucks|cents|usd|eur|gbp|credits|grand|k)\\b|\\b${NUMBER},? (?:an?|per|each|every) (?:night|month|year|week|head|person|hour|seat|user)\\b|\\b${NUMBER} (?:including|plus|extra|more a)\\b`,
      'i',
    ),
  ],
  ['figure', /\d|\b(?:zero|double) (?:\w+ )?(?:one|two|three|four|five|six|seven|eight|nine)\b/i],
  ['id', /\b\d{3,}\b|\b(?=[a-z]*\d)[a-z\d]{4,}\b/i],
  [
    'day',
    /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|tonight|yesterday|weekend|(?:january|february|march|april|june|july|august|september|october|november|december)|(?:next|last|this|coming|first|second) (?:week|month|year|quarter|spring|summer|autumn|fall|winter|season)|(?:in|of|on|until|before|by) may|may \d|(?:days?|weeks?|months?|years?) ago|in (?:a|one|two|three|four|five|six|ten|\d+|a few|a couple of) (?:days?|weeks?|months?|years?)|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\/\d{1,2})\b/i,
  ],
  [
    'time',
    /\b(?:\d{1,2}[:.]\d\d|\d{1,2} ?(?:am|pm|a\.m|p\.m)|o'?clock|noon|midnight|half past|quarter (?:past|to)|(?:at|by|until|around|about|after|before) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! (?:dollars|euros|people|days|weeks)))/i,
  ],
  ['duration', new RegExp(`\\b(?:${NUMBER}|an?|one|few|couple of|several) (?:\\w+ )?${UNIT_OF_TIME}\\b`, 'i')],
  ['name', /(?:^|[^.!?\s])\s+(?!I\b|I['’]|OK\b)[A-Z][a-z]+/],
];
/** A bare figure that counts nothing else may be a sum. */
const BARE_FIGURE = new RegExp(`\\b\\d[\\d,]*(?:\\.\\d\\d)?\\b(?! ?${COUNTED}\\b)(?![:/\\d])`, 'i');
const SPOKEN_SUM = /\b(?:hundred|thousand|million)\b/i;

export interface SpokenValues {
  kinds: ReadonlySet<ValueKind>;
  /** A number that may be a sum of money, if one was spoken of. */
  mayBeMoney: boolean;
}

/** Values stand early in an answer, and a hostile text must not make the patterns run long. */
const LONGEST = 600;

export function spokenValues(whole: string): SpokenValues {
  const text = whole.length > LONGEST ? whole.slice(0, LONGEST) : whole;
  const kinds = new Set<ValueKind>();
  for (const [kind, pattern] of PATTERNS) if (pattern.test(text)) kinds.add(kind);
  return { kinds, mayBeMoney: kinds.has('money') || BARE_FIGURE.test(text) || SPOKEN_SUM.test(text) };
}
