/** Learning from reviews: what could be learned, and starting it. It makes a draft and costs no credits; making it live is left to people. */
import type { BrickworkClient } from '@brickwork/client';
import { learningsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

const kit = z.string().describe('Id, code or slug of a kit');

export function registerLearningTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_learnings',
    {
      title: 'What a kit learned',
      description:
        'What the bricks of a kit learned from reviews and golden sets, newest first, with their accuracy before and after',
      inputSchema: { kit },
      outputSchema: { data: z.array(learningsApi.learning) },
      annotations: { readOnlyHint: true },
    },
    async ({ kit: name }, { signal }) => toolResult({ data: await client.learnings.list(name, { signal }) }),
  );
  server.registerTool(
    'learn_from_reviews',
    {
      title: 'Learn from reviews',
      description:
        'Starts a learning: bricks with at least ten reviewed answers are fitted to them, and improvements become a draft version of the kit. Follow it with list_learnings. Nothing goes live',
      inputSchema: { kit },
      outputSchema: learningsApi.learning.shape,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    },
    async ({ kit: name }, { signal }) => toolResult(await client.learnings.start(name, {}, { signal })),
  );
}
