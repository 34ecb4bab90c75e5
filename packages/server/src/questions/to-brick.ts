/** A question as a brick: what every call is asked, and what a kit would have. */
import type { BrickDocument, QuestionType } from '@brickwork/contract';
import { type Kit, normaliseKit } from '@brickwork/engine/kits/normalise-kit';
import type { AskedQuestion } from './question.ts';

const BRICKS: Readonly<Record<QuestionType, (asked: AskedQuestion) => BrickDocument>> = {
  boolean: ({ key, question }) => ({ key, type: 'boolean', question }),
  text: ({ key, question }) => ({ key, type: 'text', question }),
  categorical: ({ key, question, categories = [] }) => ({
    key,
    type: 'categorical',
    question,
    categories: categories.map((value) => ({ value })),
  }),
  numeric: ({ key, question, min = 0, max = 1_000_000_000 }) => ({ key, type: 'numeric', question, min, max }),
};

export function toBrick(asked: AskedQuestion): BrickDocument {
  return BRICKS[asked.type](asked);
}

/** The kit of a call, with nothing but the questions: its input is read as that kit reads it. */
export function kitOfQuestions(asked: readonly AskedQuestion[], of?: Kit): Kit {
  return normaliseKit({
    kit: of?.kit ?? 'questions',
    ...(of !== undefined && { input: of.input }),
    ...(of?.speakers !== undefined && { speakers: of.speakers }),
    ...(of?.language !== undefined && { language: of.language }),
    bricks: asked.map(toBrick),
  });
}
