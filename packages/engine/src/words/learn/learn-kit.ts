/** `brickwork kits learn`: a kit with what its golden set teaches, brick by brick. */
import type { BrickValue, KitDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import { isMany } from '../../bricks/is-many.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { learnBrick } from './learn-brick.ts';

export interface GoldenConversation {
  conversation: Conversation;
  /** By brick key; a brick that is not named is not judged, and null (it does not apply) teaches nothing. */
  expected: Readonly<Record<string, BrickValue>>;
}

/** The kit itself is left alone. Bricks that cannot be learned (text, lists, metrics, scores, too few labels) stay as they are. */
export function learnKit(kit: KitDocument, golden: readonly GoldenConversation[]): KitDocument {
  const bricks = kit.bricks.map((brick) => {
    if (brickType(brick).isComputed(brick) || isMany(brick)) return brick;
    const labelled = golden.flatMap(({ conversation, expected }) => {
      const value = Object.hasOwn(expected, brick.key) ? expected[brick.key] : undefined;
      return value === undefined || value === null || Array.isArray(value) ? [] : [{ conversation, value }];
    });
    const model = learnBrick(brick, labelled);
    return model === undefined ? brick : { ...brick, learned: { ...model } };
  });
  return { ...kit, bricks };
}
