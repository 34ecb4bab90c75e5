import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { UsageError } from '../usage-error.ts';
import { VERSION } from '../version.ts';

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('Run an MCP server for AI assistants over standard input and output')
    .addHelpText(
      'after',
      `
It calls the API with your key and can do what that key may do. The service also offers MCP over HTTP at /mcp.

Example, in the settings of an assistant, with the path of your installation:
  { "mcpServers": { "brickwork": { "command": "/opt/brickwork/node_modules/.bin/brickwork", "args": ["mcp"],
    "env": { "BRICKWORK_API_KEY": "svc_live_…" } } } }`,
    )
    .option('--toolsets <names>', 'tools to offer: core, figures, review, connect, admin, or all', 'core')
    .action(async ({ toolsets: named }: { toolsets: string }) => {
      const { serviceApi } = await import('@brickwork/contract');
      const { data: toolsets } = serviceApi.mcpToolsets.safeParse(named);
      if (toolsets === undefined)
        throw new UsageError(`--toolsets: a comma-separated list of ${serviceApi.MCP_TOOLSETS.join(', ')}, or all.`);
      const { createMcpServer } = await import('@brickwork/server/mcp');
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const server = createMcpServer({ client: await connect(), version: VERSION, toolsets });
      const transport = new StdioServerTransport();
      const closed = new Promise<void>((resolve) => {
        server.server.onclose = resolve;
        process.stdin.once('end', resolve);
      });
      await server.connect(transport);
      await closed;
      await server.close();
    });
}
