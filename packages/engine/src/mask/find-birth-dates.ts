/** Dates of birth: dates beside a word for being born, or in the answer to a question for one. All other dates are not masked. */
import { type DateWord, dateWord } from './date-words.ts';
import type { Identity, MaskText } from './identity.ts';
import { gapBefore, partOf, readTokens, type Token } from './tokens.ts';
import { withRepeats } from './with-repeats.ts';

/** "né" has its accent, because "ne" is another word. */
const CUE =
  /(?<![\p{L}\p{N}])(?:born|(?:date|year) of birth|birth ?(?:date|year)|birthday|d\.?\s?o\.?\s?b|geboren|geburtsdatum|geburtsjahr|geburtstag|geb|nac[ií]|naci[oó]|nacid[oa]|nacimiento|fecha nac|cumplea[nñ]os|cumples? a[nñ]os|née?s?|naissance|anniversaire|nat[oa]|nascita|compleanno|geboortedatum|verjaardag|nasci|nasceu|nascid[oa]|nascimento|anivers[aá]rio|fa[cç]o anos)(?![\p{L}\p{N}])/giu;
/** In German it follows the date, and sometimes in other languages: "the 4th of May 1988, that's my date of birth". */
const CUE_AFTER =
  /^[\s,]{1,2}(?:(?:in \p{L}+ |bin ich |wurde ich |ist er |ist sie )?(?:geboren|geburtstag)|(?:(?:that['’]s|that is|is|das ist|esa es|ese es|es) )?(?:my|his|her|our|mein|sein|ihr|mi|su) (?:date of birth|birth ?date|birthday|dob|geburtsdatum|geburtstag|fecha de nacimiento|cumplea[nñ]os))(?![\p{L}\p{N}])/iu;
const DATE_GAP = /^[\s.,/'’-]{1,3}$/;
const CLAUSE_END = /[;?!]|\.\s|,\s*\p{L}/u;
/** Between a word for being born and its date; a new clause has another date. */
const NEW_CLAUSE = new Set(
  'and but so because until till since und aber bis y pero et mais una un une ein eine'.split(' '),
);
/** "Your date of birth, please." */
const ASKED_WITHOUT_MARK = /birth(?!day)|datum|b$|nacimiento|naissance|nascita|nascimento/i;
const FEAST = /birthday|geburtstag|cumplea|anniversaire|compleanno|verjaardag|anivers/i;
/** Offers and companies are also "born" in a year. */
const SOMEBODY =
  /(?<!\p{L})(?:i|you|he|she|we|they|who|son|daughter|husband|wife|mother|father|mum|mom|dad|brother|sister|baby|child)(?: was| were|['’]m| am)?\s+$/iu;
const REACH_TOKENS = 5;
/** The same limit in characters. */
const REACH = 80;
const REACH_TURNS = 4;
const OPENING_TOKENS = 6;
const SHORT_TURN = 7;

interface DateSpan {
  from: number;
  to: number;
  words: DateWord[];
}

export function findBirthDates(texts: readonly MaskText[]): Identity[][] {
  let left = 0;
  const found = texts.map(({ text }) => {
    const tokens = readTokens(text);
    const cues = [...text.matchAll(CUE)];
    const spans = left === 0 && cues.length === 0 ? [] : readDates(text, tokens);
    let next = 0;
    const told = spans.filter((span) => {
      while ((cues[next]?.index ?? Infinity) < (tokens[span.from]?.start ?? 0)) next += 1;
      return isBeside(text, tokens, span, cues[next - 1]);
    });
    const answer = left > 0 && told.length === 0 ? answerIn(tokens, spans) : undefined;
    if (isAsking(text, cues) && told.length === 0) left = REACH_TURNS;
    else if (told.length > 0 || (answer !== undefined && isWhole(answer))) left = 0;
    else if (left > 0) left = tokens.length > SHORT_TURN && answer === undefined ? 0 : left - 1;
    return [...told, ...(answer === undefined ? [] : [answer])].map((span) => identityOf(tokens, span));
  });
  return withRepeats(texts, found, ({ normal }) => normal.includes(' '));
}

function isAsking(text: string, cues: readonly RegExpExecArray[]): boolean {
  const last = cues.at(-1);
  if (last === undefined) return false;
  const rest = text.slice(last.index + last[0].length);
  // "Is the birthday cake ready?" does not ask for a date.
  if (FEAST.test(last[0]) && !/^[\s?？]*$/u.test(rest)) return false;
  return (
    /[?？]\s*$/u.test(text) ||
    (rest.length < REACH &&
      ASKED_WITHOUT_MARK.test(last[0]) &&
      /^[\s,.]*(?:please|bitte|por favor|s'il vous plaît|per favore|alstublieft)?[\s.]*$/iu.test(rest))
  );
}

function readDates(text: string, tokens: readonly Token[]): DateSpan[] {
  const spans: DateSpan[] = [];
  for (let at = 0; at < tokens.length; ) {
    const span = dateAt(text, tokens, at);
    if (span !== undefined) spans.push(span);
    at = span?.to ?? at + 1;
  }
  return spans;
}

function dateAt(text: string, tokens: readonly Token[], from: number): DateSpan | undefined {
  const words: DateWord[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    const word = token === undefined ? undefined : dateWord(partOf(token));
    if (word === undefined || (at > from && !isGap(gapBefore(text, tokens, at), words, word))) break;
    if (at === from && word === 'joiner') return undefined;
    words.push(word);
    // "4 April 1968, 30 Almond Road": a date ends with its year.
    if (word === 'year' && words.length > 2) break;
  }
  while (words.at(-1) === 'joiner') words.pop();
  return words.length === 0 ? undefined : { from, to: from + words.length, words };
}

/** The year follows a comma: "August 7, 1969". */
function isGap(gap: string, words: readonly DateWord[], next: DateWord): boolean {
  return (
    DATE_GAP.test(gap) &&
    (!gap.includes(',') || (words.length > 1 && words.at(-1) !== 'joiner' && next !== 'joiner') || words[0] === 'month')
  );
}

/** A day and a month, a month and a year, three numbers, or a year. */
function isDate({ words }: DateSpan): boolean {
  return isWhole({ words }) || words.includes('year');
}

function isWhole({ words }: Pick<DateSpan, 'words'>): boolean {
  const numbers = words.filter((word) => word === 'number' || word === 'year').length;
  return words.includes('month') ? numbers > 0 : numbers >= 3;
}

/** `cue`: the last word for being born before the date. */
function isBeside(text: string, tokens: readonly Token[], span: DateSpan, cue: RegExpExecArray | undefined): boolean {
  const start = tokens[span.from]?.start ?? 0;
  const end = tokens[span.to - 1]?.end ?? 0;
  if (!isDate(span)) return false;
  if (CUE_AFTER.test(text.slice(end, end + REACH))) return true;
  if (cue === undefined || start - cue.index > REACH) return false;
  const between = text.slice(cue.index + cue[0].length, start).replace(/^\./, '');
  if (CLAUSE_END.test(between)) return false;
  const isSomebody = SOMEBODY.test(text.slice(Math.max(0, cue.index - REACH), cue.index));
  if (/^born$/i.test(cue[0]) && !isWhole(span) && !isSomebody) return false;
  const words = readTokens(between);
  return words.length <= REACH_TOKENS && !words.some(({ lower }) => NEW_CLAUSE.has(lower));
}

function answerIn(tokens: readonly Token[], spans: readonly DateSpan[]): DateSpan | undefined {
  const isShort = tokens.length <= SHORT_TURN;
  return spans.find(
    (span) =>
      span.from <= OPENING_TOKENS &&
      (isDate(span) || (isShort && (span.words.includes('month') || span.words.length >= 2))),
  );
}

function identityOf(tokens: readonly Token[], { from, to, words }: DateSpan): Identity {
  const parts = tokens.slice(from, to).filter((_, at) => words[at] !== 'joiner');
  return {
    start: tokens[from]?.start ?? 0,
    end: tokens[to - 1]?.end ?? 0,
    kind: 'birth_date',
    normal: parts.map((token) => partOf(token).replace(/^0|(?<=\d)\D+$/g, '')).join(' '),
  };
}
