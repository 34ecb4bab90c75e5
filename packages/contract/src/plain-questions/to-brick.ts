/** A question as a brick: what every call is asked, and what a kit would have. */
import type { BrickDocument } from '../bricks/brick-document.ts';
import type { QuestionType } from '../vocabulary.ts';
import type { AskedQuestion } from './infer-question.ts';

const BRICKS: Readonly<Record<QuestionType, (asked: AskedQuestion) => BrickDocument>> = {
  boolean: ({ key, question }) => ({ key, type: 'boolean', question }),
  text: ({ key, question }) => ({ key, type: 'text', question }),
  categorical: ({ key, question, categories = [] }) => ({
    key,
    type: 'categorical',
    question,
    categories: categories.map((value) => ({ value })),
  }),
  numeric: ({ key, question, min = 0, max = 1_000_000 }) => ({ key, type: 'numeric', question, min, max }),
  themes: ({ key, question, ofCall: [first] = [] }) => ({ key, type: 'boolean', question: first ?? question }),
};

export function toBrick(asked: AskedQuestion): BrickDocument {
  return BRICKS[asked.type](asked);
}

/** What each call is asked: one brick, or of themes one for each way of talking about the topic. */
export function toBricks(asked: AskedQuestion): BrickDocument[] {
  const [, ...others] = asked.ofCall ?? [];
  const key = asked.key.slice(0, LONGEST_KEY);
  return [
    toBrick(asked),
    ...others.map((question, at): BrickDocument => ({ key: `${key}__${at + 2}`, type: 'boolean', question })),
  ];
}

/** So that a number has room. */
const LONGEST_KEY = 55;
