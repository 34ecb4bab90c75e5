/** Reading appeals, and making one. */
import type { BrickworkClient } from '@brickwork/client';
import { appealsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

export function registerAppealTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_appeals',
    {
      title: 'List appeals',
      description: 'Answers that agents disagree with, newest first; a review of the answer settles an appeal',
      inputSchema: { status: z.enum(appealsApi.APPEAL_STATUSES).optional(), run_id: z.string().optional() },
      outputSchema: { appeals: z.array(appealsApi.appeal) },
      annotations: { readOnlyHint: true },
    },
    async ({ status, run_id }, { signal }) => {
      const query = { ...(status !== undefined && { status }), ...(run_id !== undefined && { run_id }) };
      return toolResult({ appeals: (await client.appeals.page(query, { signal })).data });
    },
  );
  server.registerTool(
    'appeal_answer',
    {
      title: 'Appeal an answer',
      description: 'Appeals an answer of a run, in the words of the person who asks for it; it waits for a reviewer',
      inputSchema: { run_id: z.string(), ...appealsApi.appealBody.shape },
      outputSchema: appealsApi.appeal.shape,
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ run_id, brick, text }, { signal }) =>
      toolResult(await client.appeals.create(run_id, { brick, text }, { signal })),
  );
}
