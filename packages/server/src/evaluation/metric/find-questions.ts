/**
 * Questions: sentences that end with a question mark. Speech recognisers often write no marks at all; in a
 * conversation without a single question mark, a sentence that opens as a question does counts instead.
 */
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { foldWords } from './spoken-words.ts';

export interface Question {
  turn: Turn;
  start: number;
  end: number;
  isOpen: boolean;
}

const SENTENCE = /(?:[^.?!。？！؟…\r\n]|(?<=\p{N})[.](?=\p{N}))+([.?!。？！؟…]*)/gu;
const MARK = /[?？؟]/u;
/** Words that lead into a sentence and say nothing about its form. */
const LEAD_INS = new Set(
  'so and but or well okay ok alright right now then um uh er oh yeah yes no sure great please'.split(' '),
);
const OPEN_WORDS = new Set('what how why'.split(' '));
const FACT_WORDS = new Set('which who whom whose where when'.split(' '));
/** "How much", "what time": they ask for a fact, and a word answers them. */
const FACT_AFTER = new Set('much many long old often far soon time day date year number kind'.split(' '));
const CONTRACTION = /'(?:s|re|d|ll|ve|m)$/;
const INVITATIONS = [
  'tell me',
  'tell us',
  'describe',
  'explain',
  'walk me through',
  'talk me through',
  'help me understand',
];
const AUXILIARIES = new Set(
  (
    'do does did is are was were can could will would shall should may might have has had am ' +
    "don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't"
  ).split(' '),
);
const PRONOUNS = 'i you he she it we they'.split(' ');
const SUBJECTS = new Set([
  ...PRONOUNS,
  ...'there this that these those anyone anybody someone somebody anything something'.split(' '),
  ...'the a an your my his her our their'.split(' '),
]);

export function findQuestions(turns: readonly Turn[], conversation: Conversation): Question[] {
  const hasMarks = MARK.test(conversation.text);
  return turns.flatMap((turn) =>
    Array.from(turn.text.matchAll(SENTENCE)).flatMap(({ 0: sentence, 1: marks = '', index }): Question[] => {
      const opening = openingOf(sentence);
      const isQuestion = hasMarks ? MARK.test(marks) : opening !== 'other';
      if (!isQuestion || foldWords(sentence.slice(0, 400)).length === 0) return [];
      const leading = sentence.length - sentence.trimStart().length;
      const start = turn.start + index + leading;
      return [{ turn, start, end: turn.start + index + sentence.trimEnd().length, isOpen: opening === 'open' }];
    }),
  );
}

/** How a sentence begins: openly (`what`, `tell me`), asking for a yes, a no or a fact (`do you`, `when is`), or otherwise. */
function openingOf(sentence: string): 'open' | 'closed' | 'other' {
  const words = foldWords(sentence.slice(0, 200));
  const from = words.findIndex((word) => !LEAD_INS.has(word));
  const [first = '', second = '', ...rest] = from < 0 ? [] : words.slice(from);
  const start = [first, second, ...rest.slice(0, 2)].join(' ');
  if (INVITATIONS.some((invitation) => start === invitation || start.startsWith(`${invitation} `))) return 'open';
  const word = first.replace(CONTRACTION, '');
  const isContracted = word !== first;
  if (OPEN_WORDS.has(word)) {
    // "What I mean is …" tells; "what do I …" asks.
    if (!isContracted && PRONOUNS.includes(second)) return 'other';
    return FACT_AFTER.has(second) ? 'closed' : 'open';
  }
  // "When I called" tells, "when did I call" asks; "which card" can only ask.
  if (FACT_WORDS.has(word)) return isContracted || word === 'which' || AUXILIARIES.has(second) ? 'closed' : 'other';
  return AUXILIARIES.has(first) && SUBJECTS.has(second) ? 'closed' : 'other';
}
