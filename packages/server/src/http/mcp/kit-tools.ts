import type { BrickworkClient } from '@brickwork/client';
import { kitsApi } from '@brickwork/contract';
import type { KitFault } from '@brickwork/engine/kits/kit-fault';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { CheckedFile } from '../../kits/kit-checks.ts';
import { toolResult } from './tool-result.ts';

export type CheckFile = (text: string) => Promise<CheckedFile>;

const kit = z.string().describe('The kit’s slug, code, id or version id');
const source = z.string().describe('The kit file as text, YAML or JSON');

export function registerKitTools(server: McpServer, client: BrickworkClient, checkFile: CheckFile): void {
  server.registerTool(
    'list_kits',
    {
      title: 'List kits',
      description: 'The kits of the workspace, newest first',
      outputSchema: { kits: z.array(kitsApi.kitSummary) },
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => {
      const kits = [];
      for await (const each of client.kits.list({}, { signal })) kits.push(each);
      return toolResult({ kits });
    },
  );
  server.registerTool(
    'get_kit_schema',
    {
      title: 'Get a kit’s schema',
      description: 'What a kit takes as input and which bricks it returns, with a JSON Schema of the output',
      inputSchema: { kit },
      outputSchema: kitsApi.kitSchema.shape,
      annotations: { readOnlyHint: true },
    },
    async (args, { signal }) => toolResult(await client.kits.schema(args.kit, { signal })),
  );
  registerAuthoring(server, client, checkFile);
}

const fault = z.object({
  path: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  line: z.number().int().optional(),
});

function registerAuthoring(server: McpServer, client: BrickworkClient, checkFile: CheckFile): void {
  server.registerTool(
    'check_kit',
    {
      title: 'Check a kit file',
      description: 'Lists every error in a kit file at once, with its path and line. Changes nothing',
      inputSchema: { source },
      outputSchema: { ok: z.boolean(), faults: z.array(fault) },
      annotations: { readOnlyHint: true },
    },
    async (args) => {
      const checked = await checkFile(args.source);
      return toolResult('faults' in checked ? { ok: false, faults: checked.faults } : { ok: true, faults: [] });
    },
  );
  server.registerTool(
    'push_kit_draft',
    {
      title: 'Push a kit draft',
      description:
        'Creates the next version of the kit as a draft: try it with evaluate_conversation and sandbox; it goes live only when a person publishes it. Does nothing when the document is unchanged',
      inputSchema: { source },
      outputSchema: kitsApi.pushedKit.shape,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    async (args, { signal }) => {
      const checked = await checkFile(args.source);
      if ('faults' in checked) {
        throw new Error(`The kit has errors; nothing was pushed.\n${checked.faults.map(describeFault).join('\n')}`);
      }
      return toolResult(await client.kits.push(checked.document, { signal }));
    },
  );
}

function describeFault({ line, path, message, hint }: KitFault): string {
  return `${line === undefined ? '' : `line ${line}: `}${path} ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
