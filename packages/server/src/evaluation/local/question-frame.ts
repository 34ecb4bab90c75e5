/**
 * A yes/no question taken apart: who speaks, what they do (ask, tell, or some other act), and about what.
 * "Did the agent ask for the account number?" is agent · ask · account number. Alternatives joined by "or" stay apart:
 * any one of them makes the question true.
 */
import type { Side } from '../../conversation/conversation.ts';
import { readWords } from './read-words.ts';
import { sideOfWord } from './speaker-scope.ts';
import { readNamedActs, type SpeechAct } from './speech-acts.ts';
import type { Term, TermTable } from './term-table.ts';

export type FrameVerb = 'ask' | 'tell' | 'offer' | 'other';

export type QuestionKind = 'count' | 'amount' | 'time' | 'day' | 'place' | 'person' | 'reason';

const KINDS: ReadonlyArray<readonly [QuestionKind, RegExp]> = [
  ['count', /\bhow many\b|\b(?:number|amount) of\b/],
  ['amount', /\bhow much\b|\bwhat (?:amount|price|cost)\b/],
  ['time', /\b(?:what|which) time\b|\bwhen\b/],
  ['day', /\b(?:what|which) (?:day|date)s?\b|\bwhen\b/],
  ['place', /\bwhere\b/],
  ['person', /\bwhom?\b/],
  ['reason', /\bwhy\b|\breason\b/],
];

export function kindOfQuestion(joined: string): QuestionKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(joined))?.[0];
}

export function hasKind(joined: string, kind: QuestionKind): boolean {
  return KINDS.some(([name, pattern]) => name === kind && pattern.test(joined));
}

export interface FrameAlternative {
  terms: Term[];
  acts: Set<SpeechAct>;
  isNegated: boolean;
  /** "how many", "what time": what kind of answer the question wants, if it says. */
  kind: QuestionKind | undefined;
}

export interface QuestionFrame {
  side: Side | undefined;
  verb: FrameVerb;
  /** "fail to", "refuse to", "forget to". */
  isFailure: boolean;
  alternatives: FrameAlternative[];
}

const LEADING = new Set([
  'did',
  'does',
  'do',
  'is',
  'are',
  'was',
  'were',
  'has',
  'have',
  'had',
  'will',
  'would',
  'can',
  'could',
  'the',
  'a',
  'an',
  'any',
  'one',
  'of',
]);
const ASKING = new Set(['ask', 'request', 'inquire', 'enquire', 'query', 'question', 'demand', 'prompt']);
const TELLING = new Set([
  'say',
  'tell',
  'inform',
  'state',
  'mention',
  'explain',
  'give',
  'provide',
  'confirm',
  'share',
  'report',
  'announce',
  'describe',
  'disclose',
  'notify',
  'reveal',
  'quote',
  'promise',
  'acknowledge',
  'express',
  'show',
  'read',
  'complain',
  'warn',
  'advise',
  'remind',
  'discuss',
  'note',
  'indicate',
  'refer',
]);
/** Done by asking ("How about …?") as well as by telling. */
const OFFERING = new Set(['offer', 'recommend', 'suggest', 'propose']);
const FAILING = new Set(['fail', 'refuse', 'forget', 'decline', 'neglect', 'unable']);
/** Words of the question itself, not of what is said. */
const LIGHT = new Set([
  'customer',
  'caller',
  'agent',
  'client',
  'user',
  'representative',
  'participant',
  'person',
  'detail',
  'information',
  'info',
  'use',
  'ask',
  'request',
  'give',
  'provide',
  'tell',
  'say',
  'inform',
  'mention',
  'whether',
  'about',
  'conversation',
  'call',
  'attempt',
  'try',
  'option',
  'item',
  'thing',
  'choice',
  'requested',
  'wanted',
  'needed',
]);
const PEOPLE = /^(?:participants?|speakers?|person|people|anyone|someone|they|he|she|parties|party)$/;
const BEFORE_VERB = new Set(['to', 'try', 'tries', 'tried', 'also', 'clearly', 'ever', 'first', 'been']);
const SPLIT = /\s*(?:,|\bor\b)\s*/;

