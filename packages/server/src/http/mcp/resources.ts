/** Kits and recent runs as resources, which people attach to a conversation with their assistant. */
import type { BrickworkClient } from '@brickwork/client';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';

/** How many runs a list of resources shows; older ones are found with list_runs. */
const RECENT_RUNS = 20;

export function registerResources(server: McpServer, client: BrickworkClient): void {
  const kits = new ResourceTemplate('brickwork://kits/{kit}', {
    list: async ({ signal }) => {
      const resources = [];
      for await (const { kit, name, description } of client.kits.list({}, { signal })) {
        resources.push({ uri: `brickwork://kits/${kit}`, name, ...(description !== undefined && { description }) });
      }
      return { resources };
    },
  });
  server.registerResource(
    'kit',
    kits,
    { title: 'Kit', description: 'What a kit takes and returns', mimeType: 'application/json' },
    async (uri, { kit }, { signal }) => json(uri, await client.kits.schema(String(kit), { signal })),
  );
  const runs = new ResourceTemplate('brickwork://runs/{run_id}', {
    list: async ({ signal }) => {
      const { data } = await client.runs.list({ limit: RECENT_RUNS }, { signal });
      return {
        resources: data.map(({ run_id, status, kit_code, created_at }) => ({
          uri: `brickwork://runs/${run_id}`,
          name: run_id,
          description: `${kit_code}, ${status}, ${created_at}`,
        })),
      };
    },
  });
  server.registerResource(
    'run',
    runs,
    { title: 'Run', description: 'A run with its answers', mimeType: 'application/json' },
    async (uri, { run_id }, { signal }) => json(uri, await client.runs.get(String(run_id), { signal })),
  );
}

function json(uri: URL, value: unknown) {
  return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }] };
}
