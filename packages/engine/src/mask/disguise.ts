/** How a conversation is shown to a model: unchanged, or masked, with a way to restore the model's reply. */
import type { BrickDocument, MaskClass } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import type { MaskedConversation } from './mask-conversation.ts';
import { createRestorer, INVENTED } from './restore-reply.ts';

export interface Disguise {
  /** The text shown to the model. */
  conversation: Conversation;
  /** The answers of a reply, restored to the original conversation. */
  restore(given: readonly unknown[], bricks: readonly BrickDocument[]): readonly unknown[];
  /** Refuses checked answers whose value contains an unknown placeholder. */
  check<Checked>(
    given: readonly unknown[],
    checked: ReadonlyMap<string, Checked | { fault: string }>,
  ): ReadonlyMap<string, Checked | { fault: string }>;
}

interface MaskWork {
  maskConversation(
    task: { conversation: Conversation; classes: readonly MaskClass[]; kept: readonly string[] },
    owner: string,
    signal?: AbortSignal,
  ): Promise<MaskedConversation>;
}

interface Shown {
  kit: { bricks: readonly BrickDocument[] };
  conversation: Conversation;
  owner?: string | undefined;
  signal: AbortSignal | undefined;
}

export function plainly(conversation: Conversation): Disguise {
  return { conversation, restore: (given) => given, check: (_, checked) => checked };
}

export async function disguise(work: MaskWork, classes: readonly MaskClass[], shown: Shown): Promise<Disguise> {
  const { kit, conversation, owner = '', signal } = shown;
  const kept = kit.bricks.flatMap(({ speaker }) => speaker ?? []);
  const masked = await work.maskConversation({ conversation, classes, kept }, owner, signal);
  const restorer = createRestorer(conversation, masked);
  return {
    conversation: masked.conversation,
    restore: (given, bricks) => restorer.answers(given, bricks),
    check: (given, checked) => {
      const invented = restorer.invented(given);
      return new Map(
        [...checked].map(([key, found]) => [key, invented.has(key) ? { fault: `value ${INVENTED}` } : found]),
      );
    },
  };
}
