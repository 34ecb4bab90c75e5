/** A `fetch` that calls this service in process: the request goes through the same authentication, limits and checks as any other. */
import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function fetchFromItself(fastify: () => Pick<FastifyInstance, 'inject'>): typeof globalThis.fetch {
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const answer = await fastify().inject({
      method: methodOf(init.method ?? (input instanceof Request ? input.method : 'GET')),
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
      ...(init.signal && { signal: init.signal }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(hasBody(answer.statusCode) ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: Object.fromEntries(headers),
    });
  };
}

function methodOf(given: string): (typeof METHODS)[number] {
  const method = METHODS.find((known) => known === given.toUpperCase());
  if (method === undefined) throw new TypeError(`The service has no requests with the method ${given}.`);
  return method;
}

/** `Response` throws for a body, even an empty one, with these. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}
