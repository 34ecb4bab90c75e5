/** A question as a brick: what every call is asked, and what a kit would have. */
import type { BrickDocument, BrickOf } from '../bricks/brick-document.ts';
import type { QuestionType } from '../vocabulary.ts';
import type { AskedQuestion } from './infer-question.ts';

type Own = { [Type in BrickDocument['type']]: Omit<BrickOf<Type>, 'key' | 'name' | 'question'> }[BrickDocument['type']];

const OWN: Readonly<Record<QuestionType, (asked: AskedQuestion) => Own>> = {
  boolean: () => ({ type: 'boolean' }),
  text: () => ({ type: 'text' }),
  categorical: ({ categories = [] }) => ({ type: 'categorical', categories: categories.map((value) => ({ value })) }),
  // A count of none is not one that nobody mentioned. A scale that begins above 0 has no such number.
  numeric: ({ min = 0, max = 1_000_000 }) => ({ type: 'numeric', min, max, ...(min === 0 && { absent: null }) }),
  themes: () => ({ type: 'boolean' }),
};

export function toBrick(asked: AskedQuestion): BrickDocument {
  const { key, question, ofCall: [first = question] = [] } = asked;
  return { key, name: nameFor(first), question: first, ...OWN[asked.type](asked) };
}

/** What each call is asked: one brick, or of themes one for each way of talking about the topic. */
export function toBricks(asked: AskedQuestion): BrickDocument[] {
  const [, ...others] = asked.ofCall ?? [];
  const key = asked.key.slice(0, LONGEST_KEY);
  return [
    toBrick(asked),
    ...others.map(
      (question, at): BrickDocument => ({
        key: `${key}__${at + 2}`,
        name: nameFor(question),
        question,
        type: 'boolean',
      }),
    ),
  ];
}

/** So that a number has room. */
const LONGEST_KEY = 55;
/** A title of a card, and a line of a table. */
const LONGEST_NAME = 60;

/** The question; a long one is cut after a word. */
export function nameFor(question: string): string {
  if (question.length <= LONGEST_NAME) return question;
  const cut = question.slice(0, LONGEST_NAME);
  const words = cut.replace(/[\s,;:]+\S*$/u, '');
  return `${words === '' ? cut.toWellFormed() : words}…`;
}
