/** How a conversation is shown to a model: as it is, or masked, with a way back for what the model replies. */
import type { BrickDocument, MaskClass } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import type { MaskedConversation } from './mask-conversation.ts';
import { createRestorer, INVENTED } from './restore-reply.ts';

export interface Disguise {
  /** What the model is shown. */
  conversation: Conversation;
  /** The answers of a reply, about the conversation as it is. */
  restore(given: readonly unknown[], bricks: readonly BrickDocument[]): readonly unknown[];
  /** Refuses checked answers whose value names a placeholder that was never given. */
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
