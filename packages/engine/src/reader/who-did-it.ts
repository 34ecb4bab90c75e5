/** Who called whom: "Who rang the police?" asks for the one before the verb, "Whom did the plumber text?" for the one after it. */
import type { Side } from '../conversation/conversation.ts';
import { oneOf, vocabularyLines } from '../core/read-vocabulary.ts';

interface Deed {
  base: string;
  past: string;
}

const DEEDS = vocabularyLines('directions', 'deeds').map((line) =>
  line.split(', ').map((pair): Deed => {
    const [base = '', past = ''] = pair.split(' ');
    return { base, past };
  }),
);
const PASTS = oneOf(DEEDS.flat().map(({ past }) => past));
const BASES = oneOf(DEEDS.flat().map(({ base }) => base));
const ASKS_DOER = new RegExp(`^who(?: has| had)? (${PASTS}) (?:the |my |their |a )?([\\p{L}' ]+)\\?`, 'iu');
const ASKS_OTHER = new RegExp(`^(?:who|whom|to whom) did (?:the |my |their |a )?([\\p{L}' ]+?) (${BASES})\\b`, 'iu');
const LONGEST_QUESTION = 200;

export interface WhoWanted {
  /** The one who did it, or the one it was done to. */
  role: 'doer' | 'other';
  pasts: readonly string[];
  /** The one that the question names. */
  named: string;
}

export function whoWanted(question: string): WhoWanted | undefined {
  const asked = question.slice(0, LONGEST_QUESTION);
  const doer = ASKS_DOER.exec(asked);
  if (doer !== null) return { role: 'doer', pasts: pastsOf(doer[1] ?? ''), named: lastWord(doer[2] ?? '') };
  const other = ASKS_OTHER.exec(asked);
  return other === null
    ? undefined
    : { role: 'other', pasts: pastsOf(other[2] ?? ''), named: lastWord(other[1] ?? '') };
}

function pastsOf(word: string): string[] {
  const wanted = word.toLowerCase();
  const same = DEEDS.find((deeds) => deeds.some(({ base, past }) => base === wanted || past === wanted)) ?? [];
  return same.map(({ past }) => past);
}

function lastWord(words: string): string {
  return words.trim().toLowerCase().split(' ').at(-1) ?? '';
}

const WHO = "(?:(?:my|our|your|the|a|mr|mrs|ms|dr)\\.? )?[\\p{L}][\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)?";
const NOBODY =
  /^(?:i|we|you|he|she|it|they|who|that|and|then|never|not|didn't|me|us|him|her|them|someone|somebody|nobody)$/i;

/** Phrases in that role, with their offsets in the side's text. */
export function namedInRole(
  { role, pasts, named }: WhoWanted,
  text: string,
  side: Side | undefined,
): Array<{ start: number; end: number }> {
  const other = isSpeaker(named, side)
    ? '(?:me|us)'
    : `(?:(?:the|my|our|your) )?${named.replaceAll(/[^\p{L}\p{N}' -]/gu, '')}`;
  const doer = isSpeaker(named, side) ? '(?:i|we)' : `(?:${other}|he|she|they)`;
  const deed = oneOf(pasts);
  const pattern =
    role === 'doer'
      ? new RegExp(
          `(?<![\\p{L}\\p{N}])(?<who>${WHO})(?: from \\p{L}+ \\p{L}+)? ${deed} ${other}(?![\\p{L}\\p{N}])`,
          'giu',
        )
      : new RegExp(`(?<![\\p{L}\\p{N}])${doer} ${deed} (?<who>${WHO})`, 'giu');
  return [...text.matchAll(pattern)].flatMap((match) => {
    const who = asNamed(match.groups?.who ?? '');
    if (NOBODY.test(who)) return [];
    const start = match.index + (role === 'doer' ? match[0].indexOf(who) : match[0].lastIndexOf(who));
    return [{ start, end: start + who.length }];
  });
}

const ARTICLE = /^(?:my|our|your|the|an?|mr|mrs|ms|dr)\.?$/i;

/** "my husband yesterday" names "my husband". */
function asNamed(who: string): string {
  const words = who.split(' ');
  const kept = ARTICLE.test(words[0] ?? '') ? 2 : 1;
  return words.filter((word, at) => at < kept || /^\p{Lu}/u.test(word)).join(' ');
}

function isSpeaker(named: string, side: Side | undefined): boolean {
  return named === side || (side === 'customer' && /^(?:caller|client|guest|patient|tenant|buyer)$/.test(named));
}
