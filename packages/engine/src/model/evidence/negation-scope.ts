/**
 * Whether a quote leaves out a negation that applies to it: "Thai food" of "we don't want Thai food". A negation holds for its clause. One
 * of thinking, saying or proving ("I don't think", "nobody said", "there is no record") applies to the thought or statement, however far
 * away it is: through "that" and "if", and across insertions ("I don't believe, to be honest, that it was solved").
 */
import { isNegator } from './negation.ts';
import type { Token } from './word-tokens.ts';

/** The reach of a negation, in words; speech without punctuation has no clauses. */
const REACH = 12;
const FAR_REACH = 30;
const REACH_AFTER = 8;
/** Text after "and" mostly has its own negation: "I paid it and have still not heard". */
const REACH_AFTER_AND = 3;
/** Words between two commas that interrupt a clause: "to be honest". */
const LONGEST_INSERTION = 6;

const set = (words: string) => new Set(words.split(' '));

/** Words that begin another clause. "and" does so only before a subject: "no pizza and no pasta" is one clause. */
const CONTRASTS = set('but because although though however whereas');
const CONJUNCTIONS = set('so then if when while since unless until');
const SUBJECTS = set('i you he she it we they there that this');
const OBJECTS = set('me you him her us them');
/** "so far" begins no clause. */
const DEGREES = set('far long much many');
/** After a quote, they begin a clause with a negation of its own: "I paid the bill that you did not send". */
const RELATIVES = set('that which who whom whose where what why how');

/** If these are negated, the following text is, wherever its clause begins. */
const CLAIMS = set(
  'think believe say said saying says know knew sure certain see saw feel felt hope remember recall agree agreed confirm confirmed promise promised mean meant ' +
    'expect suppose tell told claim claimed guarantee guaranteed understand convinced aware imply implied suggest suggested admit admitted mention mentioned ' +
    'hear heard find found prove proved proof evidence record sign indication reason idea clue true case possible likely chance way assume guess',
);
/** These reverse the following text without a negation. */
const DENIALS = set('doubt doubts doubted deny denies denied denying disagree disagreed unlikely untrue');
const DENYING_PAIRS = set(
  'fail-to fails-to failed-to failing-to refuse-to refuses-to refused-to refusing-to decline-to declined-to forgot-to instead-of rather-than far-from anything-but as-if as-though',
);
const BREAK = /[.,;:!?。、，！？؟،…"()]|\s-+\s/u;
const SENTENCE_END = /[.;:!?。！？؟…\n()"]|\s-+\s/u;

/** `first` and `last` are the words of the quote. */
export function isNegatedOutside(text: string, words: readonly Token[], first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) if (isNegator(wordAt(words, at))) return false;
  return isNegatedBefore(text, words, first) || isNegatedAfter(text, words, last);
}

/** Punctuation between two words. */
export function isBreak(gap: string): boolean {
  return BREAK.test(gap);
}

function isNegatedBefore(text: string, words: readonly Token[], first: number): boolean {
  let isNear = true;
  /** The next word; after an insertion, the word that continues. */
  let next = first;
  for (let at = first - 1; at >= 0 && first - at <= FAR_REACH; at -= 1) {
    isNear &&= !beginsClause(text, words, next) && first - at <= REACH;
    if (next < first && DENYING_PAIRS.has(`${wordAt(words, at)}-${wordAt(words, next)}`)) return true;
    if (endsFarReach(text, words, next)) return false;
    if (isDenial(words, at)) return true;
    if (isNegator(wordAt(words, at)) && (isNear || isAboutClaim(words, at, first))) return true;
    const inserted = insertionUpTo(text, words, at);
    next = inserted === undefined ? at : next;
    at = inserted ?? at;
  }
  return false;
}

/** "no doubt" is not a negation. */
function isDenial(words: readonly Token[], at: number): boolean {
  return DENIALS.has(wordAt(words, at)) && !isNegator(wordAt(words, at - 1));
}

/** "don't really think", "no record", "nobody told". */
function isAboutClaim(words: readonly Token[], negator: number, first: number): boolean {
  for (let at = negator + 1; at < first && at <= negator + 4; at += 1) if (CLAIMS.has(wordAt(words, at))) return true;
  return false;
}

/** Where even a negated claim ends: the end of a sentence, a contrast, or a clause that is not part of the claim. */
function endsFarReach(text: string, words: readonly Token[], at: number): boolean {
  const word = wordAt(words, at);
  const gap = gapAfter(text, words, at - 1);
  if (SENTENCE_END.test(gap) || CONTRASTS.has(word)) return true;
  if (isConjunction(words, at)) return !followsClaim(words, at);
  if (word === 'that') return false;
  if (isAnd(word)) return SUBJECTS.has(wordAt(words, at + 1)) && wordAt(words, at + 1) !== 'that';
  return isBreak(gap) && SUBJECTS.has(word) && insertionUpTo(text, words, at - 1) === undefined;
}

/** "know when", "know exactly when" and "tell you when", but not "know it when". */
function followsClaim(words: readonly Token[], at: number): boolean {
  const left = wordAt(words, at - 1);
  return CLAIMS.has(left) || ((left.endsWith('ly') || OBJECTS.has(left)) && CLAIMS.has(wordAt(words, at - 2)));
}

/** Where the comma after the word at `at` is the second of two that are close to each other: the first word after the other one. */
function insertionUpTo(text: string, words: readonly Token[], at: number): number | undefined {
  if (!isBreak(gapAfter(text, words, at))) return undefined;
  for (let first = at; first > 0 && first > at - LONGEST_INSERTION; first -= 1)
    if (isBreak(gapAfter(text, words, first - 1))) return first;
  return undefined;
}

function isNegatedAfter(text: string, words: readonly Token[], last: number): boolean {
  let reach = REACH_AFTER;
  for (let at = last + 1; at < words.length && at <= last + reach; at += 1) {
    const word = wordAt(words, at);
    if (beginsClause(text, words, at) || RELATIVES.has(word)) return false;
    if (isAnd(word)) reach = REACH_AFTER_AND;
    if (isNegator(word)) return true;
  }
  return false;
}

function beginsClause(text: string, words: readonly Token[], at: number): boolean {
  const word = wordAt(words, at);
  if (at <= 0 || word === '' || isBreak(gapAfter(text, words, at - 1))) return true;
  if (CONTRASTS.has(word) || isConjunction(words, at)) return true;
  return isAnd(word) && SUBJECTS.has(wordAt(words, at + 1));
}

function isConjunction(words: readonly Token[], at: number): boolean {
  const word = wordAt(words, at);
  return CONJUNCTIONS.has(word) && !(word === 'so' && DEGREES.has(wordAt(words, at + 1)));
}

function isAnd(word: string): boolean {
  return word === 'and' || word === 'or';
}

function wordAt(words: readonly Token[], at: number): string {
  return words[at]?.text ?? '';
}

/** The characters between the word at `at` and the next one. */
function gapAfter(text: string, words: readonly Token[], at: number): string {
  return text.slice(words[at]?.end ?? 0, words[at + 1]?.start ?? text.length);
}
