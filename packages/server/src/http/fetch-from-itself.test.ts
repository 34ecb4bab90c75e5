import createFastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchFromItself } from './fetch-from-itself.ts';

const fastify = createFastify();
for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
  fastify.route({ method, url: '/echo', handler: ({ body }) => ({ method, body }) });
fastify.delete('/gone', (_, reply) => reply.status(204).send());
const call = fetchFromItself(() => fastify);

afterAll(() => fastify.close());

describe('fetchFromItself', () => {
  it.each(['POST', 'PUT', 'PATCH', 'put'])('sends %s with its body', async (method) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await call('http://localhost/echo', { method, headers, body: '{"a":1}' });
    expect(await answer.json()).toEqual({ method: method.toUpperCase(), body: { a: 1 } });
  });

  it('is a GET unless told, and takes the method of a request', async () => {
    expect(await (await call('http://localhost/echo')).json()).toMatchObject({ method: 'GET' });
    const request = new Request('http://localhost/echo', { method: 'DELETE' });
    expect(await (await call(request)).json()).toMatchObject({ method: 'DELETE' });
  });

  it('answers without a body where there is none', async () => {
    expect((await call('http://localhost/gone', { method: 'DELETE' })).status).toBe(204);
  });

  it('throws for a method that the service does not know', async () => {
    await expect(call('http://localhost/echo', { method: 'QUERY' })).rejects.toThrow('the method QUERY');
  });
});
