/** Ending an evaluation. Starting one is left to people: it costs credits. */
import type { BrickworkClient } from '@brickwork/client';
import { evaluationsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

export function registerEvaluationTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'cancel_evaluation',
    {
      title: 'Cancel an evaluation',
      description: 'Stops a running evaluation of a golden set. It then has no report',
      inputSchema: { evaluation_id: z.string().describe('`evl_…`') },
      outputSchema: evaluationsApi.evaluation.shape,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    async ({ evaluation_id }, { signal }) => toolResult(await client.evaluations.cancel(evaluation_id, { signal })),
  );
}
