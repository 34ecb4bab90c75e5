/** What kind of answer a question in plain words asks for. Stated with the answer, since it is a guess. */
import type { QuestionType } from '../vocabulary.ts';
import { themesIn } from './asked-themes.ts';
import { isNotInCalls } from './not-in-calls.ts';

/** One question, as it is put to every call. */
export interface AskedQuestion {
  key: string;
  question: string;
  type: QuestionType;
  /** The type was inferred from the wording. */
  isInferred: boolean;
  categories?: string[];
  min?: number;
  max?: number;
  /** Of themes: what each call is asked, and about what; the topic is empty where the question names none. */
  ofCall?: string[];
  topic?: string;
}

/** Cannot be asked of one call as it is worded. The message says how to ask it. */
export class UnclearQuestion extends Error {
  override readonly name = 'UnclearQuestion';
  /** With a type that is stated it is asked as it is. */
  readonly needsType: boolean;

  constructor(message: string, { needsType = false } = {}) {
    super(message);
    this.needsType = needsType;
  }
}

/** What a caller of the API can do about such a question. The console and the command line replace this by what is done there. */
export const STATE_ITS_TYPE = 'To ask it anyway, state its `type`.';

export interface GivenQuestion {
  question: string;
  type?: QuestionType | undefined;
  categories?: string[] | undefined;
  min?: number | undefined;
  max?: number | undefined;
  key?: string | undefined;
}

const YES_NO =
  /^(?:did|does|do|was|were|is|are|has|have|had|can|could|will|would|should|may|might|must|any|anyone|anybody)\b/i;
const NUMBER =
  /^(?:how (?:many|much|long|often|old|far|big|large|high)|what (?:is |was )?the (?:number|amount|price|cost|sum|total|age|percentage|duration)|at what price)\b/i;
const SCALE = /\b(?:from|of|scale(?: of| from)?|between)? ?(-?\d{1,6}) ?(?:to|-|–|and) ?(-?\d{1,6})\b/i;
const RATES = /\b(?:rate|rating|score|scale)\b/i;
/** "How polite was the agent, from 1 to 10?", "How satisfied is the caller (1-5)?" */
const JUDGES = /^(?:on|how)\b/i;
/** Which numbers are likely, by what is asked for: a range that nobody would give makes every answer look the same. */
const LIKELY: readonly (readonly [RegExp, number])[] = [
  [/\b(?:percentage|per ?cent|%)/i, 100],
  [/\b(?:how old|age)\b/i, 120],
  [/\b(?:how (?:many|often)|number)\b/i, 1_000],
  [/\b(?:how (?:long|far|big|large|high)|duration)\b/i, 10_000],
];
const LIKELY_AMOUNT = 1_000_000;
/** Over all calls: what we compute, not what a call can be asked. */
const ACROSS =
  /^(?:how (?:many|often)|what (?:share|percentage|proportion) of|in how many)\b.*\b(?:calls|conversations|customers|callers|agents|chats|tickets)\b/i;

/** "How many agents did the customer speak to?" is about one call all the same. */
const OF_ONE =
  /\b(?:did|does|do|has|have|had|will|would) (?:(?:the|this|that|our) (?:customer|caller|client|guest|patient|user|buyer|member|tenant|agent|candidate|company)|he|she|they)\b/i;
const MOST_CATEGORIES = 20;

export function inferQuestion(given: GivenQuestion, used: ReadonlySet<string>): AskedQuestion {
  const question = given.question.trim().replace(/\s+/g, ' ');
  const found = given.categories ?? categoriesIn(question);
  const type = given.type ?? (given.categories === undefined ? typeOf(question, found) : 'categorical');
  const common = { key: given.key ?? keyOf(question, used), question, isInferred: given.type === undefined };
  const kind = KINDS[type];
  return { ...common, type, ...kind(question, { ...given, categories: found }) };
}

