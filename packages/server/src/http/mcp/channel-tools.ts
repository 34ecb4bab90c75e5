/** Reading and trying channels. Storing one is left to a person, who has its URL. */
import type { BrickworkClient } from '@brickwork/client';
import { channelsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

export function registerChannelTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_channels',
    {
      title: 'List channels',
      description:
        'Who is notified of alerts, failing deliveries, spend caps, appeals and the weekly summary, with the last message of each',
      outputSchema: { channels: z.array(channelsApi.channel) },
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => toolResult({ channels: await client.channels.list({ signal }) }),
  );
  server.registerTool(
    'test_channel',
    {
      title: 'Test a channel',
      description: 'Sends a test message to a channel and waits for the result; `outcome` says why one did not arrive',
      inputSchema: { name: z.string().describe('The channel’s name, as list_channels gives it') },
      outputSchema: channelsApi.channelDelivery.shape,
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ name }, { signal }) => toolResult(await client.channels.test(name, { signal })),
  );
}
