import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../../../test/support/draws.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_BODY_LIMIT_BYTES: '2048' });
});
afterAll(() => service.stop());

describe('an answer that closes the connection before the body has arrived', () => {
  const megabytes = 'x'.repeat(8 * 1024 * 1024);
  it.each<[number, Record<string, string>]>([
    [413, {}],
    [401, { authorization: 'Bearer wrong', connection: 'close' }],
    [415, { 'content-type': 'text/plain', connection: 'close' }],
    [503, { connection: 'close' }],
  ])('reaches the client: %i', async (status, headers) => {
    const node = await service.node();
    if (status === 503) node.service.app.drain();
    for (let round = 0; round < draws(10); round += 1) {
      const answer = await rawPost(node.url, '/v1/keys', megabytes, {
        authorization: `Bearer ${service.adminKey}`,
        'content-type': 'application/json',
        ...headers,
      });
      expect(answer).toBe(status);
    }
  });
});

/** The status, as a client sees it that writes its whole body before it reads. */
function rawPost(
  base: string,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${base}${path}`,
      { method: 'POST', agent: false, headers: { 'content-length': body.length, ...headers } },
      (response) => response.resume().on('end', () => resolve(response.statusCode)),
    );
    request.on('error', reject).end(body);
  });
}
