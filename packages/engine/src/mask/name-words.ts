/** Whether a word is part of a name, and where the name ends, from the words before it and the style of the text. */
import { vocabularyWords, wordSet } from '../core/read-vocabulary.ts';
import { STOP_WORDS } from '../words/vocabulary/stop-words.ts';
import type { NameLikeness, NameWords } from './name-likeness.ts';
import { gapBefore, isCapitalised, isUpperCase, type Token } from './tokens.ts';

export const HONORIFICS = wordSet('person-names', 'honorific');
/** After a first name that is a word too, at the start of a sentence: "Grace said", not "Grace period". */
const SAYS = new Set('said says told called asked has was is s'.split(' '));
export const BUSINESSES = new Set(vocabularyWords('person-names', 'businesses'));
export const PARTICLES = new Set(
  'de da do dos das di del della van von der den ten bin ibn al el la le du st'.split(' '),
);
/** Before an unknown capitalised word, these indicate a thing or a place. */
const BEFORE_THINGS = new Set(
  'the a an in at from to near of on our your this my via into use using its these every each per through under'.split(
    ' ',
  ),
);
const NOT_ADDRESSED = new Set(
  'there everyone everybody all sir madam folks guys team again very so much for you to customer love dear mate pet sorry just i we it no yes that is good'.split(
    ' ',
  ),
);
/** Nouns and forms that German and Spanish begin turns with, by their endings: "Kreditkarte:", "Dirección?", "Envíelo a". */
const COMMON_ENDING =
  /^\p{L}{2,}(?:nummer|adresse|karte|datum|codes?|zahl|ziffern?|[pk]asswort|kennwort|ung|keit|heit|schaft|schrift|konto|jahr|termin|geburtstag|rückruf|netz|straße|verbindung|ción|ciones|idad|miento|mente|[áéíó]\p{L}{1,5}(?:me|lo|la|le|los|las))$|^(?:unterschrieben|lieferung|schreiben|bitte|unter|meine|schweizer|österreich|festnetz|rückseite|wohin|atentamente|nac[ií]|[uú]ltimos|termina|contraseña)$/iu;
