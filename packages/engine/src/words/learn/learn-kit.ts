/** A kit with what its golden set teaches the words, brick by brick; `reader/learn/` chooses between this and a head on the reader. */
import type { BrickDocument, BrickValue, KitDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import { isMany } from '../../bricks/is-many.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { type LabelledConversation, learnBrick } from './learn-brick.ts';

export interface GoldenConversation {
  conversation: Conversation;
  /** By brick key; a brick that is not named is not judged, and null (it does not apply) teaches nothing. */
  expected: Readonly<Record<string, BrickValue>>;
}

/** The kit itself is left alone. Bricks that cannot be learned (text, lists, metrics, scores, too few labels) stay as they are. */
export function learnKit(kit: KitDocument, golden: readonly GoldenConversation[]): KitDocument {
  const bricks = kit.bricks.map((brick) => {
    if (brickType(brick).isComputed(brick) || isMany(brick)) return brick;
    const learned = learnBrick(brick, labelsOf(brick, golden));
    return learned === undefined ? brick : { ...brick, learned: { ...learned.model } };
  });
  return { ...kit, bricks };
}

export function labelsOf(brick: BrickDocument, golden: readonly GoldenConversation[]): LabelledConversation[] {
  return golden.flatMap(({ conversation, expected }) => {
    const value = Object.hasOwn(expected, brick.key) ? expected[brick.key] : undefined;
    return value === undefined || value === null || Array.isArray(value) ? [] : [{ conversation, value }];
  });
}
