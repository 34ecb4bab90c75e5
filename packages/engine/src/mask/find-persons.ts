/**
 * People, by everything that tells a name: labels of speakers, introductions, titles, greetings, family and jobs before a name, signatures, the answer to
 * "your name?", words that are names, letters that are spelled. Once a name, always a name: what was found once is found everywhere in the conversation.
 */
import { vocabularyWords, wordSet } from '../words/vocabulary/read-vocabulary.ts';
import { STOP_WORDS } from '../words/vocabulary/stop-words.ts';
import type { Identity, MaskText } from './identity.ts';
import { labelNames } from './label-names.ts';
import { type NameLikeness, type NameWords, sharedNameWords } from './name-likeness.ts';
import { gapBefore, isCapitalised, isUpperCase, readTokens, type Token, withoutAccents } from './tokens.ts';

const HONORIFICS = wordSet('person-names', 'honorific');
/** Honorifics that are never anything else: what follows is a name, whatever it looks like. */
const SURE_HONORIFICS = new Set(
  'mr mrs ms mister missus frau herr señor señora senhor senhora sra madame monsieur mme'.split(' '),
);
const GREETINGS = wordSet('person-names', 'greetings');
/** Greetings after which a word that is no name may still be one: "hi Blessing". */
const OPENING_GREETINGS = new Set(
  'hi hello hey dear hallo hola bonjour olá welcome goodbye bye thanks thank'.split(' '),
);
/** Before a name that ends a letter. */
const CLOSINGS = new Set('best regards wishes sincerely cheers thanks yours love truly faithfully'.split(' '));
/** After a first name that is a word too, at the start of a sentence: "Grace said", not "Grace period". */
const SAYS = new Set('said says told called asked has was is s'.split(' '));
const KIN = wordSet('person-names', 'kin');
const BUSINESSES = new Set(vocabularyWords('person-names', 'businesses'));
const PARTICLES = new Set('de da do dos das di del della van von der den ten bin ibn al el la le du st'.split(' '));
/** Before a capitalised word that no list knows, these say that it is a thing or a place. */
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
/** What comes before a name: the phrase, and whether a word that is no name is believed after it. */
const INTRODUCTIONS: ReadonlyArray<readonly [readonly string[], boolean]> = [
  ['my name is', true],
  ["name's", true],
  ['name is', true],
  ['name s', true],
  ['name was', true],
  ['names', true],
  ['first name', true],
  ['last name', true],
  ['surname is', true],
  ['surname', true],
  ['call me', true],
  ['i am', false],
  ["i'm", false],
  ['im', false],
  ['this is', false],
  ['it is', false],
  ["it's", false],
  ['it s', false],
  ['its', false],
  ["that's", false],
  ['is this', false],
  ['ask for', false],
  ['speak to', false],
  ['speak with', false],
  ['speaking with', false],
  ['speaking to', false],
  ['talk to', false],
  ['talking to', false],
  ['spoke to', false],
  ['spoke with', false],
  ['chatting with', false],
  ['through to', false],
  ['under', false],
  ['name of', false],
  ['behalf of', false],
  ['goes by', true],
  ['calls me', true],
  ['called', false],
  ['tell', false],
  ['told', false],
  ['ask', false],
  ['asked', false],
  ['hired', false],
  ['met', false],
  ['by', false],
  ['with', false],
  ['call', false],
  ['mean', false],
  ['cardholder', false],
  ['guest', false],
  ['beneficiary', false],
  ['contact', false],
  ['attn', false],
  ['cc', false],
  ['signed', false],
  ['mein name ist', true],
  ['ich heiße', true],
  ['hier ist', false],
  ["je m'appelle", true],
  ['me llamo', true],
  ['meu nome é', true],
  ['mi chiamo', true],
  ['mi nombre es', true],
].map(([phrase, isStrong]) => [String(phrase).split(' '), isStrong === true]);
const BY_LAST = Map.groupBy(INTRODUCTIONS, ([words]) => words.at(-1) ?? '');
const ASKS_NAME =
  /(?:\bname\b|who(?:'s| is| am) (?:calling|this|speaking)|\bspell\b|surname|who do i|who (?:should|can|may) i)/i;
const SENTENCE_END = /[.!?:;\n…]["'”’)]?\s*$|\n|^\s*[-•*]\s*$/;
/** Words of one name, at most. */
const MOST_WORDS = 4;

interface Mention {
  from: number;
  to: number;
}

interface ReadText {
  text: string;
  tokens: readonly Token[];
  /** Written without capitals, as some recognisers do. */
  isLower: boolean;
  /** Most of its words are unknown to the word table, so that being unknown says nothing of a name. */
  isForeign: boolean;
}

export interface KnownNames {
  /** Words of names that were found, without accents and in lower case. */
  parts: ReadonlySet<string>;
}

export interface FoundPersons {
  byText: Identity[][];
  names: KnownNames;
}

/** `known`: names of the conversation that the texts belong to. */
export function findPersons(texts: readonly MaskText[], known?: KnownNames): FoundPersons {
  const words = sharedNameWords();
  const isLower = isLowerCase(texts);
  const read = texts.map(({ text }): ReadText => {
    const tokens = readTokens(text);
    return { text, tokens, isLower: isLower || !/\p{Lu}/u.test(text), isForeign: isForeign(tokens, words) };
  });
  const mentions = read.map((each, index) => findMentions(each, words, texts[index - 1]?.text ?? ''));
  const parts = new Set(known?.parts);
  for (const { speaker } of texts) for (const name of labelNames(speaker ?? '', words)) parts.add(name);
  for (const [index, found] of mentions.entries()) {
    for (const { from, to } of found) {
      for (const token of read[index]?.tokens.slice(from, to) ?? []) {
        const part = partOf(token);
        if (part.length > 2 && !PARTICLES.has(part) && !HONORIFICS.has(part)) parts.add(part);
      }
    }
  }
  const spelled = read.map((each, index) => spelledNames(each, parts, texts[index - 1]?.text ?? ''));
  for (const { normal } of spelled.flat()) parts.add(normal);
  const byText = read.map((each, index) => [
    ...toIdentities(each, merge([...(mentions[index] ?? []), ...again(each, words, parts)], each)),
    ...(spelled[index] ?? []),
  ]);
  return { byText, names: { parts } };
}

export function partOf({ lower }: Token): string {
  return withoutAccents(lower);
}

/** Whether the conversation is written without capitals: most of its longer turns have none but that of "I". */
function isLowerCase(texts: readonly MaskText[]): boolean {
  const long = texts.filter(({ text }) => text.length > 20).slice(0, 200);
  const lower = long.filter(({ text }) => !/\p{Lu}/u.test(text.replaceAll(/\bI\b/g, '')));
  return long.length > 0 && lower.length / long.length > 0.6;
}

function isForeign(tokens: readonly Token[], words: NameWords): boolean {
  const lower = tokens.filter((token) => token.raw.length > 2 && !isCapitalised(token)).slice(0, 200);
  const unknown = lower.filter((token) => words.likeness(token.lower) === 'unknown');
  return lower.length > 0 && unknown.length / lower.length > 0.3;
}

function findMentions(each: ReadText, words: NameWords, previous: string): Mention[] {
  const { text, tokens } = each;
  const mentions: Mention[] = [];
  const take = (from: number, believed: Belief): void => {
    const to = nameEnd(each, words, from, believed);
    if (to > from) mentions.push({ from, to });
  };
  const isAnswer = ASKS_NAME.test(previous) && previous.length < 400;
  for (const [at, token] of tokens.entries()) {
    const next = gapBefore(text, tokens, at + 1);
    const { lower } = token;
    if (HONORIFICS.has(lower) && /^\.?\s{1,2}$/.test(next))
      take(at + 1, SURE_HONORIFICS.has(lower) || isCapitalised(token) ? 'title' : 'likely');
    const introduction = introductionAt(tokens, at);
    if (introduction !== undefined && /^[\s,:"“'‘]{1,3}$/.test(next)) {
      const skipped = tokens[at + 1] !== undefined && isSkipped(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
      take(skipped, introduction ? 'introduced' : 'likely');
    }
    if (GREETINGS.has(lower) && /^[\s,]{1,3}\n?$/.test(next)) {
      const isYou = lower === 'thank' && tokens[at + 1]?.lower === 'you';
      if (!isYou || /^[\s,]{1,3}$/.test(gapBefore(text, tokens, at + 2)))
        take(isYou ? at + 2 : at + 1, OPENING_GREETINGS.has(lower) ? 'addressed' : 'likely');
    }
    if (CLOSINGS.has(lower) && /^,?\s{1,3}$/.test(next) && endsText(each, at + 1)) take(at + 1, 'introduced');
    if (KIN.has(lower) && /^,?\s(?:called )?$/.test(next))
      take(tokens[at + 1]?.lower === 'called' ? at + 2 : at + 1, 'likely');
    const after = tokens[at + 1]?.lower;
    if ((after === 'speaking' || after === 'here') && at < 12 && /^\s$/.test(next)) {
      const from =
        at > 0 && isNameWord(each, words, at - 1, 'likely') && /^\s$/.test(gapBefore(text, tokens, at)) ? at - 1 : at;
      take(from, 'likely');
    }
    if (isInitial(text, tokens, at - 1)) take(at, 'introduced');
    if (isAnswer && at < 8) take(at, 'asked');
    if (isPlainName(each, words, at)) take(at, 'plain');
  }
  return mentions.filter((mention) => !isBusiness(each, mention));
}

/** Whether at most three capitalised words are left. */
function endsText({ tokens }: ReadText, from: number): boolean {
  const left = tokens.slice(from, from + 4);
  return (
    left.length > 0 && left.length <= 3 && left.every((token) => isCapitalised(token) || PARTICLES.has(token.lower))
  );
}

function isSkipped(lower: string): boolean {
  return (
    lower === 'uh' ||
    lower === 'um' ||
    lower === 'is' ||
    lower === 'a' ||
    lower === 'actually' ||
    lower === 'just' ||
    lower === 'also'
  );
}

/** Whether a phrase that introduces a name ends at this word; true: whatever follows is believed. */
function introductionAt(tokens: readonly Token[], at: number): boolean | undefined {
  for (const [phrase, isStrong] of BY_LAST.get(tokens[at]?.lower ?? '') ?? []) {
    const from = at - phrase.length + 1;
    if (from >= 0 && phrase.every((word, offset) => tokens[from + offset]?.lower === word)) return isStrong;
  }
  return undefined;
}

/** Why a word is expected to be a name, from the strongest to none. */
type Belief = 'title' | 'introduced' | 'addressed' | 'asked' | 'likely' | 'plain';

function isNameWord({ tokens, isLower }: ReadText, words: NameWords, at: number, belief: Belief): boolean {
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

/** A name that nothing announces: a word that is one, or one that no table knows and nothing makes a thing or a place. */
function isPlainName(each: ReadText, words: NameWords, at: number): boolean {
  const { text, tokens, isLower } = each;
  const token = tokens[at];
  if (token === undefined) return false;
  const likeness = words.likeness(token.lower);
  if (likeness === 'name') return isCapitalised(token) || isLower;
  if (!isCapitalised(token) || isUpperCase(token) || token.raw.length < 3 || isLower) return false;
  const isThing = BEFORE_THINGS.has(tokens[at - 1]?.lower ?? '') && !isOpening(text, tokens, at);
  if (likeness === 'unknown') {
    return !isThing && !/(?<!^Mc|^Mac|['’])\p{Lu}/u.test(token.raw.slice(1)) && !each.isForeign;
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

/** One past the last word of the name that begins here; `from` when none does. */
function nameEnd(each: ReadText, words: NameWords, from: number, belief: Belief): number {
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
      : isCapital && !BUSINESSES.has(token.lower) && !words.isCalendar(token.lower);
    if (!isMore && !isLetter && !isParticle) break;
    to += 1;
  }
  return to;
}

function isCapitalisedAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && isCapitalised(token);
}

/** "Harper Valley Bank", "Larkfield Opticians": a name that goes on with what businesses and places are called. */
function isBusiness({ text, tokens, isLower }: ReadText, { from, to }: Mention): boolean {
  const next = tokens[to];
  const last = tokens[to - 1];
  if (next === undefined || last === undefined || isLower) return false;
  const isSure = HONORIFICS.has(tokens[from - 1]?.lower ?? '') || HONORIFICS.has(tokens[from]?.lower ?? '');
  return !isSure && gapBefore(text, tokens, to) === ' ' && BUSINESSES.has(next.lower) && isCapitalised(next);
}

/** Everywhere that a word of a known name stands again. */
function again({ tokens, isLower }: ReadText, words: NameWords, parts: ReadonlySet<string>): Mention[] {
  return tokens.flatMap((token, at): Mention[] => {
    if (!parts.has(partOf(token))) return [];
    const likeness = words.likeness(token.lower);
    const isSure = isCapitalised(token) || likeness === 'name' || likeness === 'unknown' || isLower;
    return isSure && !STOP_WORDS.has(token.lower) ? [{ from: at, to: at + 1 }] : [];
  });
}

/** Overlapping and neighbouring words of a name are one mention. */
function merge(mentions: readonly Mention[], { text, tokens }: ReadText): Mention[] {
  const merged: Mention[] = [];
  const widened = mentions.map(({ from, to }) => ({ from: isInitial(text, tokens, from - 1) ? from - 1 : from, to }));
  for (const mention of widened.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    const isNeighbour =
      last !== undefined && mention.from === last.to && /^[ -]$/.test(gapBefore(text, tokens, mention.from));
    if (last !== undefined && (mention.from < last.to || isNeighbour)) last.to = Math.max(last.to, mention.to);
    else merged.push({ ...mention });
  }
  return merged;
}

/** The "D." of "D. Abernathy". */
function isInitial(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token?.raw.length === 1 && isCapitalised(token) && gapBefore(text, tokens, at + 1) === '. ';
}

function toIdentities({ tokens }: ReadText, mentions: readonly Mention[]): Identity[] {
  return mentions.flatMap(({ from, to }): Identity[] => {
    // The title stays: it says how somebody is addressed, not who it is.
    const named = tokens.slice(from, to);
    while (HONORIFICS.has(named[0]?.lower ?? '') && named.length > 1) named.shift();
    const [first] = named;
    const last = named.at(-1);
    if (first === undefined || last === undefined) return [];
    return [{ start: first.start, end: last.end, kind: 'person', normal: named.map(partOf).join(' ') }];
  });
}

/** "P-E-N-H-A-L-E", "p e n h a l e". Letters alone are a name unless they are a code; three are enough when they spell a known one. */
function spelledNames({ text, tokens }: ReadText, parts: ReadonlySet<string>, previous: string): Identity[] {
  const found: Identity[] = [];
  for (let at = 0; at < tokens.length; ) {
    let to = at;
    while (
      to < tokens.length &&
      /^\p{L}$/u.test(tokens[to]?.raw ?? '') &&
      (to === at || /^[\s,.–-]{1,3}$/.test(gapBefore(text, tokens, to)))
    )
      to += 1;
    const letters = tokens.slice(at, to).map(partOf).join('');
    const isName = letters.length >= 4 || (letters.length === 3 && (parts.has(letters) || ASKS_NAME.test(previous)));
    const isCode = /\d/.test(tokens[to]?.raw ?? '') || /\d/.test(tokens[at - 1]?.raw ?? '');
    if (isName && !isCode) {
      found.push({ start: tokens[at]?.start ?? 0, end: tokens[to - 1]?.end ?? 0, kind: 'person', normal: letters });
    }
    at = Math.max(to, at + 1);
  }
  return found;
}
