/** Reading destinations, and writing runs again. Storing one is left to a person, who has its secrets. */
import type { BrickworkClient, DestinationDocument } from '@brickwork/client';
import { destinationsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

const name = z.string().describe('The destination’s name');

export function registerDestinationTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_destinations',
    {
      title: 'List destinations',
      description:
        'Where answers are written back to (HubSpot, Salesforce, Zendesk, Intercom …), with the fields of each',
      outputSchema: { destinations: z.array(destinationsApi.destination) },
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => toolResult({ destinations: await client.destinations.list({ signal }) }),
  );
  server.registerTool(
    'list_destination_deliveries',
    {
      title: 'List what was written to a destination',
      description: 'The last runs that were written, newest first, with the service’s message for those that failed',
      inputSchema: { name, status: destinationsApi.destinationDelivery.shape.status.optional() },
      outputSchema: { deliveries: z.array(destinationsApi.destinationDelivery) },
      annotations: { readOnlyHint: true },
    },
    async (args, { signal }) => {
      const page = await client.destinations.deliveries(args.name, { status: args.status }, { signal });
      return toolResult({ deliveries: page.data });
    },
  );
  server.registerTool(
    'preview_destination',
    {
      title: 'Preview the request of a destination',
      description:
        'Shows the request for a run, and why an answer is left out. With destination, that definition is tried instead of the stored one. Sends nothing. A person stores it with brickwork destinations set',
      inputSchema: {
        name,
        run_id: z.string().optional().describe('Default: the newest run with a record'),
        destination: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('A definition; see PUT /v1/destinations/:name'),
      },
      outputSchema: destinationsApi.destinationPreview.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ name: of, run_id, destination }, { signal }) => {
      const body = {
        ...(run_id !== undefined && { run_id }),
        // The API checks it, and says what is wrong with it.
        ...(destination !== undefined && { destination: destination as unknown as DestinationDocument }),
      };
      return toolResult(await client.destinations.preview(of, body, { signal }));
    },
  );
  server.registerTool(
    'replay_destination',
    {
      title: 'Write runs to a destination again',
      description: 'The named deliveries or runs, or all that died since a time, with the current answers',
      inputSchema: {
        name,
        delivery_ids: z.array(z.string()).optional(),
        run_ids: z.array(z.string()).optional(),
        since: z.string().optional().describe('RFC 3339'),
      },
      outputSchema: { replayed: z.number(), has_more: z.boolean() },
      annotations: { idempotentHint: true },
    },
    async ({ name: of, delivery_ids, run_ids, since }, { signal }) => {
      const body = {
        ...(delivery_ids !== undefined && { delivery_ids }),
        ...(run_ids !== undefined && { run_ids }),
        ...(since !== undefined && { since }),
      };
      return toolResult(await client.destinations.replay(of, body, { signal }));
    },
  );
}
