/** The conversation of a run, read again from its input the way the evaluation read it: offsets of evidence fit it. */
import type { Conversation } from '../conversation/conversation.ts';
import { ServiceError } from '../core/service-error.ts';
import type { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import type { KitCache } from '../kits/kit-cache.ts';
import type { KitStore } from '../kits/kit-store.ts';
import type { Run } from '../runs/run.ts';

export interface ConversationOfRun {
  kits: { store: Pick<KitStore, 'loadContent'>; cache: KitCache };
  pool: Pick<EvaluationPool, 'answer'>;
}

/** In a thread, since an input may be megabytes. Undefined where the input no longer reads as a conversation. */
export function createConversationOfRun({
  kits,
  pool,
}: ConversationOfRun): (run: Run, input: string) => Promise<Conversation | undefined> {
  return async ({ workspaceId, kitVersionId }, input) => {
    const content = kits.cache.get(kitVersionId) ?? (await kits.store.loadContent(workspaceId, kitVersionId));
    if (content === undefined) return undefined;
    kits.cache.set(kitVersionId, content);
    try {
      const task = { kit: content.kit, input: JSON.parse(input) as Record<string, unknown>, keys: [] };
      return (await pool.answer({ ...task, withConversation: true })).conversation;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'kit_input_invalid') return undefined;
      throw error;
    }
  };
}
