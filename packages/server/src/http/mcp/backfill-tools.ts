/** Reading backfills. Starting one is left to people: it costs credits. */
import type { BrickworkClient } from '@brickwork/client';
import { backfillsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

export function registerBackfillTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_backfills',
    {
      title: 'List backfills',
      description:
        'Past runs evaluated again with another version or engine, and shadows (field `shadow`), which follow live runs: which runs, and the progress',
      inputSchema: {},
      outputSchema: backfillsApi.backfillList.shape,
      annotations: { readOnlyHint: true },
    },
    async (_input, { signal }) => toolResult({ data: await client.backfills.list({ signal }) }),
  );
  server.registerTool(
    'compare_backfill',
    {
      title: 'Compare a backfill',
      description:
        'What a backfill changed: for each brick the shares before and after, whether the difference may be chance, and runs whose answer changed',
      inputSchema: {
        backfill_id: z.string(),
        flips: z.number().int().min(0).max(100).default(10).describe('How many changed runs for each brick'),
      },
      outputSchema: backfillsApi.backfillComparison.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ backfill_id, flips }, { signal }) =>
      toolResult(await client.backfills.compare(backfill_id, { flips, signal })),
  );
}
