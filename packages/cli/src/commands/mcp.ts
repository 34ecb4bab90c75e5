import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { VERSION } from '../version.ts';

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve assistants over standard input and output (Model Context Protocol)')
    .addHelpText(
      'after',
      `
It calls the API with your key and can do what that key may do. The service also offers MCP over HTTP at /mcp.

Example, in the settings of an assistant, with the path of your installation:
  { "mcpServers": { "brickwork": { "command": "/opt/brickwork/node_modules/.bin/brickwork", "args": ["mcp"],
    "env": { "BRICKWORK_API_KEY": "svc_live_…" } } } }`,
    )
    .action(async () => {
      const { createMcpServer } = await import('@brickwork/server/mcp');
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const server = createMcpServer(await connect(), VERSION);
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
