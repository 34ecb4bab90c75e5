/** How right the answers are, by what reviewers said. */
import type { BrickworkClient } from '@brickwork/client';
import { qualityApi, RUN_STATUSES } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { as, dimensions, where } from './run-arguments.ts';
import { toolResult } from './tool-result.ts';

export function registerQualityTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'get_quality',
    {
      title: 'Get quality',
      description:
        'How accurate the answers of a kit are, brick by brick, estimated for all runs from those drawn for review, with 95 % intervals, calibration, confusions, agreement between reviewers and disputed runs',
      inputSchema: {
        kit: z.string().describe('The kit’s slug, code or id'),
        group_by: z
          .string()
          .optional()
          .describe(
            '`day`, `week`, `month`, `version`, a dimension such as `team`, or `metadata.KEY`; all runs together when left out',
          ),
        version: z.number().int().min(1).optional().describe('Only runs of this version'),
        since: z.string().optional().describe('Only conversations since this moment (RFC 3339)'),
        until: z.string().optional(),
        timezone: z.string().optional().describe('Such as Europe/Lisbon; the workspace’s when left out'),
        status: z.enum(RUN_STATUSES).optional(),
        threshold: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe('Of confidence, for the share above it; 0.8 when left out'),
        as,
        where,
        dimensions,
      },
      outputSchema: qualityApi.quality.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ kit, where: conditions = {}, ...query }, { signal }) =>
      toolResult(await client.reviewQueue.quality(kit, { ...conditions, ...query }, { signal })),
  );
}
