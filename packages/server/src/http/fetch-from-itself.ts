/** A `fetch` that calls this service in process: the request goes through the same authentication, limits and checks as any other. */
import type { FastifyInstance } from 'fastify';

export function fetchFromItself(fastify: () => FastifyInstance): typeof globalThis.fetch {
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const answer = await fastify().inject({
      method: init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
      ...(init.signal && { signal: init.signal }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.fromEntries(headers),
    });
  };
}
