/** The text around the conversation in every prompt of a kit version, and the remaining space. */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import type { Conversation } from '../../conversation/conversation.ts';
import type { ModelClient } from '../model-client.ts';
import { ModelFault } from '../model-fault.ts';
import { systemPrompt } from './build-prompt.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { choosePassages, type Passage, passageTokens, splitKnowledge } from './passages.ts';
import { replySchema } from './reply-schema.ts';

export interface Frame {
  system: string;
  schema: Readonly<Record<string, unknown>>;
  maxOutputTokens: number;
  /** Passages chosen for this conversation, if they do not all fit into `system`. */
  chosen: readonly Passage[];
  /** All passages that the model sees. */
  shown: readonly Passage[];
  /** Room for the conversation. */
  conversationTokens: number;
}

/** Share of the context that knowledge may take. */
const KNOWLEDGE_SHARE = 0.25;
const MIN_CONVERSATION_TOKENS = 300;
/** The request, the nonce and what the provider adds. */
const QUESTION_TOKENS = 400;

export async function frameFor(
  kit: KitDocument,
  bricks: readonly BrickDocument[],
  limits: Pick<ModelClient, 'contextTokens' | 'maxOutputTokens'>,
  conversation: Conversation,
): Promise<Frame> {
  const context = limits.contextTokens;
  const maxOutputTokens = Math.min(context / 4, limits.maxOutputTokens);
  const passages = splitKnowledge(kit);
  const room = context * KNOWLEDGE_SHARE;
  const isAllShown = passageTokens(passages) <= room;
  const chosen = isAllShown ? [] : await choosePassages(passages, bricks, conversation.text, room);
  const hasKnowledge = passages.length > 0;
  const system = systemPrompt({ kit, bricks, hasKnowledge, passages: isAllShown ? passages : [] });
  const schema = replySchema(bricks, hasKnowledge);
  const taken =
    estimateTokens(system) + estimateTokens(JSON.stringify(schema)) + passageTokens(chosen) + QUESTION_TOKENS;
  const conversationTokens = context - maxOutputTokens - taken;
  if (conversationTokens < MIN_CONVERSATION_TOKENS) {
    throw new ModelFault('input_too_long', `The kit alone takes ${taken} of the ${context} tokens that the model has.`);
  }
  return {
    system,
    schema,
    chosen,
    conversationTokens,
    maxOutputTokens: Math.floor(maxOutputTokens),
    shown: isAllShown ? passages : chosen,
  };
}
