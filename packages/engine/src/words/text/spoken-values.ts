/**
 * Which kinds of values a stretch of speech holds: sums, figures, days, times, lengths of time, names. Rougher and much
 * cheaper than extraction: enough to tell that a price was named, or that "when?" was answered with an hour.
 */

import { oneOf, vocabularyLines, vocabularyWords } from '../../core/read-vocabulary.ts';
import { HOURS, TEENS, TENS, UNITS, USUAL_SCALES } from '../vocabulary/numbers.ts';

export type ValueKind = 'money' | 'figure' | 'id' | 'day' | 'time' | 'duration' | 'name';

const NUMBER = oneOf(['\\d[\\d.,]*', ...UNITS.slice(2), ...TEENS, ...TENS, ...USUAL_SCALES]);
const UNIT_OF_TIME = `${oneOf(vocabularyLines('value-words', 'unit of time'))}s?`;
const COUNTED = oneOf([UNIT_OF_TIME, ...vocabularyLines('value-words', 'counted')]);
const SUM_OF = oneOf(vocabularyLines('value-words', 'money'));
const PER = oneOf(vocabularyLines('value-words', 'per'));
const AND_MORE = oneOf(vocabularyLines('value-words', 'and more'));
const WEEKDAY = oneOf(vocabularyWords('calendar', 'weekdays'));
/** "May" is a month only where a preposition or a day says so. */
const MONTH = oneOf(vocabularyWords('calendar', 'months').filter((month) => month !== 'may'));

const PATTERNS: ReadonlyArray<readonly [ValueKind, RegExp]> = [
  [
    'money',
    new RegExp(
      `[$€£] ?\\d|\\b${NUMBER} ?${SUM_OF}\\b|\\b${NUMBER},? (?:an?|per|each|every) ${PER}\\b|\\b${NUMBER} ${AND_MORE}\\b`,
      'i',
    ),
  ],
  ['figure', new RegExp(`\\d|\\b(?:zero|double) (?:\\w+ )?${oneOf(UNITS.slice(1))}\\b`, 'i')],
  ['id', /\b\d{3,}\b|\b(?=[a-z]*\d)[a-z\d]{4,}\b/i],
  [
    'day',
    new RegExp(
      `\\b(?:${WEEKDAY}s?|tomorrow|today|tonight|yesterday|weekend|${MONTH}|(?:next|last|this|coming|first|second) (?:week|month|year|quarter|spring|summer|autumn|fall|winter|season)|(?:in|of|on|until|before|by) may|may \\d|(?:days?|weeks?|months?|years?) ago|in (?:a|${[...UNITS.slice(1, 7), 'ten'].join('|')}|\\d+|a few|a couple of) (?:days?|weeks?|months?|years?)|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}\\/\\d{1,2})\\b`,
      'i',
    ),
  ],
  [
    'time',
    new RegExp(
      `\\b(?:\\d{1,2}[:.]\\d\\d|\\d{1,2} ?(?:am|pm|a\\.m|p\\.m)|o'?clock|noon|midnight|half past|quarter (?:past|to)|(?:at|by|until|around|about|after|before) (?:\\d{1,2}|${HOURS.join('|')})\\b(?! (?:dollars|euros|people|days|weeks)))`,
      'i',
    ),
  ],
  ['duration', new RegExp(`\\b(?:${NUMBER}|an?|one|few|couple of|several) (?:\\w+ )?${UNIT_OF_TIME}\\b`, 'i')],
  ['name', /(?:^|[^.!?\s])\s+(?!I\b|I['’]|OK\b)[A-Z][a-z]+/],
];
/** A bare figure that counts nothing else may be a sum. */
const BARE_FIGURE = new RegExp(`\\b\\d[\\d,]*(?:\\.\\d\\d)?\\b(?! ?${COUNTED}\\b)(?![:/\\d])`, 'i');
const SPOKEN_SUM = new RegExp(`\\b${oneOf(USUAL_SCALES)}\\b`, 'i');

export interface SpokenValues {
  kinds: ReadonlySet<ValueKind>;
  /** A number that may be a sum of money, if one was mentioned. */
  mayBeMoney: boolean;
}

/** Values come early in an answer, and a hostile text must not make the patterns run long. */
const LONGEST = 600;

export function spokenValues(whole: string): SpokenValues {
  const text = whole.length > LONGEST ? whole.slice(0, LONGEST) : whole;
  const kinds = new Set<ValueKind>();
  for (const [kind, pattern] of PATTERNS) if (pattern.test(text)) kinds.add(kind);
  return { kinds, mayBeMoney: kinds.has('money') || BARE_FIGURE.test(text) || SPOKEN_SUM.test(text) };
}
