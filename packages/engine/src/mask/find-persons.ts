/**
 * People, by everything that indicates a name: labels of speakers, introductions, titles, greetings, family and jobs before a name, signatures, the answer to
 * "your name?", words that are names, letters that are spelled. A name found once is masked everywhere in the conversation.
 */
import { wordSet } from '../core/read-vocabulary.ts';
import { STOP_WORDS } from '../words/vocabulary/stop-words.ts';
import type { Identity, MaskText } from './identity.ts';
import { isKinPhrase, kinAt } from './kin.ts';
import { labelNames } from './label-names.ts';
import { ASKS_NAME, introductionAt, isSkipped } from './name-introductions.ts';
import { type NameWords, sharedNameWords } from './name-likeness.ts';
import {
  type Belief,
  BUSINESSES,
  HONORIFICS,
  isNameWord,
  isPlainName,
  nameEnd,
  PARTICLES,
  type ReadText,
} from './name-words.ts';
import { namesInOtherScripts } from './other-scripts.ts';
import { spelledNames } from './spelled-names.ts';
import { gapBefore, isCapitalised, isUpperCase, partOf, readTokens, type Token, withoutAccents } from './tokens.ts';

/** Honorifics without another meaning: the next word is a name, whatever it looks like. */
const SURE_HONORIFICS = new Set(
  'mr mrs ms mister missus frau herr herrn señor señora senhor senhora sra madame monsieur mme'.split(' '),
);
/** After a name, in other languages: "Wiegand hier", "Wiegand am Apparat", "Arancibia al habla". */
const SPEAKING = /^[\s,]{1,2}(?:hier|am apparat|mein name|al habla|al aparato)(?![\p{L}])/iu;
/** A capital after "don" is a name in Spanish, and anything in English. */
const SPANISH_TITLES = new Set(['don', 'doña']);
const GREETINGS = wordSet('person-names', 'greetings');
/** Greetings after which an ordinary word may be a name: "hi Blessing". */
const OPENING_GREETINGS = new Set(
  'hi hello hey dear hallo hola bonjour olá welcome goodbye bye thanks thank'.split(' '),
);
/** Before a name that ends a letter. */
const CLOSINGS = new Set('best regards wishes sincerely cheers thanks yours love truly faithfully'.split(' '));
/** German, where every noun has a capital: there a capital is not evidence. None of these is an English word or part of a name. */
const GERMAN = new Set(
  'das und ist nicht ich wir sie für im es ein eine einen dem mit auf zu bei seit nach mein meine wurde haben kein keine'.split(
    ' ',
  ),
);

/** Last words of phrases with which people introduce themselves. */
const OF_ONESELF = new Set(['am', "i'm", 'im']);
const MOST_LOOKED_AT = 1_000;

interface Mention {
  from: number;
  to: number;
  /** Announced as a person's name: in "I am Jo Park", "Park" is not a park. */
  isPerson?: boolean;
}