const SENTENCE_END = /[.!?:;\n…]["'”’)]?\s*$|\n|^\s*[-•*]\s*$/;
/** Words of one name, at most. */
const MOST_WORDS = 4;

export interface ReadText {
  text: string;
  tokens: readonly Token[];
  /** Written without capitals, as some recognisers do. */
  isLower: boolean;
  /** Written in capitals throughout. */
  isShouted: boolean;
  /** Most of its words are unknown to the word table, so an unknown word is not evidence of a name. */
  isForeign: boolean;
}

/** Why a word is expected to be a name, from the strongest reason to none. */
export type Belief = 'title' | 'introduced' | 'kin' | 'addressed' | 'asked' | 'likely' | 'plain';

export function isNameWord(
  { tokens, isLower, isForeign }: ReadText,
  words: NameWords,
  at: number,
  belief: Belief,
): boolean {
  const token = tokens[at];
  if (token === undefined || /^\d/.test(token.raw)) return false;
  if (BUSINESSES.has(token.lower) && belief !== 'title') return false;
  const likeness = words.likeness(token.lower);
  if (STOP_WORDS.has(token.lower) && !(likeness === 'ambiguous' && isCapitalised(token))) return false;
  if (token.raw.length === 1) return belief === 'title' && isCapitalised(token);
  const isCapital = isCapitalised(token) && (!isUpperCase(token) || likeness === 'name');
  if (likeness === 'name') return isCapital || isLower || belief !== 'plain';
  switch (belief) {
    case 'title':
      return isCapital || isLower || !isCommon(likeness);
    case 'introduced':
      return isCapital || !isCommon(likeness);
    case 'kin':
      if (words.isCalendar(token.lower) || likeness === 'place') return false;
      return isCapital || (!isCommon(likeness) && (isUpperCase(token) || (isLower && !isForeign)));
    case 'addressed':
      if (NOT_ADDRESSED.has(token.lower)) return false;
      return isCapital ? !isUpperCase(token) : !isCommon(likeness) && isLower;
    case 'asked':
      return isCapital ? !isCommon(likeness) : isLower && likeness === 'unknown' && tokens.length < 8;
    case 'likely':
      return isCapital
        ? !isCommon(likeness)
        : isLower &&
            ((likeness === 'unknown' && tokens.length < 5) ||
              (likeness === 'ambiguous' && words.isSeldom(token.lower)));
    case 'plain':
      return isCapital && (likeness === 'unknown' || likeness === 'ambiguous');
  }
}

function isCommon(likeness: NameLikeness): boolean {
  return likeness === 'ordinary' || likeness === 'place';
}

function isOpening(text: string, tokens: readonly Token[], at: number): boolean {
  return at === 0 || SENTENCE_END.test(gapBefore(text, tokens, at));
}

/** A name without an announcement: a known name, or an unknown word without signs of a thing or a place. */
export function isPlainName(each: ReadText, words: NameWords, at: number): boolean {
  const { text, tokens, isLower } = each;
  const token = tokens[at];
  if (token === undefined) return false;
  const likeness = words.likeness(token.lower);
  if (likeness === 'name') return isCapitalised(token) || isLower;
  if (isUpperCase(token)) return isCapitalPair(each, words, at);
  if (!isCapitalised(token) || isUpperCase(token) || token.raw.length < 3 || isLower) return false;
  const isThing = BEFORE_THINGS.has(tokens[at - 1]?.lower ?? '') && !isOpening(text, tokens, at);
  if (likeness === 'unknown') {
    return (
      !isThing &&
      !COMMON_ENDING.test(token.raw) &&
      !/(?<!^Mc|^Mac|['’])\p{Lu}/u.test(token.raw.slice(1)) &&
      !each.isForeign
    );
  }
  if (likeness !== 'ambiguous') return false;
  if (!isOpening(text, tokens, at)) return !isThing;
  // "Grace Hopper" and "Grace said", not "Grace period": at the start of a sentence the next word decides.
  const next = tokens[at + 1];
  if (next === undefined || !words.isFirstName(token.lower)) return false;
  if (SAYS.has(next.lower)) return true;
  return (
    gapBefore(text, tokens, at + 1) === ' ' &&
    isCapitalised(next) &&
    ['name', 'unknown', 'ambiguous'].includes(words.likeness(next.lower))
  );
}

/** One past the last word of the name that begins here; `from` if none does. For a person, "Park" may be part of it. */
export function nameEnd(each: ReadText, words: NameWords, from: number, belief: Belief, isPerson = false): number {
  const { text, tokens, isLower } = each;
  let start = from;
  while (HONORIFICS.has(tokens[start]?.lower ?? '') && start - from < 2) start += 1;
  const isAfterTitle = start > from;
  if (!isNameWord(each, words, start, isAfterTitle ? 'title' : belief)) return from;
  let to = start + 1;
  while (to < tokens.length && to - start < MOST_WORDS) {
    const token = tokens[to];
    const gap = gapBefore(text, tokens, to);
    if (token === undefined || !/^(?:[ -]|\. )$/.test(gap)) break;
    if (gap === '. ' && (tokens[to - 1]?.raw.length ?? 0) > 1) break;
    const likeness = words.likeness(token.lower);
    const isLetter = token.raw.length === 1 && isCapitalised(token) && token.raw !== 'I' && !isLower;
    const isParticle = PARTICLES.has(token.lower) && !isLower && isCapitalisedAt(tokens, to + 1);
    const isCapital = isCapitalised(token) && !isUpperCase(token) && !STOP_WORDS.has(token.lower);
    const isMore = isLower
      ? likeness === 'name' ||
        (likeness === 'ambiguous' &&
          to === start + 1 &&
          words.isFirstName(tokens[start]?.lower ?? '') &&
          !STOP_WORDS.has(token.lower)) ||
        (likeness === 'unknown' && !STOP_WORDS.has(token.lower))
      : (isCapital || isCapitalsAgain(each, words, to)) &&
        (isPerson || !BUSINESSES.has(token.lower)) &&
        !words.isCalendar(token.lower);
    if (!isMore && !isLetter && !isParticle) break;
    to += 1;
  }
  return to;
}

/** The second word of "SARAH WHITTAKER": in capitals like the first, and ordinary only if the text is not all in capitals. */
function isCapitalsAgain({ tokens, isShouted }: ReadText, words: NameWords, at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined || !isUpperCase(before) || !isUpperCase(token)) return false;
  if (token.raw.length < 3 || STOP_WORDS.has(token.lower)) return false;
  return !isShouted || !isCommon(words.likeness(token.lower));
}

/** "ACHTERBERG-NIJHUIS", "OTTOKAR BRZEZINA": two unknown words in capitals, too long to be abbreviations. */
function isCapitalPair({ text, tokens, isShouted }: ReadText, words: NameWords, at: number): boolean {
  const gap = gapBefore(text, tokens, at + 1);
  if (gap !== '-' && (gap !== ' ' || isShouted)) return false;
  return [tokens[at], tokens[at + 1]].every(
    (token) =>
      token !== undefined &&
      isUpperCase(token) &&
      /^\p{L}{5,}$/u.test(token.raw) &&
      ['name', 'unknown', 'rare'].includes(words.likeness(token.lower)),
  );
}

function isCapitalisedAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && isCapitalised(token);
}
