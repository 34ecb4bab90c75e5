/**
 * Questions: sentences that end with a question mark. Speech recognisers often write no marks at all; in a
 * conversation without a single question mark, a sentence that opens as a question does counts instead.
 */
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { vocabularyLines, wordSet } from '../core/read-vocabulary.ts';
import { foldWords } from './spoken-words.ts';

export interface Question {
  turn: Turn;
  start: number;
  end: number;
  isOpen: boolean;
}

const SENTENCE = /(?:[^.?!。？！؟…\r\n]|(?<=\p{N})[.](?=\p{N}))+([.?!。？！؟…]*)/gu;
const MARK = /[?？؟]/u;
const LEAD_INS = wordSet('questions', 'lead-ins');
const OPEN_WORDS = wordSet('questions', 'open');
const FACT_WORDS = wordSet('questions', 'fact');
const FACT_AFTER = wordSet('questions', 'fact after');
const CONTRACTION = /'(?:s|re|d|ll|ve|m)$/;
const INVITATIONS = vocabularyLines('questions', 'invitations');
const AUXILIARIES = wordSet('questions', 'auxiliaries');
const PRONOUNS = wordSet('questions', 'pronouns');
const SUBJECTS = wordSet('questions', 'pronouns', 'subjects');

export function hasQuestionMarks({ text }: Pick<Conversation, 'text'>): boolean {
  return MARK.test(text);
}

export function findQuestions(turns: readonly Turn[], conversation: Conversation): Question[] {
  const hasMarks = hasQuestionMarks(conversation);
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

/** How a sentence begins: as an open question (`what`, `tell me`), asking for a yes, a no or a fact (`do you`, `when is`), or otherwise. */
function openingOf(sentence: string): 'open' | 'closed' | 'other' {
  const words = foldWords(sentence.slice(0, 200));
  const from = words.findIndex((word) => !LEAD_INS.has(word));
  const [first = '', second = '', ...rest] = from < 0 ? [] : words.slice(from);
  const start = [first, second, ...rest.slice(0, 2)].join(' ');
  if (INVITATIONS.some((invitation) => start === invitation || start.startsWith(`${invitation} `))) return 'open';
  const word = first.replace(CONTRACTION, '');
  const isContracted = word !== first;
  if (OPEN_WORDS.has(word)) {
    // "What I mean is …" is a statement; "what do I …" is a question.
    if (!isContracted && PRONOUNS.has(second)) return 'other';
    return FACT_AFTER.has(second) ? 'closed' : 'open';
  }
  // "When I called" is a statement, "when did I call" a question; "which card" can only be a question.
  if (FACT_WORDS.has(word)) return isContracted || word === 'which' || AUXILIARIES.has(second) ? 'closed' : 'other';
  return AUXILIARIES.has(first) && SUBJECTS.has(second) ? 'closed' : 'other';
}
