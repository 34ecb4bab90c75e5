/** Days and dates. A date said in full becomes ISO; anything less stays as it was said, lower case. */

import { parse } from 'chrono-node/en';
import type { Turn } from '../../conversation/conversation.ts';
import { oneOf, vocabularyWords } from '../../core/read-vocabulary.ts';
import { ORDINALS } from '../vocabulary/numbers.ts';
import { DATE_STRENGTH } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';

const MONTHS = [...vocabularyWords('calendar', 'months'), ...vocabularyWords('calendar', 'short months')];
const WEEKDAY = oneOf(vocabularyWords('calendar', 'weekdays'));
const MONTH = oneOf(MONTHS);
const DAY = oneOf(['\\d{1,2}(?:st|nd|rd|th)?', `(?:twenty|thirty)[ -]${oneOf(ORDINALS.slice(0, 9))}`, ...ORDINALS]);
const ORDINAL = oneOf(['\\d{1,2}(?:st|nd|rd|th)', `(?:twenty|thirty)[ -]${oneOf(ORDINALS.slice(0, 9))}`, ...ORDINALS]);
const YEAR = '(?:19|20)\\d{2}';
/** "by the second", but not "by the second call". */
const ENDS = `(?=\\s*(?:[.,;:!?)]|$|\\b(?:at|if|and|or|so|then|please|i|we|you|to|for|in|because|latest)\\b))`;
const PATTERNS: ReadonlyArray<readonly [RegExp, number]> = [
  [/(?<!\d)(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)/g, DATE_STRENGTH.full],
  [/(?<!\d)\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d{2}(?!\d)/g, DATE_STRENGTH.full],
  [new RegExp(`\\b${MONTH}\\.? (?:the )?${DAY},? ${YEAR}\\b`, 'gi'), DATE_STRENGTH.full],
  [new RegExp(`\\b(?:the )?${DAY} (?:of )?${MONTH}\\.?,? ${YEAR}\\b`, 'gi'), DATE_STRENGTH.full],
  [new RegExp(`\\b${MONTH}\\.? (?:the )?${DAY}\\b`, 'gi'), DATE_STRENGTH.named],
  [new RegExp(`\\b${DAY} (?:of )?${MONTH}\\b`, 'gi'), DATE_STRENGTH.named],
  [new RegExp(`\\b${WEEKDAY},? the ${ORDINAL}\\b`, 'gi'), DATE_STRENGTH.named],
  [new RegExp(`\\b(?:next |this coming )?${WEEKDAY}\\b`, 'gi'), DATE_STRENGTH.named],
  [
    new RegExp(
      `\\b(?:beginning|start|middle|end) of (?:${MONTH}|(?:the|this|next) (?:week|month|quarter|year)|q[1-4])\\b`,
      'gi',
    ),
    DATE_STRENGTH.relative,
  ],
  [
    new RegExp(`(?<=\\b(?:by|in|until|till|before|after|from|since) )(?:(?:early|late|mid)[ -])?${MONTH}\\b`, 'gi'),
    DATE_STRENGTH.monthOnly,
  ],
  [/\b(?:today|tomorrow|tonight|yesterday|the day after tomorrow|next week|next month)\b/gi, DATE_STRENGTH.relative],
  [new RegExp(`\\b(?:on|for) the ${DAY}\\b`, 'gi'), DATE_STRENGTH.dayOnly],
  [new RegExp(`\\b(?:by|until|till|before|from) the ${ORDINAL}\\b${ENDS}`, 'gi'), DATE_STRENGTH.dayOnly],
];

/** Most turns name no day at all; this looks for one in a tenth of the time that the patterns take. */
const NAMES_A_DAY =
  /\d|day|tomorrow|tonight|next (?:week|month)|(?:on|for|by|until|till|before|from) the |(?:beginning|start|middle|end) of |\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)/i;

/** Any fixed day: only dates with their own year are taken from what is read against it. */
const REFERENCE = new Date(2000, 0, 1, 12);

/** Enough for any turn of a person; limits the work for generated ones. */
const MOST_TAKEN = 200;

function normalDate(text: string): string {
  const said = text
    .toLowerCase()
    .replace(/^(?:on|for|by|until|till|before|from) (?=the )/, '')
    .replaceAll(/\s+/g, ' ');
  if (!/(?:19|20)\d{2}/.test(said)) return said;
  const start = parse(said, REFERENCE)[0]?.start;
  if (start === undefined || !start.isCertain('year') || !start.isCertain('month') || !start.isCertain('day'))
    return said;
  const pad = (value: number | null, length: number): string => String(value ?? 0).padStart(length, '0');
  return `${pad(start.get('year'), 4)}-${pad(start.get('month'), 2)}-${pad(start.get('day'), 2)}`;
}

export function findDates(turns: readonly Turn[]): Candidate[] {
  const found: Candidate[] = [];
  for (const turn of turns) {
    if (!NAMES_A_DAY.test(turn.text)) continue;
    const taken: Array<readonly [number, number]> = [];
    for (const [pattern, strength] of PATTERNS) {
      for (const match of turn.text.matchAll(pattern)) {
        const from = match.index;
        const to = from + match[0].length;
        if (taken.some(([start, end]) => from < end && to > start)) continue;
        if (taken.length < MOST_TAKEN) taken.push([from, to]);
        found.push({ turn, start: turn.start + from, end: turn.start + to, value: normalDate(match[0]), strength });
      }
    }
  }
  return found;
}
