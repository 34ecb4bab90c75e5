/**
 * MCP over HTTP. Each request gets its own MCP server, which calls this API in process with the key of the request. Nothing is kept
 * between requests, so any node can answer any of them.
 */
import { createClient } from '@brickwork/client';
import { serviceApi } from '@brickwork/contract';
import type { KitChecks } from '../../kits/kit-checks.ts';
import { bearerToken } from '../bearer-token.ts';
import { type Route, route } from '../route.ts';

export interface McpRoutes {
  /** A request to this service itself. */
  fetch: typeof globalThis.fetch;
  version: string;
  checks: Pick<KitChecks, 'checkFile'>;
}

/** Never connected to: requests stay in the process. */
const ITSELF = 'http://brickwork.internal';

export function mcpRoutes({ fetch, version, checks }: McpRoutes): Route[] {
  return [
    route(serviceApi.mcp, async ({ principal, query, body, headers, headerValues, signal }) => {
      const { WebStandardStreamableHTTPServerTransport, createMcpServer } = await loadMcp();
      const apiKey = bearerToken(headerValues('authorization'));
      const client = createClient({ apiKey, baseUrl: ITSELF, fetch, maxRetries: 0 });
      const checkFile = (text: string) => checks.checkFile(text, principal.workspaceId);
      const server = createMcpServer({ client, version, toolsets: query.toolsets, checkFile });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      try {
        await server.connect(transport);
        const response = await transport.handleRequest(requestOf(headers, signal()), {
          parsedBody: withoutCancellations(body),
        });
        const text = await response.text();
        const isEmpty = text === '';
        return { status: response.status, body: isEmpty ? '' : JSON.parse(text) };
      } finally {
        await server.close();
      }
    }),
  ];
}

/** Loaded with the first request: services without MCP calls do not need the SDK. */
async function loadMcp() {
  const [transport, server] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('../mcp/create-mcp-server.ts'),
  ]);
  return { ...transport, ...server };
}

/**
 * Nothing is kept between requests, so a cancellation can only be about a call in its own batch; the SDK would then wait forever for the
 * response of that call, and so would the caller. Callers can disconnect instead.
 */
function withoutCancellations(body: unknown): unknown {
  return Array.isArray(body) ? body.filter((message) => !isCancellation(message)) : body;
}

function isCancellation(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'notifications/cancelled';
}

/** The headers that the protocol reads; the body is passed separately, because it is already parsed. */
function requestOf(headers: Readonly<Record<string, string | string[] | undefined>>, signal: AbortSignal): Request {
  const names = ['accept', 'content-type', 'mcp-protocol-version'];
  const known = names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []));
  return new Request(`${ITSELF}/mcp`, { method: 'POST', headers: Object.fromEntries(known), signal });
}
