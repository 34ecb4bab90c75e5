/** Entry point `@brickwork/server/mcp`: the tools for assistants, on a client of the API. */
export { createMcpServer } from '../../http/mcp/create-mcp-server.ts';
