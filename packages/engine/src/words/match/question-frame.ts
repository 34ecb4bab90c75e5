/**
 * A yes/no question taken apart: who speaks, what they do (ask, tell, or some other act), and about what.
 * "Did the agent ask for the account number?" is agent · ask · account number. Alternatives joined by "or" stay apart:
 * any one of them makes the question true.
 */
import type { Side } from '../../conversation/conversation.ts';
import { oneOf, phrasePattern, wordSet } from '../../core/read-vocabulary.ts';
import { readWords, type Word } from '../text/read-words.ts';
import { sideOfWord } from '../text/speaker-scope.ts';
import { readNamedActs, type SpeechAct } from '../text/speech-acts.ts';
import type { ValueKind } from '../text/spoken-values.ts';
import type { Term, TermTable } from '../text/term-table.ts';
import { type FrameVerb, frameVerb, isNamingVerb } from '../vocabulary/frame-verb.ts';

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
  /** Terms that only say whose or of what: "the dates of the stay". */
  complements: ReadonlySet<Term>;
  /** The kinds of value that are asked about: a price, a number, a day. */
  wanted: ReadonlySet<ValueKind>;
  acts: Set<SpeechAct>;
  /** The act is all that is asked about: "greet the customer", but not "greet the customer and say their name". */
  isActAlone: boolean;
  isNegated: boolean;
  /** "how many", "what time": what kind of answer the question wants, if it says. */
  kind: QuestionKind | undefined;
}

export interface QuestionFrame {
  side: Side | undefined;
  verb: FrameVerb;
  /** "fail to", "refuse to", "forget to". */
  isFailure: boolean;
  /** Saying no to it counts as much as saying yes ("mention", "discuss"). */
  isNaming: boolean;
  alternatives: FrameAlternative[];
}

const LEADING = wordSet('question-words', 'leading');
const PEOPLE = wordSet('question-words', 'people');
const FAILING = wordSet('question-words', 'failing');
const BEFORE_VERB = wordSet('question-words', 'before verb');
/** Words of the question itself, not of what is said. */
const LIGHT = wordSet('question-words', 'light');
const NEGATED = new RegExp(`\\b${oneOf([...wordSet('negations', 'not', 'no', 'without')])}\\b`);
const INDIRECT = /^(?:how|which|what)$/;
const CLAUSE = /^(?:will|would|is|are|was|were|the|they|he|she|to|can|has|have|does|do|did|should|someone)$/;
const ARTICLE = /^(?:the|a|an|their|his|her|its|this)$/;
/** The question is answered by a value: a price by a sum, a date by a day. */
const WANTED: ReadonlyArray<{ pattern: RegExp; kinds: readonly ValueKind[] }> = [
  { pattern: phrasePattern('value-nouns', 'wanted money'), kinds: ['money'] },
  { pattern: phrasePattern('value-nouns', 'wanted figure'), kinds: ['figure'] },
  { pattern: phrasePattern('value-nouns', 'wanted day'), kinds: ['day'] },
  { pattern: phrasePattern('value-nouns', 'wanted time'), kinds: ['time'] },
  { pattern: phrasePattern('value-nouns', 'wanted duration'), kinds: ['duration'] },
  { pattern: phrasePattern('value-nouns', 'wanted name, id'), kinds: ['name', 'id'] },
];
const SPLIT = /\s*(?:,|\bor\b)\s*/;

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
  const isNegated = isFailure || NEGATED.test(joined);
  return {
    terms: content.length > 0 ? content : terms,
    complements: complementsOf(words, terms),
    wanted: wantedValues(joined),
    acts,
    isActAlone: !/ and /.test(joined),
    isNegated,
    kind: kindOfQuestion(joined),
  };
}

/**
 * What only says which one is meant: after "of the" ("the dates of the stay", while "birth" belongs to the date), and
 * the rest of an indirect question ("how many guests will attend").
 */
function complementsOf(words: readonly Word[], terms: readonly Term[]): ReadonlySet<Term> {
  const isIndirect = INDIRECT.test(words[0]?.text ?? '');
  const at = words.findIndex(
    ({ text }, index) =>
      (text === 'of' && ARTICLE.test(words[index + 1]?.text ?? '')) || (isIndirect && index > 0 && CLAUSE.test(text)),
  );
  if (at <= 0) return new Set();
  const before = new Set(words.slice(0, at).map((word) => word.text));
  const hasHead = terms.some((term) => !term.isStop && before.has(term.text));
  const after = new Set(words.slice(at).map((word) => word.text));
  return new Set(hasHead ? terms.filter((term) => after.has(term.text)) : []);
}

