/** The conversation of a run, read from its stored input the way the evaluation read it: the offsets of evidence match it. */
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { sidesByRules } from '@brickwork/engine/conversation/sides/speaker-rules';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import type { Run } from './run.ts';
import type { SpeakerStore } from './store/speaker-store.ts';

export interface ConversationOfRun {
  kits: LoadContent;
  pool: Pick<EvaluationPool, 'answer'>;
  speakers: Pick<SpeakerStore, 'findKnown'>;
}

/** In a thread, since an input may be megabytes. Undefined when the kit version is gone or the input is no longer readable. */
export async function conversationOfRun(
  { kits, pool, speakers }: ConversationOfRun,
  { workspaceId, kitVersionId, kitCode, metadata }: Run,
  input: string,
): Promise<Conversation | undefined> {
  const content = await loadContent(kits, workspaceId, kitVersionId);
  if (content === undefined) return undefined;
  const { agents, rules, language } = await speakers.findKnown(workspaceId);
  try {
    const { conversation } = await pool.answer(
      {
        kit: content.kit,
        input: JSON.parse(input) as Record<string, unknown>,
        agents,
        rules: sidesByRules(rules, { kitCode, metadata }),
        language,
        keys: [],
        withConversation: true,
      },
      { owner: workspaceId },
    );
    return conversation;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'kit_input_invalid') return undefined;
    throw error;
  }
}
