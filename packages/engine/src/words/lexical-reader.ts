/**
 * The lexical engine on one conversation: the conversation is read once, then every brick is answered from it. Whoever
 * combines these answers with another reader's calls `answer` per brick and gets the scores of all values beside the
 * outcome. Synchronous and deterministic; every evidence span is a verbatim slice of `conversation.text`.
 */
import type { BrickDocument, TextBrick } from '@brickwork/contract/kit';
import { brickType } from '../bricks/brick-types.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { answerBoolean } from './answer/answer-boolean.ts';
import { answerCategorical } from './answer/answer-categorical.ts';
import { answerCategories, answerTexts } from './answer/answer-many.ts';
import { answerNumber, answerNumeric } from './answer/answer-numeric.ts';
import { answerText, candidatesIn } from './answer/answer-text.ts';
import type { LexicalAnswer } from './answer/lexical-answer.ts';
import type { Candidate } from './extract/candidate.ts';
import { answerLearned } from './learn/answer-learned.ts';
import { createMatcher, type Matcher } from './match/matcher.ts';
import { annotateConversation } from './text/annotate-conversation.ts';
import { createTermTable } from './text/term-table.ts';

export interface LexicalReader {
  /** Learned bricks by their labels, others by the words of the brick alone. */
  answer(brick: BrickDocument): LexicalAnswer;
  /** What the extractor of a typed text brick finds in one turn, by its form alone. */
  candidatesIn(brick: TextBrick, turn: number): Candidate[];
}

export function createLexicalReader(conversation: Conversation): LexicalReader {
  const matcher = createMatcher(annotateConversation(conversation, createTermTable()));
  return {
    answer: (brick) => answerLearned(matcher, brick) ?? answerByWords(matcher, brick),
    candidatesIn: (brick, turn) => candidatesIn(matcher, brick, conversation.turns.slice(turn, turn + 1)),
  };
}

function answerByWords(matcher: Matcher, brick: BrickDocument): LexicalAnswer {
  const asked = brickType(brick).askAs(brick);
  switch (asked.as) {
    case 'boolean':
      return answerBoolean(matcher, asked.brick);
    case 'category':
      return answerCategorical(matcher, asked.brick);
    case 'categories':
      return answerCategories(matcher, asked.brick);
    case 'rating':
      return answerNumeric(matcher, asked.brick);
    case 'number':
      return answerNumber(matcher, asked.brick);
    case 'text':
    case 'summary':
      return answerText(matcher, asked.brick);
    case 'texts':
      return answerTexts(matcher, asked.brick);
  }
}
