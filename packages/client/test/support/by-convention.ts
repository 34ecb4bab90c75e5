/**
 * Plain endpoints are called by one convention, so that nobody has to write down how: a method of the resource that has the name of the
 * endpoint's group takes the parameters of the path in their order, then the body or the query, and answers with the body or its `data`.
 */
import { isDeepStrictEqual } from 'node:util';
import { type BrickworkClient, createClient } from '@brickwork/client';
import type { Endpoint } from '@brickwork/contract';
import * as contract from '@brickwork/contract';

type Method = (...given: unknown[]) => unknown;

/** The name of the method that sends the request of the endpoint's example and answers with it, `notes.create`, or what is wrong. */
export async function methodOf(endpoint: Endpoint): Promise<{ name: string } | { fault: string }> {
  const [status, { example = undefined } = {}] =
    Object.entries(endpoint.responses).find(([code]) => code.startsWith('2')) ?? [];
  if (example === undefined || (endpoint.body !== undefined && endpoint.bodyExample === undefined))
    return { fault: `${endpoint.id} needs an example of its ${example === undefined ? 'answer' : 'body'}` };
  const group = Object.entries(contract).find(([name, api]) => name.endsWith('Api') && endpoint.id in (api as object));
  const resource = group?.[0].slice(0, -'Api'.length) ?? '';
  const { parameters, path, given } = requestOf(endpoint);
  const sent: { method: string; path: string; body: unknown }[] = [];
  const client = createClient({
    apiKey: 'svc_test_key',
    maxRetries: 0,
    fetch: async (input, { method = 'GET', body } = {}) => {
      const url = new URL(String(input));
      const request = { method, path: url.pathname + url.search, body: body && JSON.parse(String(body)) };
      sent.push(request);
      return request.method === endpoint.method && request.path === path
        ? Response.json(example, { status: Number(status) })
        : Response.json({ error: 'not_found' }, { status: 404 });
    },
  });
  const methods = client[resource as keyof BrickworkClient] as unknown as Record<string, Method> | undefined;
  for (const [name, method] of Object.entries(methods ?? {})) {
    sent.length = 0;
    const answer = await resultOf(() => method(...parameters, ...given));
    const [request] = sent;
    const isSent = request?.method === endpoint.method && request.path === path;
    const isWhole = isDeepStrictEqual(request?.body, endpoint.body && endpoint.bodyExample);
    const said = [example, (example as { data?: unknown }).data];
    if (isSent && isWhole && said.some((each) => isDeepStrictEqual(answer, each)))
      return { name: `${resource}.${name}` };
  }
  const call = [...parameters, ...given].map((each) => JSON.stringify(each)).join(', ');
  return { fault: `no method of client.${resource} sends ${endpoint.method} ${path} when it is called with (${call})` };
}

/** Parameters with characters that must be escaped. */
function requestOf({ path, query, body, bodyExample }: Endpoint) {
  const parameters: string[] = [];
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    parameters.push(`a ${name}/é`);
    return encodeURIComponent(`a ${name}/é`);
  });
  const hasLimit =
    query?.safeParse({ limit: '7' }).success === true && query.safeParse({ limit: 'x' }).success === false;
  if (body !== undefined) return { parameters, path: filled, given: [bodyExample] };
  return hasLimit
    ? { parameters, path: `${filled}?limit=7`, given: [{ limit: 7 }] }
    : { parameters, path: filled, given: query === undefined ? [] : [{}] };
}

async function resultOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}
