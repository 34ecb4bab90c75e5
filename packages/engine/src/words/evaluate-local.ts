/**
 * The local engine: bricks answered from the words of the conversation alone, with no key and no network. The same kit and
 * conversation give the same bytes on every run and node.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { createLexicalReader, type LexicalReader } from './lexical-reader.ts';

/** Bricks with conditions are asked in rounds: the conversation is annotated once for all of them. */
const readers = new WeakMap<Conversation, LexicalReader>();

export function evaluateLocal(
  _kit: KitDocument,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
): BrickOutcome[] {
  const reader = readers.get(conversation) ?? createLexicalReader(conversation);
  readers.set(conversation, reader);
  return bricks.map((brick) => reader.answer(brick).outcome);
}
