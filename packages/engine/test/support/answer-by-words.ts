import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { createLexicalReader } from '@brickwork/engine/words/lexical-reader';

/** The answers that the shipped engine gives from words alone. */
export function answerByWords(bricks: readonly BrickDocument[], conversation: Conversation): BrickOutcome[] {
  const reader = createLexicalReader(conversation);
  return bricks.map((brick) => reader.answer(brick).outcome);
}
