/** Who speaks for the workspace. */
import type { BrickworkClient, SetWorkspaceSpeakers } from '@brickwork/client';
import { speakersApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { toolResult } from './tool-result.ts';

export function registerSpeakerTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'get_speakers',
    {
      title: 'Get the agents and rules for speakers',
      description: 'Names and mail addresses of the workspace’s agents, and the rules for which side speakers are on',
      outputSchema: speakersApi.workspaceSpeakers.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => toolResult(await client.speakers.get({ signal })),
  );
  server.registerTool(
    'set_speakers',
    {
      title: 'Set the agents and rules for speakers',
      description:
        'Replaces the list of agents and, if given, the rules: read them first and send all of them. Runs evaluated from now on use them',
      inputSchema: speakersApi.setWorkspaceSpeakers.shape,
      outputSchema: speakersApi.workspaceSpeakers.shape,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    // JSON has no undefined members.
    async (speakers, { signal }) => toolResult(await client.speakers.set(speakers as SetWorkspaceSpeakers, { signal })),
  );
}
