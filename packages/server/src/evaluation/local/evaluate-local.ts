/**
 * The local engine: bricks answered from the words of the conversation alone, with no key and no network.
 * Synchronous and deterministic: the same kit and conversation give the same bytes on every run and node. It owns no
 * state but the word table, and every evidence span it returns is a verbatim slice of `conversation.text`.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import type { Conversation } from '../../conversation/conversation.ts';
import type { BrickOutcome } from '../brick-outcome.ts';
import { answerBoolean } from './answer/answer-boolean.ts';
import { answerCategorical } from './answer/answer-categorical.ts';
import { answerNumeric } from './answer/answer-numeric.ts';
import { answerText } from './answer/answer-text.ts';
import { answerLearned } from './learn/answer-learned.ts';
import { createMatcher, type Matcher } from './match/matcher.ts';
import { annotateConversation } from './text/annotate-conversation.ts';
import { createTermTable } from './text/term-table.ts';

function answer(matcher: Matcher, brick: BrickDocument): BrickOutcome {
  switch (brick.type) {
    case 'boolean':
      return answerBoolean(matcher, brick);
    case 'categorical':
      return answerCategorical(matcher, brick);
    case 'numeric':
      return answerNumeric(matcher, brick);
    case 'text':
      return answerText(matcher, brick);
  }
}

export function evaluateLocal(
  _kit: KitDocument,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
): BrickOutcome[] {
  const matcher = createMatcher(annotateConversation(conversation, createTermTable()));
  return bricks.map((brick) => answerLearned(matcher, brick, () => answer(matcher, brick)));
}
