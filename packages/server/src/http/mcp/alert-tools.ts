/** Reading alerts and trying out a rule. Storing one is left to people: it decides who is woken up. */
import type { BrickworkClient } from '@brickwork/client';
import { alertsApi, canariesApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { toolResult } from './tool-result.ts';

export function registerAlertTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_alerts',
    {
      title: 'List alerts',
      description: 'All alerts with their rules, whether they are raised, and the figure of their last check',
      inputSchema: {},
      outputSchema: alertsApi.alertList.shape,
      annotations: { readOnlyHint: true },
    },
    async (_input, { signal }) => toolResult({ data: await client.alerts.list({ signal }) }),
  );
  server.registerTool(
    'list_canaries',
    {
      title: 'List canaries',
      description:
        'Golden sets that are evaluated every night on the live version, and whether its answers have drifted',
      inputSchema: {},
      outputSchema: canariesApi.canaryList.shape,
      annotations: { readOnlyHint: true },
    },
    async (_input, { signal }) => toolResult({ data: await client.canaries.list({ signal }) }),
  );
  server.registerTool(
    'check_alert',
    {
      title: 'Check an alert rule',
      description:
        'Checks a rule about a figure of a kit now: the figure, its 95 % interval and whether it would raise an alert. Stores nothing; a person stores the rule with `brickwork alerts push`',
      inputSchema: alertsApi.ruleShape,
      outputSchema: alertsApi.alertCheck.shape,
      annotations: { readOnlyHint: true },
    },
    async (rule, { signal }) => toolResult(await client.alerts.check(rule, { signal })),
  );
}
