import { type BrickworkClient, type CreateRunRequest, type Run, WaitTimeoutError } from '@brickwork/client';
import { dimensionsApi, insightsApi, RUN_STATUSES, runsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { as, dimensions, mask, where } from './run-arguments.ts';
import { toolResult } from './tool-result.ts';

/** After the service's own sync wait of 30 s: together below the 60 s after which MCP clients give up by default. */
const FURTHER_WAIT_MS = 20_000;

const evaluateInput = {
  kit: z.string().describe('The kit’s slug, code, id or version id'),
  conversation: z
    .union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .describe(
      'The conversation in any known shape: "Speaker: text" lines, turns, chat messages, WebVTT, a mail thread',
    ),
  input: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Further fields that the kit’s schema lists under input'),
  sandbox: z.boolean().optional().describe('A sandbox run is not charged and may use a draft by its version id'),
  external_id: z.string().max(255).optional().describe('Your own id for the conversation'),
  occurred_at: z
    .string()
    .optional()
    .describe('When the conversation took place, such as 2026-11-15T08:30:00Z; leave it out when you do not know'),
};

export function registerRunTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'evaluate_conversation',
    {
      title: 'Evaluate a conversation',
      description:
        'Runs a kit on a conversation and waits for the answers. Check status: the output is present when it is succeeded. When it is not succeeded, failed or cancelled, the run is still in progress: fetch it later with get_run',
      inputSchema: evaluateInput,
      outputSchema: runsApi.run.shape,
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ kit, conversation, input = {}, sandbox, external_id, occurred_at }, { signal }) => {
      const schema = await client.kits.schema(kit, { signal });
      const fields = Object.entries(schema.input.fields);
      const field = fields.find(([, { type }]) => type === 'conversation')?.[0] ?? 'transcript';
      const request = {
        kit_version_id: schema.kit_version_id,
        input: { ...input, [field]: conversation },
        external_id,
        occurred_at,
        type: sandbox ? ('sandbox' as const) : ('api' as const),
      };
      return toolResult(await evaluate(client, request, signal));
    },
  );
  server.registerTool(
    'get_run',
    {
      title: 'Get a run',
      description: 'A run with its status and, once it has succeeded, its answers',
      inputSchema: { run_id: z.string(), as, mask },
      outputSchema: runsApi.run.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ run_id, as: which, mask: isMasked }, { signal }) =>
      toolResult(await client.runs.get(run_id, { as: which, mask: isMasked, signal })),
  );
  server.registerTool(
    'list_runs',
    {
      title: 'List runs',
      description: 'Runs of the workspace, newest first; filter them by their answers with `where` and `kit_code`',
      inputSchema: {
        limit: z.number().int().min(1).max(100).optional().describe('20 when left out'),
        cursor: z.string().optional().describe('next_cursor of the previous page'),
        status: z.enum(RUN_STATUSES).optional(),
        kit_code: z.string().optional().describe('Only runs of this kit, by its code or slug'),
        kit_version_id: z.string().optional().describe('Only runs that this version answered'),
        external_id: z.string().optional(),
        occurred_after: z.string().optional().describe('Only conversations after this moment (RFC 3339)'),
        occurred_before: z.string().optional(),
        q: z
          .string()
          .optional()
          .describe(
            'Words of the conversation, such as: refund "late delivery" -invoice; the key must be allowed to read inputs',
          ),
        reviewed: z.boolean().optional().describe('Only runs that were reviewed, or that were not'),
        as,
        mask,
        where,
        dimensions,
        include: z.literal('answers').optional().describe('`answers` adds the answers of each run'),
      },
      outputSchema: runsApi.runPage.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ limit = 20, where: conditions = {}, ...filter }, { signal }) =>
      toolResult(await client.runs.page({ limit, ...conditions, ...filter }, { signal })),
  );
  registerInsightsTool(server, client);
  registerDimensionTools(server, client);
}

function registerInsightsTool(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'get_insights',
    {
      title: 'Get insights',
      description:
        'How often each answer of a kit was given, with shares, means, quantiles and 95 % intervals, by day, week, month, version, a dimension such as team, or two of them',
      inputSchema: {
        kit: z.string().describe('The kit’s slug, code or id'),
        group_by: z
          .string()
          .optional()
          .describe(
            '`day`, `week`, `month`, `version`, a dimension such as `team`, `metadata.KEY`, or two: `week,team`; `week` when left out',
          ),
        from: z.string().optional().describe('The first day, such as 2026-11-01; 90 days ago when left out'),
        to: z.string().optional().describe('The last day; today when left out'),
        timezone: z.string().optional().describe('Such as Europe/Lisbon; the workspace’s when left out'),
        status: z.enum(RUN_STATUSES).optional(),
        reviewed: z.boolean().optional().describe('Only runs that were reviewed, or that were not'),
        as: z.enum(['given', 'reviewed']).optional().describe('`reviewed` applies reviewers’ corrections'),
        cursor: z.string().optional().describe('next_cursor of the previous page'),
        where,
        dimensions,
      },
      outputSchema: insightsApi.insights.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ kit, where: conditions = {}, ...query }, { signal }) =>
      toolResult(await client.insights.get(kit, { ...conditions, ...query }, { signal })),
  );
}

function registerDimensionTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_dimensions',
    {
      title: 'List dimensions',
      description: 'What runs are grouped and filtered by, with the metadata key each comes from',
      outputSchema: { data: z.array(dimensionsApi.dimension) },
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => toolResult({ data: await client.dimensions.list({ signal }) }),
  );
  server.registerTool(
    'list_dimension_values',
    {
      title: 'List values of a dimension',
      description: 'The values that runs have for a dimension, the most frequent first',
      inputSchema: {
        name: z.string().describe('Such as team'),
        prefix: z.string().optional().describe('Only values that begin with this, ignoring case'),
        limit: z.number().int().min(1).max(100).optional().describe('20 when left out'),
      },
      outputSchema: dimensionsApi.dimensionValues.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ name, ...query }, { signal }) =>
      toolResult({ data: await client.dimensions.values(name, query, { signal }) }),
  );
}

/** A run that takes longer than the wait is returned as it is. */
async function evaluate(client: BrickworkClient, request: CreateRunRequest, signal: AbortSignal): Promise<Run> {
  try {
    return await client.runs.createAndWait(request, { signal, waitTimeoutMs: FURTHER_WAIT_MS });
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    return client.runs.get(error.runId, { signal });
  }
}
