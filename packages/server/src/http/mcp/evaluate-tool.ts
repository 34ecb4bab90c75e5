import { type BrickworkClient, type CreateRunRequest, type Run, WaitTimeoutError } from '@brickwork/client';
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { z } from 'zod';
import { writtenTool } from './tool.ts';

/** After the service's own sync wait of 30 s: together below the 60 s after which MCP clients give up by default. */
const FURTHER_WAIT_MS = 20_000;

export const evaluateTool = writtenTool({
  name: 'evaluate_conversation',
  toolset: 'core',
  description:
    'Runs a kit on a conversation and waits for the answers. The output is present once `status` is succeeded; a run that is still in progress is fetched later with get_run',
  input: {
    kit: z.string().describe('The kit’s slug, code, id or version id'),
    conversation: z
      .union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .describe(
        'The conversation in any known shape: "Speaker: text" lines, turns, chat messages, WebVTT, a mail thread',
      ),
    input: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Further fields that the kit’s schema lists under input'),
    sandbox: z.boolean().optional().describe('A sandbox run is not charged and may use a draft by its version id'),
    external_id: z.string().max(255).optional().describe('Your own id for the conversation'),
    occurred_at: z
      .string()
      .optional()
      .describe('When the conversation took place (RFC 3339); leave it out when you do not know'),
  },
  async call({ kit, conversation, input = {}, sandbox, external_id, occurred_at }, { client, signal }) {
    const schema = await client.kits.schema(kit, { signal });
    const request = {
      kit_version_id: schema.kit_version_id,
      input: { ...input, [conversationField(schema)]: conversation },
      external_id,
      occurred_at,
      type: sandbox ? ('sandbox' as const) : ('api' as const),
    };
    return evaluate(client, request, signal);
  },
});

/** A run that takes longer than the wait is returned as it is. */
async function evaluate(client: BrickworkClient, request: CreateRunRequest, signal: AbortSignal): Promise<Run> {
  try {
    return await client.runs.createAndWait(request, { signal, waitTimeoutMs: FURTHER_WAIT_MS });
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    return client.runs.get(error.runId, { signal });
  }
}
