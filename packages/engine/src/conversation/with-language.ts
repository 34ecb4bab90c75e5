import type { KitDocument } from '@brickwork/contract/kit';
import type { Conversation } from './conversation.ts';
import { detectLanguage } from './detect-language.ts';

/** From here on the words decide, whatever the kit or the workspace expects. */
const CERTAIN = 0.9;

/**
 * The conversation with its language: as stated in the input; otherwise from its words; and if they are not certain, from the kit (its
 * `language`) or the workspace.
 */
export async function withLanguage(
  conversation: Conversation,
  { language: ofKit }: Pick<KitDocument, 'language'>,
  ofWorkspace?: string,
): Promise<Conversation> {
  if (conversation.language !== undefined) return conversation;
  const detected = await detectLanguage(conversation.turns);
  const expected = primarySubtag(ofKit === 'conversation' ? undefined : ofKit) ?? primarySubtag(ofWorkspace);
  const isSettled = expected !== undefined && (detected === undefined || detected.probability < CERTAIN);
  const language = isSettled ? { code: expected, probability: 1 } : detected;
  return language === undefined ? conversation : { ...conversation, language };
}

/** `pt` of `pt-BR`; undefined for what is not a language tag. */
export function primarySubtag(tag: string | undefined): string | undefined {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase();
}
