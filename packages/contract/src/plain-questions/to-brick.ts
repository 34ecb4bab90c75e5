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
  themes: ({ key, question, ofCall = question }) => ({ key, type: 'boolean', question: ofCall }),
};

export function toBrick(asked: AskedQuestion): BrickDocument {
  return BRICKS[asked.type](asked);
}
