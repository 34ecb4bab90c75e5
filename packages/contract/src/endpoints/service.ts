import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const healthz = defineEndpoint({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  tag: 'Service',
  summary: 'Check that the process is alive',
  access: 'public',
  responses: {
    200: {
      description: 'The process is alive.',
      schema: z.object({ status: z.literal('ok') }),
      example: { status: 'ok' },
    },
  },
});

export const readyz = defineEndpoint({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  tag: 'Service',
  summary: 'Check that it can take requests',
  description:
    'Checks the database. 503 while starting, draining, or when no database answers; while a standby answers, reads are served.',
  access: 'public',
  responses: {
    200: {
      description: 'The service can take requests.',
      schema: z.object({ status: z.literal('ready') }),
      example: { status: 'ready' },
    },
  },
  errors: ['unavailable'],
});

export const metrics = defineEndpoint({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  tag: 'Service',
  summary: 'Prometheus metrics',
  description:
    'For direct requests from this machine, or with the token in BRICKWORK_METRICS_TOKEN as a bearer token. Other requests get 404.',
  access: 'public',
  responses: { 200: { description: 'Prometheus text format.', contentType: 'text/plain' } },
  errors: ['not_found'],
});

export const openapi = defineEndpoint({
  id: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This API as OpenAPI 3.1',
  access: 'public',
  responses: {
    200: { description: 'The document.', schema: z.looseObject({ openapi: z.string() }) },
    304: { description: 'Unchanged since the ETag in If-None-Match.' },
  },
});

const rpcMessage = z.looseObject({ jsonrpc: z.literal('2.0') });

/** Tools that assistants are offered together; each takes room in their context. */
export const MCP_TOOLSETS = ['core', 'figures', 'review', 'connect', 'admin'] as const;
export type McpToolset = (typeof MCP_TOOLSETS)[number];

export const mcpToolsets = z
  .string()
  .default('core')
  .transform((names) => (names === 'all' ? [...MCP_TOOLSETS] : names.split(',')))
  .pipe(z.array(z.enum(MCP_TOOLSETS)))
  .meta({
    description: `Which tools are offered: a comma-separated list of ${MCP_TOOLSETS.map((name) => `\`${name}\``).join(', ')}, or \`all\`.`,
  });

export const mcp = defineEndpoint({
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  tag: 'Service',
  summary: 'The Model Context Protocol, for assistants',
  description:
    'Streamable HTTP without sessions: each request is answered with JSON, a list of messages with a list. Tools act with the permissions and limits of the key. See docs/guides/mcp.md.',
  access: 'any_key',
  limit: 'read',
  query: z.object({ toolsets: mcpToolsets }),
  body: z.unknown().describe('A JSON-RPC 2.0 message, or a list of them.'),
  bodyExample: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  notAudited: 'Every tool calls an endpoint of this list with the caller’s key.',
  responses: {
    200: {
      description: 'The answer.',
      schema: z.union([rpcMessage, z.array(rpcMessage)]),
      example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    },
    202: { description: 'A notification was accepted; it has no answer.' },
    400: { description: 'Not a JSON-RPC message.', schema: z.looseObject({}) },
    406: { description: 'Accept must name application/json and text/event-stream.', schema: z.looseObject({}) },
  },
});
