/** Reading the audit log, for assistants of those who may: the key needs audit:read. */
import type { BrickworkClient } from '@brickwork/client';
import { auditApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

export function registerAuditTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_audit',
    {
      title: 'List the audit log',
      description: 'Who did what in the workspace, newest first: changes, exports and reads of conversations',
      inputSchema: {
        actor: z.string().optional().describe('Only what this actor did: an id (key_…) or the exact name'),
        action: z.string().optional().describe('Only this action (key.created), or every action of a kind (key)'),
        target: z.string().optional().describe('Only what was done to this: an id such as run_…, or a name'),
        after: z.string().optional().describe('Only entries from this moment on, RFC 3339'),
        before: z.string().optional().describe('Only entries before this moment, RFC 3339'),
        limit: z.number().int().min(1).max(100).default(20),
        cursor: z.string().optional().describe('next_cursor of the previous page'),
      },
      outputSchema: auditApi.auditPage.shape,
      annotations: { readOnlyHint: true },
    },
    async (query, { signal }) => toolResult(await client.audit.page(query, { signal })),
  );
}