function wantedValues(joined: string): ReadonlySet<ValueKind> {
  return new Set(WANTED.flatMap(({ pattern, kinds }) => (pattern.test(joined) ? kinds : [])));
}

/** "five days or more", "an hour or so": the "or" belongs to the amount and adds no alternative. */
const BOUND = /\bor (?:more|less|fewer|longer|later|earlier|sooner|so|above|below|over|under)\b/g;

/** Commas separate a list only when an "or" ends it: "a pin, a date of birth or an account number". */
function splitAlternatives(rest: string): string[] {
  const listed = rest.replaceAll(BOUND, ' ');
  if (!/\bor\b/.test(listed)) return [listed];
  return listed.split(SPLIT).filter((part) => part.trim() !== '');
}

interface Opening {
  side: Side | undefined;
  verb: FrameVerb;
  isFailure: boolean;
  /** Where the rest of the question begins. */
  index: number;
}

/** "Was the customer asked": the one who asks is the other side. */
function isPassive(words: readonly string[], verbIndex: number): boolean {
  return (
    /^(?:was|were|is|are|has|have|had|been)$/.test(words[0] ?? '') &&
    /(?:ed|told|given|shown)$/.test(words[verbIndex] ?? '')
  );
}

function otherSide(side: Side): Side {
  return side === 'agent' ? 'customer' : 'agent';
}

function readOpening(words: readonly string[]): Opening {
  let index = 0;
  while (LEADING.has(words[index] ?? '')) index += 1;
  const subject = words[index] ?? '';
  const side = sideOfWord(subject);
  const isPerson =
    side !== undefined ||
    PEOPLE.has(subject) ||
    (words[index - 1] === 'the' && frameVerb(words[index + 1] ?? '') !== undefined);
  const by = words.findIndex((word, at) => word === 'by' && sideOfWord(words[at + 2] ?? '') !== undefined);
  if (!isPerson)
    return { side: by < 0 ? undefined : sideOfWord(words[by + 2] ?? ''), verb: 'other', isFailure: false, index };
  index += 1;
  let isFailure = false;
  for (; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === 'not' || FAILING.has(word) || FAILING.has(word.replace(/(?:ed|s)$/, ''))) isFailure = true;
    else if (!BEFORE_VERB.has(word)) break;
  }
  const verb = frameVerb(words[index] ?? '');
  const speaker = side !== undefined && verb !== undefined && isPassive(words, index) ? otherSide(side) : side;
  return { side: speaker, verb: verb ?? 'other', isFailure, index: verb === undefined ? index : index + 1 };
}

function hasContent({ terms, acts }: FrameAlternative): boolean {
  return acts.size > 0 || terms.some((term) => !term.isStop);
}

export function parseFrame(table: TermTable, question: string): QuestionFrame {
  const words = readWords(question).map((word) => word.text);
  const opening = readOpening(words);
  const { side, isFailure } = opening;
  const read = (verb: FrameVerb, index: number): FrameAlternative[] =>
    splitAlternatives(restOf(question, words.length - index)).map((part) =>
      toAlternative(table, part, verb, isFailure),
    );
  let { verb, index } = opening;
  let alternatives = read(verb, index);
  // "Did the agent threaten the customer?": no content is left, so the verb itself is the content.
  if (verb !== 'other' && !alternatives.some(hasContent)) {
    verb = 'other';
    index -= 1;
    alternatives = read(verb, index);
  }
  const telling = alternatives.filter(hasContent);
  return {
    side,
    verb,
    isFailure,
    isNaming: verb === 'tell' && isNamingVerb(words[index - 1] ?? ''),
    alternatives: telling.length > 0 ? telling : alternatives,
  };
}

/** The question's own text from its last `count` words on, punctuation kept for the lists. */
function restOf(question: string, count: number): string {
  const words = readWords(question);
  const first = words[words.length - count];
  return first === undefined ? '' : question.slice(first.start).toLowerCase();
}
