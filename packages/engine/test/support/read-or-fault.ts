import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';
import { ServiceError } from '@brickwork/engine/core/service-error';

/** The conversation, or why there is none. */
export function readOrFault(
  value: unknown,
  format?: Conversation['format'],
): { fault?: string; conversation?: Conversation } {
  try {
    return { conversation: normaliseConversation(value, { format }) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'kit_input_invalid') return { fault: error.detail ?? '' };
    throw error;
  }
}