export interface KnownNames {
  /** Words of found names, without accents and in lower case. */
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
  const allTokens = texts.map(({ text }) => readTokens(text));
  const isAllForeign = isForeignConversation(allTokens, words);
  const read = texts.map(({ text }, index): ReadText => {
    const tokens = allTokens[index] ?? [];
    return {
      text,
      tokens,
      isLower: isLower || !/\p{Lu}/u.test(text),
      isShouted: !/\p{Ll}/u.test(text),
      isForeign: isAllForeign || isForeign(tokens, words),
    };
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
  const spelled = read.map((each, index) => [
    ...spelledNames(each, parts, texts[index - 1]?.text ?? ''),
    ...namesInOtherScripts(each.text),
  ]);
  for (const { normal } of spelled.flat()) for (const part of normal.split(' ')) parts.add(withoutAccents(part));
  const byText = read.map((each, index) => [
    ...toIdentities(each, merge([...(mentions[index] ?? []), ...again(each, words, parts)], each)),
    ...(spelled[index] ?? []),
  ]);
  return { byText, names: { parts } };
}

/** Whether the conversation is written without capitals: most of its longer turns have none except "I". */
function isLowerCase(texts: readonly MaskText[]): boolean {
  const long = texts.filter(({ text }) => text.length > 20).slice(0, 200);
  const lower = long.filter(({ text }) => !/\p{Lu}/u.test(text.replaceAll(/\bI\b/g, '')));
  return long.length > 0 && lower.length / long.length > 0.6;
}

/** Short turns do not show the language: "Ihr Geburtsdatum?" is German because the others are. */
function isForeignConversation(texts: readonly (readonly Token[])[], words: NameWords): boolean {
  const tokens = texts.slice(0, 200).flat().slice(0, MOST_LOOKED_AT);
  const german = tokens.filter(({ lower }) => GERMAN.has(lower));
  if (german.length > tokens.length / 20 && new Set(german.map(({ lower }) => lower)).size > 3) return true;
  return tokens.length > 20 && hasUnknownWords(tokens, words);
}

function isForeign(tokens: readonly Token[], words: NameWords): boolean {
  if (new Set(tokens.flatMap((token) => (GERMAN.has(token.lower) ? token.lower : []))).size > 1) return true;
  return hasUnknownWords(tokens, words);
}

function hasUnknownWords(tokens: readonly Token[], words: NameWords): boolean {
  const lower = tokens.filter((token) => token.raw.length > 2 && !isCapitalised(token)).slice(0, 200);
  const unknown = lower.filter((token) => words.likeness(token.lower) === 'unknown');
  return lower.length > 0 && unknown.length / lower.length > 0.3;
}

function findMentions(each: ReadText, words: NameWords, previous: string): Mention[] {
  const { text, tokens } = each;
  const mentions: Mention[] = [];
  const take = (from: number, believed: Belief, isPerson = false): void => {
    const to = nameEnd(each, words, from, believed, isPerson);
    if (to > from) mentions.push({ from, to, isPerson });
  };
  const isAnswer = ASKS_NAME.test(previous) && previous.length < 400;
  for (const [at, token] of tokens.entries()) {
    const next = gapBefore(text, tokens, at + 1);
    const { lower } = token;
    const kin = kinAt(tokens, at);
    if (kin !== undefined && /^,?\s$/.test(next)) take(kin.next, kin.isOwn ? 'kin' : 'likely');
    // "Meine Frau möchte": here "Frau" is not a title.
    if (isKinPhrase(tokens, at)) continue;
    if (HONORIFICS.has(lower) && /^\.?\s{1,2}$/.test(next))
      take(at + 1, SURE_HONORIFICS.has(lower) || isCapitalised(token) ? 'title' : 'likely');
    // "im Monat" is German, not "I'm".
    const introduction = lower === 'im' && each.isForeign ? undefined : introductionAt(tokens, at);
    if (introduction !== undefined && /^[\s,:"“'‘]{1,3}$/.test(next)) {
      const skipped = tokens[at + 1] !== undefined && isSkipped(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
      take(skipped, introduction ? 'introduced' : 'likely', introduction || OF_ONESELF.has(lower));
    }
    if (GREETINGS.has(lower) && /^[\s,]{1,3}\n?$/.test(next)) {
      const isYou = lower === 'thank' && tokens[at + 1]?.lower === 'you';
      if (!isYou || /^[\s,]{1,3}$/.test(gapBefore(text, tokens, at + 2)))
        take(isYou ? at + 2 : at + 1, OPENING_GREETINGS.has(lower) ? 'addressed' : 'likely');
    }
    if (CLOSINGS.has(lower) && /^,?\s{1,3}$/.test(next) && endsText(each, at + 1)) take(at + 1, 'introduced');
    const after = tokens[at + 1]?.lower;
    if ((after === 'speaking' || after === 'here') && at < 12 && /^\s$/.test(next)) {
      const from =
        at > 0 && isNameWord(each, words, at - 1, 'likely') && /^\s$/.test(gapBefore(text, tokens, at)) ? at - 1 : at;
      take(from, 'likely');
    }
    if (at < 12 && isCapitalised(token) && SPEAKING.test(text.slice(token.end, token.end + 14)))
      take(at > 0 && isCapitalised(tokens[at - 1] ?? token) && isSpaced(text, tokens, at) ? at - 1 : at, 'likely');
    if (SPANISH_TITLES.has(lower) && each.isForeign && next === ' ') take(at + 1, 'title');
    if (isInitial(text, tokens, at - 1)) take(at, 'introduced');
    if (isAnswer && at < 8) take(at, 'asked');
    if (isPlainName(each, words, at)) take(at, isUpperCase(token) ? 'introduced' : 'plain');
  }
  return mentions.filter((mention) => !isBusiness(each, mention));
}

function isSpaced(text: string, tokens: readonly Token[], at: number): boolean {
  return gapBefore(text, tokens, at) === ' ';
}

/** Whether at most three capitalised words are left. */
function endsText({ tokens }: ReadText, from: number): boolean {
  const left = tokens.slice(from, from + 4);
  return (
    left.length > 0 && left.length <= 3 && left.every((token) => isCapitalised(token) || PARTICLES.has(token.lower))
  );
}

/** "Harper Valley Bank", "Larkfield Opticians": a name followed by a word for businesses or places. */
function isBusiness({ text, tokens, isLower }: ReadText, { from, to, isPerson }: Mention): boolean {
  if (isPerson) return false;
  const next = tokens[to];
  const last = tokens[to - 1];
  if (next === undefined || last === undefined || isLower) return false;
  const isSure = HONORIFICS.has(tokens[from - 1]?.lower ?? '') || HONORIFICS.has(tokens[from]?.lower ?? '');
  return !isSure && gapBefore(text, tokens, to) === ' ' && BUSINESSES.has(next.lower) && isCapitalised(next);
}

/** Every other occurrence of a word of a known name. */
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
    // The title is kept: it is a form of address, not an identity.
    const named = tokens.slice(from, to);
    while (HONORIFICS.has(named[0]?.lower ?? '') && named.length > 1) named.shift();
    const [first] = named;
    const last = named.at(-1);
    if (first === undefined || last === undefined) return [];
    return [{ start: first.start, end: last.end, kind: 'person', normal: named.map(partOf).join(' ') }];
  });
}