function verbOf(word: string): FrameVerb | undefined {
  const bare = word.replace(/(?:ing|ed|s)$/, '');
  for (const form of [word, bare, `${bare}e`]) {
    if (ASKING.has(form)) return 'ask';
    if (TELLING.has(form)) return 'tell';
    if (OFFERING.has(form)) return 'offer';
  }
  return undefined;
}

function toAlternative(table: TermTable, text: string, verb: FrameVerb, isFailure: boolean): FrameAlternative {
  const words = readWords(text);
  const joined = words.map((word) => word.text).join(' ');
  const acts = readNamedActs(isFailure ? `not ${joined}` : joined, verb === 'ask');
  const terms: Term[] = [];
  for (const word of words) {
    const term = table.intern(word.text);
    if (!LIGHT.has(word.text) && !LIGHT.has(term.stem) && !terms.some((known) => known.stem === term.stem))
      terms.push(term);
  }
  const content = terms.filter((term) => !term.isStop);
  const isNegated = isFailure || /\b(?:not|no|never|without)\b/.test(joined);
  return { terms: content.length > 0 ? content : terms, acts, isNegated, kind: kindOfQuestion(joined) };
}

/** Commas part a list only when an "or" ends it: "a pin, a date of birth or an account number". */
function splitAlternatives(rest: string): string[] {
  if (!/\bor\b/.test(rest)) return [rest];
  return rest.split(SPLIT).filter((part) => part.trim() !== '');
}

interface Opening {
  side: Side | undefined;
  verb: FrameVerb;
  isFailure: boolean;
  /** Where the rest of the question begins. */
  place: number;
}

/** "Was the customer asked": the one who asks is the other side. */
function isPassive(words: readonly string[], verbPlace: number): boolean {
  return (
    /^(?:was|were|is|are|has|have|had|been)$/.test(words[0] ?? '') &&
    /(?:ed|told|given|shown)$/.test(words[verbPlace] ?? '')
  );
}

function otherSide(side: Side): Side {
  return side === 'agent' ? 'customer' : 'agent';
}

function readOpening(words: readonly string[]): Opening {
  let place = 0;
  while (LEADING.has(words[place] ?? '')) place += 1;
  const subject = words[place] ?? '';
  const side = sideOfWord(subject);
  const isPerson = side !== undefined || PEOPLE.test(subject);
  const by = words.findIndex((word, at) => word === 'by' && sideOfWord(words[at + 2] ?? '') !== undefined);
  if (!isPerson)
    return { side: by < 0 ? undefined : sideOfWord(words[by + 2] ?? ''), verb: 'other', isFailure: false, place };
  place += 1;
  let isFailure = false;
  for (; place < words.length; place += 1) {
    const word = words[place] ?? '';
    if (word === 'not' || FAILING.has(word) || FAILING.has(word.replace(/(?:ed|s)$/, ''))) isFailure = true;
    else if (!BEFORE_VERB.has(word)) break;
  }
  const verb = verbOf(words[place] ?? '');
  const speaker = side !== undefined && verb !== undefined && isPassive(words, place) ? otherSide(side) : side;
  return { side: speaker, verb: verb ?? 'other', isFailure, place: verb === undefined ? place : place + 1 };
}

export function parseFrame(table: TermTable, question: string): QuestionFrame {
  const words = readWords(question).map((word) => word.text);
  const { side, verb, isFailure, place } = readOpening(words);
  const rest = restOf(question, words.length - place);
  return {
    side,
    verb,
    isFailure,
    alternatives: splitAlternatives(rest).map((part) => toAlternative(table, part, verb, isFailure)),
  };
}

/** The question's own text from its last `count` words on, punctuation kept for the lists. */
function restOf(question: string, count: number): string {
  const words = readWords(question);
  const first = words[words.length - count];
  return first === undefined ? '' : question.slice(first.start).toLowerCase();
}