function typeOf(question: string, categories: readonly string[] | undefined): QuestionType {
  if (!/[\p{L}\p{N}]/u.test(question)) throw new UnclearQuestion(`“${question.slice(0, 80)}” has no words.`);
  if (isNotInCalls(question))
    throw new UnclearQuestion(
      `“${question.slice(0, 80)}” cannot be answered from conversations. Ask about what is said in one call, such as “Did the customer …?”`,
      { needsType: true },
    );
  if (ACROSS.test(question) && !OF_ONE.test(question))
    throw new UnclearQuestion(
      `“${question.slice(0, 80)}” asks about all calls at once. Ask about one call, such as “Did the customer …?”; how many calls say yes is the answer.`,
    );
  if (themesIn(question) !== undefined) return 'themes';
  if (categories !== undefined) return 'categorical';
  if (NUMBER.test(question) || scaleOf(question) !== undefined) return 'numeric';
  return YES_NO.test(question) ? 'boolean' : 'text';
}

/** The ends of the scale that a question names. */
function scaleOf(question: string): { low: number; high: number } | undefined {
  const [, low, high] = SCALE.exec(question) ?? [];
  const names = RATES.test(question) || JUDGES.test(question);
  return names && low !== undefined && high !== undefined ? { low: Number(low), high: Number(high) } : undefined;
}

type Kind = (
  question: string,
  given: Omit<GivenQuestion, 'question'>,
) => Pick<AskedQuestion, 'categories' | 'min' | 'max' | 'ofCall' | 'topic'>;

const KINDS: Readonly<Record<QuestionType, Kind>> = {
  boolean: () => ({}),
  text: () => ({}),
  categorical: (_question, { categories }) => {
    if (categories === undefined)
      throw new UnclearQuestion(
        'a question of type categorical needs categories, such as ["billing", "delivery", "other"].',
      );
    return { categories: [...new Set(categories)] };
  },
  numeric: (question, { min, max }) => {
    const scale = scaleOf(question);
    const likely = LIKELY.find(([words]) => words.test(question))?.[1] ?? LIKELY_AMOUNT;
    const lowest = min ?? scale?.low ?? 0;
    const highest = max ?? scale?.high ?? Math.max(likely, lowest + 1);
    if (lowest >= highest) throw new UnclearQuestion('min must be lower than max.');
    return { min: lowest, max: highest };
  },
  themes: (question) => {
    const asked = themesIn(question);
    if (asked === undefined)
      throw new UnclearQuestion(
        'a question of type themes is worded “What do customers say about …?”; complain, like, dislike and ask work as well as say.',
      );
    return asked;
  },
};

/** "Was it about billing, delivery or something else?", "What was it about: billing, delivery, other?": three words or more. */
function categoriesIn(question: string): string[] | undefined {
  const bare = question.replace(/[?.!\s]+$/, '');
  const colon = bare.lastIndexOf(':');
  // "Did the agent offer a refund, a credit or a gift?" asks for a yes: only what is, or which, names its options so.
  const names = /^(?:is|are|was|were|what|which|who|how)\b[^,]*,.* or /i.test(bare);
  const list = colon >= 0 ? bare.slice(colon + 1) : names ? bare : undefined;
  if (list === undefined) return undefined;
  const parts = list
    .split(/,| or /i)
    .map((part) => part.trim().replace(/^or /i, ''))
    .filter((part) => part !== '');
  const [first = '', ...others] = parts;
  // The first of them ends the sentence: "… was it about billing".
  const words = colon >= 0 ? [first, ...others] : [first.split(' ').at(-1) ?? '', ...others];
  const isShort = words.every((word) => word !== '' && word.split(' ').length <= 4);
  return parts.length >= 3 && parts.length <= MOST_CATEGORIES && isShort ? words : undefined;
}

const LEFT_OUT = new Set(
  'did does do was were is are has have had can could will would should anybody anyone somebody someone the a an any there it this that what which how who when customer caller agent call'.split(
    ' ',
  ),
);
const LONGEST_KEY = 40;

function keyOf(question: string, used: ReadonlySet<string>): string {
  const words = question.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = words.filter((word) => !LEFT_OUT.has(word));
  let key = '';
  for (const word of telling.length > 0 ? telling : words) {
    if (key.length + word.length >= LONGEST_KEY) break;
    key += key === '' ? word : `_${word}`;
  }
  if (!/^[a-z]/.test(key)) key = `question${key === '' ? '' : `_${key}`}`;
  let free = key;
  for (let number = 2; used.has(free); number += 1) free = `${key}_${number}`;
  return free;
}
