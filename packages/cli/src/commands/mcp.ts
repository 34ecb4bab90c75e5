import { VERSION } from '@brickwork/server/main/version';
import { createMcpServer } from '@brickwork/server/mcp/create-mcp-server';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';

export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve assistants over standard input and output (Model Context Protocol)')
    .addHelpText(
      'after',
      `
It uses the API with your key, so it can do what the key may do. The service itself speaks MCP at /mcp too.

Example, in the settings of an assistant:
  { "mcpServers": { "brickwork": { "command": "npx", "args": ["brickwork", "mcp"],
    "env": { "BRICKWORK_API_KEY": "svc_live_…" } } } }`,
    )
    .action(async () => {
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
