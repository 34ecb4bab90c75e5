/**
 * Checks a model's reply, key by key: a valid value with quotes that occur in the conversation, or a fault. The time this takes grows with
 * the conversation, so a deployment may give the engine a way to do it in a thread (`ConversationWork`).
 */
import type { BrickDocument, MaskClass } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { type MaskedConversation, maskConversation } from '../mask/mask-conversation.ts';
import { detectInjections, type Injection } from './detect-injection.ts';
import { type ConversationIndex, indexConversation } from './evidence/conversation-index.ts';
import { readAnswers } from './reply/read-answers.ts';
import { type VerifiedAnswer, verifyAnswer } from './verify-answer.ts';

export interface ReplyCheck {
  conversation: Conversation;
  /** Turns that seem to address the evaluator. */
  suspects: ReadonlySet<number>;
  /** Passages that the model was shown. */
  passages: ReadonlySet<string>;
  bricks: readonly BrickDocument[];
  /** The answers of the reply, as sent. */
  given: readonly unknown[];
}

/** For every brick its answer, or what is wrong with it. */
export type CheckedReply = ReadonlyMap<string, { answer: VerifiedAnswer } | { fault: string }>;

/** Work on a whole conversation that is done elsewhere. `owner` is the workspace: threads are shared fairly between owners. */
export interface ConversationWork {
  checkReply(check: ReplyCheck, owner: string, signal?: AbortSignal): Promise<CheckedReply>;
  detectInjections(
    conversation: Conversation,
    keys: readonly string[],
    owner: string,
    signal?: AbortSignal,
  ): Promise<Injection[]>;
  maskConversation(task: MaskTask, owner: string, signal?: AbortSignal): Promise<MaskedConversation>;
}

export interface MaskTask {
  conversation: Conversation;
  classes: readonly MaskClass[];
  /** Labels that are not masked. */
  kept: readonly string[];
}

export function checkReply(
  { conversation, suspects, passages, bricks, given }: ReplyCheck,
  index: ConversationIndex = indexConversation(conversation),
): CheckedReply {
  const read = readAnswers(given, bricks, conversation.text);
  return new Map(
    bricks.map((brick): [string, { answer: VerifiedAnswer } | { fault: string }] => {
      const found = read.get(brick.key);
      if (found === undefined || !found.ok) return [brick.key, { fault: found?.fault ?? 'no answer was given' }];
      return [brick.key, { answer: verifyAnswer({ conversation, index, suspects, passages }, brick, found.answer) }];
    }),
  );
}

/** On the event loop, one index for all replies: for short conversations, the CLI and tests. */
export function workInPlace(conversation: Conversation): ConversationWork {
  const index = indexConversation(conversation);
  return {
    checkReply: async (check) => checkReply(check, index),
    detectInjections: async (_conversation, keys) => detectInjections(conversation, keys),
    maskConversation: async ({ classes, kept }) => maskConversation(conversation, classes, kept),
  };
}
