/** Reading spend caps. Setting one is left to people: it decides whether runs are answered. */
import type { BrickworkClient } from '@brickwork/client';
import { spendApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { toolResult } from './tool-result.ts';

export function registerSpendTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_spend_caps',
    {
      title: 'List spend caps',
      description: 'What may be spent on models per day or month, and how much has been spent',
      inputSchema: {},
      outputSchema: spendApi.spendCapList.shape,
      annotations: { readOnlyHint: true },
    },
    async (_input, { signal }) => toolResult({ data: await client.spendCaps.list({ signal }) }),
  );
}
